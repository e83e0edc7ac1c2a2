#pragma once
// What the equations of a block assign, as nodes of the graph that they are written in.
#include <map>
#include <string>
#include <vector>

#include "sim_core/block/equations.h"
#include "sim_core/compile/formula_uses.h"
#include "sim_core/ir/graph.h"
#include "sim_core/program/program.h"

namespace sim::compile_phases {

struct InvariantRole {
  ir::NodeId residual = ir::no_node, target = ir::no_node;
  InvariantSpec spec;
  int captured = -1, size_slot = -1;  // of the first element; -1: none
};
struct CrossingRole {
  ir::NodeId function = ir::no_node;
  int mode = 0, below_mode = -1;  // -1: a function with two signs
  CrossingDirection direction = CrossingDirection::Either;
  bool located = true, remembers = false;
  bool unordered = false;  // the mode where the function is not a number
};
// A signal whose turning points are crossings.
struct TurnRole {
  ir::NodeId signal = ir::no_node, active = ir::no_node;
  int mode = 0;
  bool located = true;
};
struct TimeEventRole {
  ir::NodeId at = ir::no_node;
  int mode = 0;
};
struct CaptureRole {
  ir::NodeId value = ir::no_node;
  int slot = 0;
};
struct RateRole {
  double period = 0, offset = 0;
  int mode = 0;
};
struct DiscreteRole {
  std::string name;
  int first = 0;
  Shape shape;
  ir::NodeId initial = ir::no_node;
};
struct UpdateRole {
  int slot = 0;
  ir::NodeId next = ir::no_node;
  bool primed = false;
  bool stored = true;   // false: a later pass goes on with it
  bool before = false;  // it is what a truth value was before
};
struct LatchRole {
  int slot = 0;
  ir::NodeId value = ir::no_node;
  bool stored = true;
};
struct ResetRole {
  int state = 0;
  ir::NodeId condition = ir::no_node, value = ir::no_node;
  bool by_network = false;
};
struct CheckRole {
  ir::NodeId condition = ir::no_node;
  CheckAction action = CheckAction::Stop;
  std::string message;
};
struct ProjectionRole {
  int state = 0;
  ir::ProjectionMethod method;
  ir::NodeId u = ir::no_node, p = ir::no_node;
};

// Equations::energy
struct EnergyRole {
  EnergyKind kind;
  Domain domain;
  ir::NodeId value = ir::no_node;
};

// Of states of any blocks.
struct JointProjectionRole {
  std::vector<StateOfBlock> states;
  ir::StateProjectionMethod method;
  ir::NodeId arguments = ir::no_node;
};

struct JumpRole {
  ir::NodeId condition = ir::no_node, energy_loss = ir::no_node, impulses = ir::no_node;
};

// A signal whose past is read: elements slot, slot + 1, ... of what is recorded.
struct RecordedRole {
  ir::NodeId signal = ir::no_node, initial = ir::no_node, delay = ir::no_node;
  int slot = 0;
  double maximum = 0;
};

// An output that is the solution of residual = 0.
struct ImplicitRole {
  int output = 0;
  ir::NodeId residual = ir::no_node;
  double tolerance = 0;
  bool reads_itself = false;  // the residual reads the output within the block
};

// What a block's equations assigned: nodes of the open graph, in which inputs are leaves.
struct Roles {
  std::vector<ir::NodeId> outputs, derivatives, initial_states;
  std::vector<CrossingRole> crossings;
  std::vector<TurnRole> turns;
  std::vector<TimeEventRole> time_events;
  std::vector<RateRole> rates;
  std::vector<DiscreteRole> discrete;
  std::vector<UpdateRole> updates;
  std::vector<LatchRole> latches;
  std::vector<ResetRole> resets;
  std::vector<CheckRole> checks;
  std::vector<CaptureRole> captures;
  std::vector<InvariantRole> invariants;
  std::vector<ProjectionRole> projections;
  std::vector<JointProjectionRole> joint_projections;
  std::vector<RecordedRole> recorded;
  std::vector<JumpRole> jumps;
  std::vector<EnergyRole> energies;
  std::vector<ImplicitRole> implicit;
  std::map<int, ElementType> output_types;  // by output: what the equations say of it
  std::vector<ir::NodeId> guesses;          // by output: of an algebraic loop; may be none
  VariablesRead variables;                  // of its formulas
  std::vector<ir::NodeId> decisions;        // what these were written for, made of variables and constants

  ImplicitRole* implicit_output(int port) {
    for (ImplicitRole& role : implicit)
      if (role.output == port) return &role;
    return nullptr;
  }
  const ImplicitRole* implicit_output(int port) const {
    return const_cast<Roles*>(this)->implicit_output(port);
  }
};

}  // namespace sim::compile_phases
