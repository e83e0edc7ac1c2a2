#pragma once
// What the author of a block writes its equations with. Roles are assigned: whatever the expression given for
// an output does not read is, by construction, not direct feedthrough.
#include <string>
#include <vector>

#include "sim_core/base/diagnostic.h"
#include "sim_core/block/parameters.h"
#include "sim_core/expr/evaluate.h"
#include "sim_core/ir/external_function.h"
#include "sim_core/ir/values.h"

namespace sim {

// Handles that a declaration hands out and its equations use.
struct In {
  int index = -1;
};
struct Out {
  int index = -1;
};
struct State {
  int index = -1;
};

struct InvariantSpec {
  bool active = true;    // false: monitored only
  bool captured = true;  // the value it keeps is the one at the start; false: `target`
  ir::Value target;      // the given value
};

class Equations {
 public:
  virtual ~Equations() = default;

  virtual ir::Graph& graph() = 0;
  virtual ir::Value operator()(Param) = 0;  // Real and Integer
  virtual ir::Value operator()(In) = 0;
  virtual ir::Value operator()(State) = 0;
  virtual ir::Value time() = 0;
  virtual const ParameterValue& value(Param) = 0;  // as evaluated; not tunable
  virtual int input_count() = 0;
  virtual int output_count() = 0;
  virtual Shape input_shape(In) = 0;
  virtual Shape output_shape(Out) = 0;
  // The variables that a Formula may use besides the block's inputs.
  virtual const expr::Scope& variables() = 0;

  // dx/dt; the state's shape, or a scalar that is repeated.
  virtual void derivative(State, ir::Value) = 0;
  // Likewise for an output.
  virtual void output(Out, ir::Value) = 0;
  // a >= b, held constant between events; the solver locates the sign change of a - b.
  virtual ir::Value crosses_above(ir::Value a, ir::Value b) = 0;
  // t >= at, as an event whose time is known beforehand. `at` depends on parameters only.
  virtual ir::Value time_reached(ir::Value at) = 0;
  // The value at the start of the run.
  virtual ir::Value captured(ir::Value) = 0;
  // g(x, t) is constant along the solution. Gives the residual: target - g.
  virtual ir::Value invariant(ir::Value g, const InvariantSpec&) = 0;
  // The states of this block have a projection of their own.
  virtual void projection(State, ir::ProjectionMethod, ir::Value u, ir::Value p) = 0;
  // Something about this instance that the user must hear: the block's path is added.
  virtual void report(Diagnostic) = 0;

  bool flag(Param p) { return value(p).number() != 0; }
  int choice(Param p) { return static_cast<int>(value(p).number()); }
  const std::string& text(Param p) { return value(p).text; }
  ir::Value constant(double v) { return graph().constant(v); }
};

}  // namespace sim
