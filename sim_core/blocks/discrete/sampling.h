#pragma once
// What blocks that work at sample hits have in common.
#include <limits>
#include <string>
#include <vector>

#include "sim_core/block/builder.h"
#include "sim_core/blocks/zeros.h"

namespace sim::blocks {

// The choices of a parameter ExternalReset.
inline std::vector<std::string> reset_kinds() {
  return {"none", "rising", "falling", "either", "level", "level hold"};
}
inline constexpr int no_reset = 0, rising_reset = 1, falling_reset = 2, either_reset = 3, level_reset = 4,
                     level_hold_reset = 5;

// 1 at a hit at which a signal that is looked at only then calls for a reset. A signal is true above 0; an
// edge is a change from one hit to the next. A level is any number that is not 0; `level` includes the hit at
// which it ends.
inline ir::Value sampled_reset(Equations& e, int kind, ir::Value signal) {
  const bool level = kind == level_reset || kind == level_hold_reset;
  const ir::Value zero = zeros(e, signal.shape());
  const ir::Value now = level ? ir::make(ir::Op::NotEqual, signal, zero) : signal > zero;
  if (kind == level_hold_reset) return now;
  const ir::Value was = e.memory(zero), seen = e.memory(zero);
  e.store(was, select(e.hit(), now, was));
  e.store(seen, select(e.hit(), e.constant(1), seen));
  const ir::Value rises = seen * (1.0 - was) * now, falls = seen * was * (1.0 - now);
  switch (kind) {
    case rising_reset:
      return rises;
    case falling_reset:
      return falls;
    case either_reset:
      return rises + falls;
    default:
      return ir::make(ir::Op::Or, now, falls);
  }
}

// The period that a parameter SampleTime gives; 0 where the block inherits it.
inline double given_period(Equations& e, Param sample_time) {
  const double period = e.value(sample_time).number();
  return period > 0 && period < std::numeric_limits<double>::infinity() ? period : 0;
}

// The time since the hit before: the period as it was given, else as measured; then 0 at the first hit.
inline ir::Value time_since_last_hit(Equations& e, Param sample_time) {
  if (const double period = given_period(e, sample_time); period > 0) return e.constant(period);
  const ir::Value last = e.memory(e.constant(0)), seen = e.memory(e.constant(0));
  e.store(last, select(e.hit(), e.time(), last));
  e.store(seen, select(e.hit(), e.constant(1), seen));
  return select(seen, e.time() - last, e.constant(0));
}

}  // namespace sim::blocks
