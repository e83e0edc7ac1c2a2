#pragma once
// The part of a block's equations (equations.h) that happens at instants: sample hits, discrete states, and
// what is remembered from one major step to the next.
#include "sim_core/block/equation_handles.h"
#include "sim_core/ir/values.h"

namespace sim {

class SampledEquations {
 public:
  virtual ~SampledEquations() = default;

  // 1 while outputs are computed at this block's sample hits; 0 in between and in minor steps.
  virtual ir::Value hit() = 0;
  // Likewise at offset + k period, whatever the block's sample time. Hits are counted, never accumulated.
  virtual ir::Value hits(double period, double offset) = 0;
  // 1 while this block is executed: at its sample hits; always, in minor steps too, where it is continuous.
  virtual ir::Value executes() = 0;
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
  // `v` at this block's sample hits, held in between.
  ir::Value sampled(ir::Value v) { return held_since(hit(), v); }
};

}  // namespace sim
