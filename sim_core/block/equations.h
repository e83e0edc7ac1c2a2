#pragma once
// What the author of a block writes its equations with. Roles are assigned: whatever the expression given for
// an output does not read is, by construction, not direct feedthrough.
//
// What every block may need is here; what fewer need stands in a header of its own: events
// (event_equations.h), sample hits and memories (sampled_equations.h), conditional execution
// (conditional_equations.h), invariants (invariant_equations.h), physical networks (component_equations.h)
// and planar mechanisms (planar_equations.h).
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sim_core/base/check_action.h"
#include "sim_core/base/diagnostic.h"
#include "sim_core/block/component_equations.h"
#include "sim_core/block/conditional_equations.h"
#include "sim_core/block/event_equations.h"
#include "sim_core/block/formula_variables.h"
#include "sim_core/block/invariant_equations.h"
#include "sim_core/block/parameters.h"
#include "sim_core/block/planar_equations.h"
#include "sim_core/block/sampled_equations.h"

namespace sim {

class Equations : public EventEquations,
                  public SampledEquations,
                  public ConditionalEquations,
                  public InvariantEquations,
                  public ComponentEquations,
                  public PlanarEquations {
 public:
  virtual ir::Graph& graph() = 0;
  virtual ir::Value operator()(Param) = 0;  // Real and Integer
  virtual ir::Value operator()(In) = 0;
  virtual ir::Value operator()(State) = 0;
  // The state before whatever happens to it at this instant: what a state port shows. It does not depend on
  // initial conditions, so that two states can hand over to one another.
  virtual ir::Value before(State) = 0;
  virtual ir::Value operator()(DiscreteState) = 0;  // before this instant's update
  virtual ir::Value time() = 0;
  virtual const ParameterValue& value(Param) = 0;  // as evaluated; not tunable
  virtual ElementType type(Param) = 0;             // an integer type where its expression gives such numbers
  virtual int input_count() = 0;
  virtual int output_count() = 0;
  virtual Shape input_shape(In) = 0;
  virtual Shape output_shape(Out) = 0;
  // The variables that a Formula may use besides the block's inputs.
  virtual FormulaVariables& variables() = 0;
  // dx/dt; the state's shape, or a scalar that is repeated.
  virtual void derivative(State, ir::Value) = 0;
  // Likewise for an output.
  virtual void output(Out, ir::Value) = 0;
  // What the output holds is of this type, which nobody has chosen otherwise.
  virtual void output_type(Out, ElementType) = 0;
  // An output that is defined implicitly, by the value of its shape that residual() makes zero: an algebraic
  // loop is closed through this block. Gives that value. The first search begins at `guess`, made of
  // parameters only; a residual within `tolerance` will do, 0 meaning round-off.
  virtual ir::Value implicit_output(Out, ir::Value guess, double tolerance = 0) = 0;
  virtual void residual(Out, ir::Value) = 0;
  // If an algebraic loop goes through this output: where the first search begins. Made of parameters only.
  virtual void loop_guess(Out, ir::Value guess) = 0;
  // x(start), where it is not the parameter that the declaration names. To be said before x is read.
  virtual void initial(State, ir::Value) = 0;
  virtual void initial(DiscreteState, ir::Value) = 0;
  // The number of bits of the integer type of the block's first input, once all types are known; 0 of others.
  virtual ir::Value word_length() = 0;
  // The derivative of its first input along the solution, where the compiler can write it. Where that takes
  // what this block drives, an algebraic loop, or a function without a derivative it is 0, and a run in which
  // the states depend on it fails.
  virtual ir::Value input_rate() = 0;
  // Ends the run in the major step in which an element of `condition` is not 0, as wanted, or with an error;
  // a warning goes on.
  virtual void check(ir::Value condition, CheckAction, std::string message) = 0;
  // The same, as a setting of the model says: none, warning or error.
  virtual void check(ir::Value condition, std::string_view setting, std::string message) = 0;
  // `signal` as it was `delay` seconds ago, `initial` where that lies before the start. Scalars among the
  // three stand for all elements; the delay may change; it is kept between 0 and `maximum`. Of the signal
  // nothing is direct feedthrough, of the delay everything is.
  virtual ir::Value delayed(ir::Value signal, ir::Value delay, ir::Value initial, double maximum) = 0;
  // The value at the start of the run.
  virtual ir::Value captured(ir::Value) = 0;
  // The model's RandomSeed, then what no other block has, and what stays when this one is moved or renamed:
  // its id in the file, and, for each For Each subsystem around, which of the copies it is in.
  virtual std::vector<std::uint64_t> identity() = 0;
  // Something about this instance that the user must hear: the block's path is added.
  virtual void report(Diagnostic) = 0;
  bool flag(Param p) { return value(p).number() != 0; }
  int choice(Param p) { return static_cast<int>(value(p).number()); }
  const std::string& text(Param p) { return value(p).text; }
  ir::Value constant(double v) { return graph().constant(v); }
};

}  // namespace sim
