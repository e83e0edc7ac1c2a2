#pragma once
// One block while it is being compiled: what the diagram says of it, and what drives it. What later stages
// find out about it stands in their tables (model.h), by its index.
#include <compare>
#include <string>
#include <vector>

#include "sim_core/block/block_library.h"
#include "sim_core/compile/shared_list.h"
#include "sim_core/diagram/diagram.h"
#include "sim_core/expr/workspace.h"

namespace sim::compile_phases {

// Where an input's value comes from: an output of an instance. Instance -1: nothing drives it, it reads zero.
struct Driver {
  int instance = -1;
  int port = 0;
  auto operator<=>(const Driver&) const = default;
};
// Some elements of an output of a block that is not virtual.
struct Segment {
  Driver from;
  int first = 0, count = 0;
};

// A port of a For Each subsystem: an Inport gives one piece of what arrives, an Outport puts the pieces of
// all copies together.
enum class PiecePort { No, Splits, Joins };

// A variable that a formula of a block may read, among Parameters::values.
struct VariableSlot {
  std::string name;
  int first = 0;
  Shape shape;
};

struct Instance {
  int index = -1;  // of its rows in all tables
  Id id = no_id;
  const Block* block = nullptr;
  const BlockType* type = nullptr;
  std::string path;
  const expr::Scope* variables = nullptr;  // those its parameters may use
  SharedList<ParameterValues> parameters;
  std::vector<int> parameter_first;          // by parameter: into Parameters::values; -1: not numeric
  std::vector<VariableSlot> variable_slots;  // numbers that its formulas name
  SharedList<std::vector<PortSpec>> inputs, outputs;
  int added_inputs = 0, added_outputs = 0;  // how many of them the compiler gave it, behind its own
  std::vector<Driver> drivers;              // by input; subsystem borders are seen through
  PiecePort piece_port = PiecePort::No;
  int controller = -1;   // the control block of the conditional subsystem around it
  int rules_from = 0;    // of a control block: the output that says when it is executed
  int iterator = -1;     // of the nearest iterated subsystem around it
  bool reduced = false;  // computes nothing that anybody needs
  bool idle = false;     // the same, but block reduction is off

  // Without those that the compiler gave it.
  std::size_t own_inputs() const { return inputs.size() - static_cast<std::size_t>(added_inputs); }
  std::size_t own_outputs() const { return outputs.size() - static_cast<std::size_t>(added_outputs); }
  // Holds an output of a conditional subsystem while that is not executed, or converts that of any.
  bool holds_output() const { return type->role == BlockRole::Outport && !outputs.empty(); }
  bool records_inputs() const { return type->logs_inputs && !holds_output(); }
  // Takes part in a physical network, and writes equations for it.
  bool is_component() const {
    return !type->conserving.empty() && type->role == BlockRole::Ordinary && !reduced;
  }
  bool is_virtual() const {
    if (piece_port != PiecePort::No) return true;
    if (type->role == BlockRole::Inport) return inputs.empty();
    return type->role != BlockRole::Ordinary && type->role != BlockRole::Outport &&
           type->role != BlockRole::Control && type->role != BlockRole::Iterator;
  }
};

}  // namespace sim::compile_phases
