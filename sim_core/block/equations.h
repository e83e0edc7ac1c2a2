#pragma once
// What the author of a block writes its equations with. Roles are assigned: whatever the expression given for
// an output does not read is, by construction, not direct feedthrough.
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sim_core/base/check_action.h"
#include "sim_core/base/crossing_direction.h"
#include "sim_core/base/diagnostic.h"
#include "sim_core/base/domain.h"
#include "sim_core/block/formula_variables.h"
#include "sim_core/block/parameters.h"
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

struct DiscreteState {
  int index = -1;
};

// A conserving port, and a branch between conserving ports, of a component of a physical network.
struct Terminal {
  int index = -1;
  int axis = 0;  // of a planar port: x, y or the angle
};
struct Branch {
  int index = -1;
};
struct BranchEnd {
  Terminal at;
  ir::Value weight;
};
// across * (across variable) + through * (through variable) = value
struct BranchLaw {
  ir::Value across, through, value;
};
// Of a branch that holds one way only or by dry friction (Equations::goes).
struct BranchWay {
  ir::Value way;  // until this instant; one-way: 1 it holds, 0 it is free; friction: 0 it is locked, 1 or -1
                  // it slips forwards or backwards
  ir::Value crossed;  // 1 where what it watched on that way has passed its limit
  ir::Value limit;  // of friction the most that it holds, as a through variable; one-way: 1 where it may hold
  ir::Value kinetic;                     // of friction its resistance while it slips
  ir::Value limit_slope, kinetic_slope;  // their time derivatives
  // Of a stop: what part of the speed of an impact it gives back, the speed up to which it gives back none,
  // and how far the integral of its across variable is beyond its limit: below 0 before it, -infinity of
  // what has no limit to its position.
  ir::Value restitution, slowest, beyond;
  ir::Value rests;  // 1 where what has crossed has come to its limit by itself, and is there at this instant
};

// A frame of a planar port: where it is, how fast it moves, and where it is from the center of its body; all
// along the axes of the world.
struct PlanarFrame {
  ir::Value x, y, angle, vx, vy, speed, arm_x, arm_y;
};
// What a branch keeps of positions: `residual` is 0, so that its across variable, the rate of what varies in
// it, is `rate`.
struct HeldPosition {
  ir::Value residual;
  ir::Value rate;   // of what is prescribed
  ir::Value size;   // the magnitude of what the residual is a difference of
  ir::Value holds;  // 1 while it does
};
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

// Where a signal is, held between events; both are 1 at zero, and neither for what is not a number.
struct SignModes {
  ir::Value above;  // >= 0
  ir::Value below;  // <= 0
};

struct EnergyTerm {
  EnergyKind kind;
  Domain domain;
  ir::Value value;
};

class Equations {
 public:
  virtual ~Equations() = default;

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
  // a >= b, held constant between events; the solver locates the sign change of a - b, if it is in the
  // direction asked for. One in the other direction shows at the end of the step. Where one of them is not a
  // number, it is 0, and the run says so.
  ir::Value crosses_above(ir::Value a, ir::Value b, CrossingDirection direction = CrossingDirection::Either) {
    return located_above(a, b, direction);
  }
  virtual ir::Value located_above(ir::Value a, ir::Value b, CrossingDirection) = 0;
  // a > b, likewise.
  ir::Value exceeds(ir::Value a, ir::Value b, CrossingDirection direction = CrossingDirection::Either) {
    return located_exceeds(a, b, direction);
  }
  virtual ir::Value located_exceeds(ir::Value a, ir::Value b, CrossingDirection) = 0;
  // Whether v grows along the solution, likewise: the solver locates where it turns.
  virtual ir::Value rises(ir::Value v) = 0;
  // The sign of v, likewise. The solver also locates where v reaches zero without passing through, and where
  // it leaves zero. Rising is to zero or through it from below, or away from zero upwards.
  virtual SignModes sign_modes(ir::Value v, CrossingDirection = CrossingDirection::Either) = 0;
  // 1 in a run that locates the crossings of this block, 0 in one that sees them at the end of a step.
  virtual ir::Value located() = 0;
  // t >= at, as an event whose time is known beforehand: `at` depends on parameters, captured values and
  // discrete slots only. After each update it is read again.
  virtual ir::Value time_reached(ir::Value at) = 0;
  // x(start), where it is not the parameter that the declaration names. To be said before x is read.
  virtual void initial(State, ir::Value) = 0;
  virtual void initial(DiscreteState, ir::Value) = 0;
  // In a major step where `condition` is not 0, x becomes `value` after the outputs. From then on `condition`
  // is 0 (an edge is) or `value` equals x.
  virtual void reset(State, ir::Value condition, ir::Value value) = 0;

  // 1 while the conditional subsystem around the block is executed; outside of any always.
  virtual ir::Value active() = 0;
  // Whether that subsystem is executed at instants only, when it is triggered or called.
  virtual bool on_demand() = 0;
  // 1 in the major step in which states are reset, because that subsystem says so.
  virtual ir::Value entering() = 0;
  // For input k of a Merge: whether the subsystem that drives it is executed.
  virtual ir::Value driver_active(int input) = 0;
  // Of an Iterator: which pass through the subsystem these equations are for, from 0. What is stored in a
  // memory is what the next pass finds there.
  virtual int pass() = 0;

  // 1 while outputs are computed at this block's sample hits; 0 in between and in minor steps.
  virtual ir::Value hit() = 0;
  // Likewise at offset + k period, whatever the block's sample time. Hits are counted, never accumulated.
  virtual ir::Value hits(double period, double offset) = 0;
  // 1 while this block is executed: at its sample hits; always, in minor steps too, where it is continuous.
  virtual ir::Value executes() = 0;
  // The number of bits of the integer type of the block's first input, once all types are known; 0 of others.
  virtual ir::Value word_length() = 0;
  // The derivative of its first input along the solution, where the compiler can write it. Where that takes
  // what this block drives, an algebraic loop, or a function without a derivative it is 0, and a run in which
  // the states depend on it fails.
  virtual ir::Value input_rate() = 0;
  // The value after this block's sample hit; stays as it is otherwise.
  virtual void next(DiscreteState, ir::Value) = 0;
  // A number that is remembered from one major step to the next: starts as `initial`, becomes what is stored.
  virtual ir::Value memory(ir::Value initial) = 0;
  virtual void store(ir::Value memory, ir::Value next) = 0;
  // At the end of each step, before anything switches, the memory becomes `v` as it is then.
  virtual void follow(ir::Value memory, ir::Value v) = 0;
  // `v` where `condition`, a hit, is not 0, else what it last was then. Before the first it is what the
  // equations give for initial states and inputs of 0.
  virtual ir::Value held_since(ir::Value condition, ir::Value v) = 0;
  // `v` while `condition` is not 0; from when it becomes 0 the value of `v` just before.
  virtual ir::Value latched(ir::Value condition, ir::Value v, ir::Value initial) = 0;
  // 1 in the major step in which a truth value has become 1 (0; either), seen from the major step before.
  virtual ir::Value rising(ir::Value truth) = 0;
  virtual ir::Value falling(ir::Value truth) = 0;

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
  // g(x, t) is constant along the solution, follows `target`, or stays above it.
  virtual InvariantSignals invariant(ir::Value g, const InvariantSpec&) = 0;
  // The states of this block have a projection of their own.
  virtual void projection(State, ir::ProjectionMethod, ir::Value u, ir::Value p) = 0;
  // Components of physical networks (compile/network_equations.h says what is solved). Along a branch flows a
  // through variable j: out of each terminal k flows weight_k j into it. Its across variable is
  // sum_k weight_k (potential of terminal k), so that their product is the power that the branch takes up.
  virtual void branch(Branch, const std::vector<BranchEnd>& ends) = 0;
  virtual ir::Value across(Branch) = 0;
  virtual ir::Value through(Branch) = 0;
  // What holds between the two. Where it switches, `next` is the law from this instant on: made of modes and
  // of what a major step knows, it is looked at where switches() says that something changes.
  virtual void law(Branch, const BranchLaw& now) = 0;
  virtual void law(Branch, const BranchLaw& now, const BranchLaw& next) = 0;
  // A gyrator (BlockTypeBuilder::gyrator), which neither stores nor loses: the power that one branch takes up
  // the other one gives, whatever the ratio is. It says the laws of both.
  //   through(one) = -ratio * across(other)     through(other) = ratio * across(one)
  virtual void gyrates(Branch one, Branch other, ir::Value ratio) = 0;
  // What is lost of the across variable in front of what stores: capacity gain dx/dt = across - drop.
  virtual void drop(Branch, ir::Value) = 0;
  // The time derivative of the law's value, for what prescribes a state.
  virtual void slope(Branch, ir::Value) = 0;
  // The branch stores 1/2 capacity (gain x)^2: its across (or through) variable is gain x, and
  // gain dx/dt = through (or across) / capacity.
  virtual void stores(Branch, State, ir::Value capacity, ir::Value gain = {}) = 0;
  // What the branch stores, J, where that is not 1/2 capacity (gain x)^2.
  virtual void stored(Branch, ir::Value energy) = 0;
  // In a major step where `condition` is not 0 the network takes on its new laws: its states become those
  // nearest in energy that satisfy them. The condition is an edge.
  virtual void switches(ir::Value condition) = 0;
  // The way that a one-way or friction branch goes from this instant on: the network decides on all of them
  // together (linalg/switching_network.h), where one of them has crossed or something else switches.
  virtual ir::Value goes(Branch, const BranchWay& now) = 0;
  // What rounding may make, behind this instant, of the variable that such a branch watches on its way; -1
  // where the network has not decided again. And the sum of the magnitudes of the terms that its across or
  // through variable balances: rounding, by the network's own numbers.
  virtual ir::Value slack(Branch) = 0;
  virtual ir::Value across_size(Branch) = 0;
  virtual ir::Value through_size(Branch) = 0;
  // How far the integral of the across variable moves at this instant: because springs jump, and what has no
  // mass moves with them, or because stops are set back onto limits that a step has gone past
  // (linalg/network_impacts.h). Whatever integrates an across variable follows: by
  // integrates(), or by a reset where network_switches().
  virtual ir::Value moved(Branch) = 0;
  virtual void integrates(State, Branch) = 0;
  // Planar mechanisms (compile/planar_linkage.h). The frame that is connected to a port that takes one; what
  // a port gives; the acceleration of gravity, from a World to all bodies.
  virtual PlanarFrame frame(Terminal) = 0;
  virtual void gives_frame(Terminal, const PlanarFrame&) = 0;
  virtual std::pair<ir::Value, ir::Value> gravity() = 0;
  virtual void gives_gravity(ir::Value x, ir::Value y) = 0;
  virtual void holds(Branch, const HeldPosition&) = 0;
  // Of blocks that the compiler makes: these states, one after the other, have a projection. It is repeated,
  // with arguments at the new state, until it changes nothing.
  virtual void projects(const std::vector<StateOfBlock>&, ir::StateProjectionMethod, ir::Value arguments) = 0;
  // The energy that the whole network loses at this instant.
  virtual ir::Value energy_loss() = 0;
  // 1 in such a step, whichever component brings it about.
  virtual ir::Value network_switches() = 0;

  // In a major step where `condition` is not 0 states jump: statistics tell of it, with the energy that is
  // lost and the largest of the impulses.
  virtual void jump(ir::Value condition, ir::Value energy_loss, ir::Value impulses) = 0;

  // What statistics tell of a network; powers where the setting EnergyBalance asks for them.
  virtual void energy(const EnergyTerm&) = 0;
  virtual bool balances_energy() = 0;

  // The model's RandomSeed, then what no other block has, and what stays when this one is moved or renamed:
  // its id in the file, and, for each For Each subsystem around, which of the copies it is in.
  virtual std::vector<std::uint64_t> identity() = 0;

  // Something about this instance that the user must hear: the block's path is added.
  virtual void report(Diagnostic) = 0;

  // `v` at this block's sample hits, held in between.
  ir::Value sampled(ir::Value v) { return held_since(hit(), v); }
  bool flag(Param p) { return value(p).number() != 0; }
  int choice(Param p) { return static_cast<int>(value(p).number()); }
  const std::string& text(Param p) { return value(p).text; }
  ir::Value constant(double v) { return graph().constant(v); }
};

}  // namespace sim
