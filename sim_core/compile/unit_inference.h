#pragma once
// The unit of every signal, as far as it follows from the units that blocks declare: what is added, compared
// or selected has one unit, a product has the product of the units, an integral that of the derivative times
// seconds. Parameters have no unit, so that a product with one has an unknown unit. The least fixed point:
// the order of blocks does not matter. Where several units meet, the result is not known.
#include <map>
#include <optional>
#include <vector>

#include "sim_core/base/unit.h"
#include "sim_core/compile/phases.h"

namespace sim::compile_phases {

class UnitInference {
 public:
  // What is known of one unit: nothing, the unit, or that there are several.
  struct Known {
    enum class Kind : unsigned char { Nothing, One, Several } kind = Kind::Nothing;
    PhysicalUnit unit;
    std::optional<PhysicalUnit> one() const { return kind == Kind::One ? std::optional(unit) : std::nullopt; }
  };

  UnitInference(const EquationSystem& model, std::map<Driver, PhysicalUnit> declared);

  std::optional<PhysicalUnit> output(const Driver& from) const { return of_output(from).one(); }
  std::optional<PhysicalUnit> input(const Instance& instance, std::size_t port) const {
    return of_input(instance, port, 0, model_.shapes[instance].inputs[port].size()).one();
  }
  // Two operands of one operation that ought to have the same unit.
  struct Mismatch {
    ir::NodeId first, second;
    PhysicalUnit first_unit, second_unit;
  };
  // The first in a block's equations.
  std::optional<Mismatch> mismatch(int instance) const;

 private:
  static Known join(const Known& a, const Known& b);
  bool update(int instance);
  Known of_node(ir::NodeId id) const;
  Known of_leaf(const ir::Node& n) const;
  Known of_input(const Instance& instance, std::size_t port, int first, int count) const;
  Known of_output(const Driver& from) const;
  const Known& at(ir::NodeId id) const { return known_[static_cast<std::size_t>(id)]; }

  const EquationSystem& model_;
  std::map<Driver, PhysicalUnit> declared_;
  std::vector<Known> known_;  // by node
  std::vector<std::vector<ir::NodeId>> nodes_;
  std::map<int, ir::NodeId> derivatives_, captured_, discrete_;  // by first slot
};

}  // namespace sim::compile_phases
