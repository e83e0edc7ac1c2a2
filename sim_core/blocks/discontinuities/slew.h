#pragma once
// A signal that follows another within rates of change, from one major step to the next.
#include "sim_core/blocks/zeros.h"

namespace sim::blocks {

// `rise` and `fall` say how far the output may go up, and down (below 0), in the time since the major step
// before, which they are given. Catching up with u is located.
template <class Rise, class Fall>
ir::Value slew_limited(Equations& e, ir::Value u, ir::Value initial, Rise rise, Fall fall) {
  const ir::Value none = zeros(e, initial.shape());
  const ir::Value last = e.memory(initial), then = e.memory(e.time());
  const ir::Value was_above = e.memory(none), was_below = e.memory(none);
  const ir::Value elapsed = e.time() - then;
  const ir::Value most = last + rise(elapsed), least = last + fall(elapsed);
  const ir::Value no_crossing = none - 1.0;
  const ir::Value above = e.crosses_above(select(was_above, u - most, no_crossing), e.constant(0));
  const ir::Value below = e.crosses_above(select(was_below, least - u, no_crossing), e.constant(0));
  const ir::Value following = ir::make(ir::Op::Max, ir::make(ir::Op::Min, u, most), least);
  const ir::Value now = select(above, most, select(below, least, following));
  e.store(last, now);
  e.store(then, e.time());
  e.store(was_above, u > now);
  e.store(was_below, u < now);
  return now;
}

// The same from one sample hit to the next: between them it does not change.
template <class Rise, class Fall>
ir::Value sampled_slew_limited(Equations& e, ir::Value u, ir::Value initial, Rise rise, Fall fall) {
  const ir::Value last = e.memory(initial), then = e.memory(e.time()), hit = e.hit();
  const ir::Value elapsed = e.time() - then;
  const ir::Value most = last + rise(elapsed), least = last + fall(elapsed);
  const ir::Value now = ir::make(ir::Op::Max, ir::make(ir::Op::Min, u, most), least);
  e.store(last, select(hit, now, last));
  e.store(then, select(hit, e.time(), then));
  return e.sampled(now);
}

}  // namespace sim::blocks
