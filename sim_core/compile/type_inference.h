#pragma once
// The element type of every signal, read from the equations: a comparison is boolean, what selects among
// signals has their common type, arithmetic the common type of its operands, sin() is floating. Nothing of
// this is declared by blocks; parameters and constants take the type of what they meet.
//
// What is computed is the least fixed point over the diagram, so that neither the order of blocks nor loops
// matter. Arithmetic on booleans is double and sin() of an integer too, although integers and singles are
// wider than the operands: as that is not monotone, the fixed point is taken three times, each time finer:
// which signals are boolean; which of the others are integers; which type each has.
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "sim_core/compile/phases.h"
#include "sim_core/compile/readers.h"

namespace sim::compile_phases {

// Whether v is a value of the type.
bool embeds(double v, ElementType to);

class TypeInference {
 public:
  TypeInference(const EquationSystem& model, const TypeTable& types) : model_(model), stored_(types) {}

  // Whether nothing but doubles can follow from the equations, so that there is nothing to run().
  bool all_double() const;

  // `given`: the types of outputs that do not follow from equations; those in `open` have none (yet).
  void run(const std::map<Driver, ElementType>& given, const std::set<Driver>& open);

  // No type: it could not be determined.
  std::optional<ElementType> output(const Driver&) const;
  std::optional<ElementType> input(const Instance&, std::size_t port) const;
  // These two read the types of inputs that are stored in the table.
  // How many bits the numbers of an equation's value have that are whole, 32 at most; 0: they need not be.
  int whole_bits(ir::Value v) const;
  // Whether every value of an output's equation is a value of type `t` already.
  bool holds(const Driver&, ElementType t) const;
  const Readers& readers() const { return readers_; }

 private:
  void prepare();
  // A type, or less than one.
  enum Kind : signed char { Unknown = -2, Neutral = -1 };  // Neutral: parameters and constants only
  using Type = signed char;
  struct Feedback {  // a leaf that stands for a value of the same block
    ir::Op leaf;
    int first, count;
    ir::NodeId value;
  };

  static Type join(Type a, Type b);
  Type abstract(ElementType t) const;
  bool update(int instance);
  Type of_node(int instance, ir::NodeId id) const;
  Type of_leaf(int instance, const ir::Node& n) const;
  Type of_input(const Instance& instance, int slot) const;
  Type common_type_of(ir::NodeId id) const;
  Type arithmetic(ir::NodeId id) const;
  Type floating(ir::NodeId id) const;
  Type of_output(const Driver& from) const;
  bool holds(ir::NodeId id, ElementType t, int depth) const;
  ElementType type_of_input(int slot) const;
  bool is_memory(int slot) const;
  Type& at(ir::NodeId id) { return types_[static_cast<std::size_t>(id)]; }
  Type at(ir::NodeId id) const { return types_[static_cast<std::size_t>(id)]; }

  const EquationSystem& model_;
  const TypeTable& stored_;
  int level_ = 0;
  std::vector<Type> types_, coarser_;  // by node: at this level, and at the one before
  std::vector<std::vector<ir::NodeId>> nodes_;
  std::vector<std::vector<Feedback>> feedback_;
  Readers readers_;
  const std::map<Driver, ElementType>* given_ = nullptr;
  const std::set<Driver>* open_ = nullptr;
  std::map<Driver, ElementType> last_given_;
  std::set<Driver> last_open_;
};

}  // namespace sim::compile_phases
