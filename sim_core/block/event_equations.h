#pragma once
// The part of a block's equations (equations.h) that switches: comparisons that are held between events,
// whose crossings the solver locates, and states that jump at them.
#include "sim_core/base/crossing_direction.h"
#include "sim_core/block/equation_handles.h"
#include "sim_core/ir/values.h"

namespace sim {

// Where a signal is, held between events; both are 1 at zero, and neither for what is not a number.
struct SignModes {
  ir::Value above;  // >= 0
  ir::Value below;  // <= 0
};

class EventEquations {
 public:
  virtual ~EventEquations() = default;

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
  // In a major step where `condition` is not 0, x becomes `value` after the outputs. From then on `condition`
  // is 0 (an edge is) or `value` equals x.
  virtual void reset(State, ir::Value condition, ir::Value value) = 0;
  // In a major step where `condition` is not 0 states jump: statistics tell of it, with the energy that is
  // lost and the largest of the impulses.
  virtual void jump(ir::Value condition, ir::Value energy_loss, ir::Value impulses) = 0;
};

}  // namespace sim
