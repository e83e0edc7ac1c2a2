#pragma once
// The part of a block's equations (equations.h) that declares what is constant along the solution, and how
// states are projected.
#include <vector>

#include "sim_core/block/equation_handles.h"
#include "sim_core/ir/external_function.h"
#include "sim_core/ir/values.h"

namespace sim {

// A state of any block.
struct StateOfBlock {
  int block = -1, state = -1;
};

// What a block declares about g(x, t). The numbers hold for all its elements, or there is one for each.
struct InvariantSpec {
  bool active = true;              // false: monitored only
  ir::Value target;                // the value it keeps; none: the one at the start
  bool recaptured = false;         // ... and again where an event resets states that it reads
  bool lower_bound = false;        // g >= target instead of g = target
  std::vector<double> weights;     // where invariants contradict one another; none: 1
  std::vector<double> tolerances;  // of the residual, relative to the terms of g; none or -1: as set
  bool shows_size = false;         // InvariantSignals::size is asked for
};

struct InvariantSignals {
  ir::Value residual;  // target - g
  // How far the last projection had to move a state on behalf of each element, in units of the solver's
  // tolerance; held between steps. None unless the spec asks for it.
  ir::Value size;
};

class InvariantEquations {
 public:
  virtual ~InvariantEquations() = default;

  // g(x, t) is constant along the solution, follows `target`, or stays above it.
  virtual InvariantSignals invariant(ir::Value g, const InvariantSpec&) = 0;
  // The states of this block have a projection of their own.
  virtual void projection(State, ir::ProjectionMethod, ir::Value u, ir::Value p) = 0;
  // Of blocks that the compiler makes: these states, one after the other, have a projection. It is repeated,
  // with arguments at the new state, until it changes nothing.
  virtual void projects(const std::vector<StateOfBlock>&, ir::StateProjectionMethod, ir::Value arguments) = 0;
};

}  // namespace sim
