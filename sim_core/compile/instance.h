#pragma once
// One block while it is being compiled, and what its ports are wired to.
#include <compare>
#include <string>
#include <vector>

#include "sim_core/block/block_library.h"
#include "sim_core/compile/roles.h"
#include "sim_core/diagram/diagram.h"
#include "sim_core/expr/workspace.h"
#include "sim_core/program/read_sets.h"

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
struct Piecewise {
  enum class Kind { No, Splits, Joins } kind = Kind::No;
  PieceRule rule;        // of an input that is split; for Joins: the one that says how many copies there are
  int joined_along = 1;  // dimension, of Joins
  int piece = 0;         // of Splits: which it gives
  std::vector<int> copies;  // of Joins: the Outports that the pieces arrive at
};

// What State Reader, State Writer and Parameter Writer blocks do with a block (accesses.h): inputs and
// outputs of it behind its own ports, which its equations do not know of.
struct Access {
  struct Shown {
    int state = 0, output = 0;
  };
  struct Written {
    int target = 0;             // a state, or a parameter
    int value = 0, is_now = 0;  // inputs
  };
  std::vector<Shown> shown;  // states: the continuous ones, then the discrete ones
  std::vector<Written> states, parameters;
  int inputs = 0, outputs = 0;            // how many ports there are of them
  int first_input = 0, first_output = 0;  // where they begin
  bool is_input(int port) const { return port >= first_input && port < first_input + inputs; }
};

// A variable that a formula of a block may read, among Program::parameters.
struct VariableSlot {
  std::string name;
  int first = 0;
  Shape shape;
};

// One block while it is being compiled.
struct Instance {
  Id id = no_id;
  const Block* block = nullptr;
  const BlockType* type = nullptr;
  std::string path;
  const expr::Scope* variables = nullptr;  // those its parameters may use
  ParameterValues parameters;
  std::vector<PortSpec> inputs, outputs;
  std::vector<Driver> drivers;  // by input; subsystem borders are seen through
  std::vector<Shape> input_shapes, output_shapes, state_shapes;
  std::vector<bool> complex_memories;  // in the order that the equations ask for them
  std::vector<ElementType> input_types, output_types;
  std::vector<std::string> input_units, output_units;  // empty: not known
  std::vector<std::vector<Segment>> segments;          // by input; Mux and Demux are seen through too
  std::vector<int> parameter_first;          // by parameter: into Program::parameters; -1: not numeric
  std::vector<VariableSlot> variable_slots;  // numbers that its formulas name
  std::vector<int> input_first;              // by input: the first element of its Input leaf
  int hidden_first = -1;                     // the Input leaf of the first hidden input
  int controller = -1;                       // the control block of the conditional subsystem around it
  int rules_from = 0;                        // of a control block: the output that says when it is executed
  int iterator = -1;                         // of the nearest iterated subsystem around it
  Piecewise piecewise;
  Access access;
  bool tells_hits = false;  // its outputs are not held from one of its sample hits to the next
  // Blocks inside iterated and For Each subsystems stand here several times (unroll). The memories of a pass
  // begin with what they were to become in the pass before.
  bool copy = false;                          // not the first
  std::vector<int> pieces;                    // of the For Each subsystems around, the innermost first: which
  int pass = 0;                               // of an Iterator
  int previous = -1;                          // the same block in the pass before
  bool goes_on = false;                       // a later pass begins with its memories
  bool resets_each_step = false;              // its memories have their initial values at each time step
  std::vector<int> kept_in;                   // by memory: the slot that it has between time steps; -1: none
  int carried_from = 0;                       // the output that is its first memory as it will be
  int memory_inputs = 0, memory_outputs = 0;  // ports behind the others
  int network_inputs = 0, network_outputs = 0;  // likewise, of a component: what leads to its network
  int network_input = -1, network_output = -1;  // the first of them; -1: it is in none
  bool network_stops = false;                   // there are stops in that network, which may move positions
  bool network_springs = false;                 // likewise, what stores a through variable
  std::vector<int> jumping;  // of a network: by branch, the component that an impulse acts on
  SampleTime sample_time{SampleTime::Kind::Inherited};
  int hit_mode = -1;  // of Discrete: the mode that is 1 at its sample hits
  std::vector<int> state_first;
  Roles roles;
  ReadSets reads;                                   // direct feedthrough
  std::vector<std::vector<bool>> reads_controller;  // [output][output of the controller]
  bool reduced = false;                             // computes nothing that anybody needs
  bool idle = false;                                // the same, but block reduction is off

  // How many ports it has without those that the compiler gave it.
  std::size_t own_inputs() const {
    return inputs.size() - static_cast<std::size_t>(memory_inputs + network_inputs + access.inputs);
  }
  std::size_t own_outputs() const {
    return outputs.size() - static_cast<std::size_t>(memory_outputs + network_outputs + access.outputs);
  }
  // Holds an output of a conditional subsystem while that is not executed, or converts that of any.
  bool holds_output() const { return type->role == BlockRole::Outport && !outputs.empty(); }
  bool records_inputs() const { return type->logs_inputs && !holds_output(); }
  // Takes part in a physical network, and writes equations for it.
  bool is_component() const {
    return !type->conserving.empty() && type->role == BlockRole::Ordinary && !reduced;
  }
  bool is_virtual() const {
    if (piecewise.kind != Piecewise::Kind::No) return true;
    if (type->role == BlockRole::Inport) return inputs.empty();
    return type->role != BlockRole::Ordinary && type->role != BlockRole::Outport &&
           type->role != BlockRole::Control && type->role != BlockRole::Iterator;
  }
};

}  // namespace sim::compile_phases
