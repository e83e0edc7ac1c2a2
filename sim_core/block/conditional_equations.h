#pragma once
// The part of a block's equations (equations.h) that depends on the conditional subsystem or the Iterator
// around it.
#include "sim_core/ir/values.h"

namespace sim {

class ConditionalEquations {
 public:
  virtual ~ConditionalEquations() = default;

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
};

}  // namespace sim
