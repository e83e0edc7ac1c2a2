#pragma once
// A program in which more than the continuous states are states: what it is to be differentiated along. The
// states of the lifted program are, one after the other,
//
//   x   the continuous states
//   d   the discrete slots, where asked for
//   p   parameters: the inputs of a linear model
//   t   the time, where asked for
//   v   what delays give: the past of recorded signals is no function of the state, but an input
//   h   parameters, and slopes of what delays give, that are held: no derivative is wanted along them
//
// Its only kernels are the rows that are asked for and their derivatives along x, d, p, t and v.
#include <memory>
#include <span>
#include <vector>

#include "sim_core/program/program.h"

namespace sim {

struct ParameterRange {
  int first = 0, count = 0;  // elements of Program::parameters
};

struct LiftQuestion {
  std::vector<ir::NodeId> rows;  // nodes of the program's graph
  std::vector<ParameterRange> inputs, held;
  std::vector<double> parameters;  // values of all of them
  bool discrete = false, time = false;
};

struct LiftedProgram {
  std::shared_ptr<const Program> program;
  int d_at = 0, p_at = 0, v_at = 0, h_at = 0;  // where each group of states begins
  int t_at = -1;                               // -1: the time is no state
  int columns() const { return h_at; }         // that derivatives are wanted along: x, d, p, t and v
  // One node of the original that gives the past of recorded signals.
  struct Delay {
    ir::NodeId value = ir::no_node, time = ir::no_node;  // the node, and the time it is read at
    int slot = 0, first = 0, count = 0;                  // recorded signals; states
    int slope_at = -1, time_at = -1;                     // states; -1: the time moves with nothing
  };
  std::vector<Delay> delays;
  struct Held {
    ir::NodeId node = ir::no_node;  // of the original
    int first = 0, count = 0;       // states
  };
  std::vector<Held> held;  // nodes that are held, and the held parameters of the question behind each other
  int held_parameters_at = 0;
};

// Throws WorkStopped and OverBudget, as the compiler does.
LiftedProgram lift(const Program& original, const LiftQuestion& question);

}  // namespace sim
