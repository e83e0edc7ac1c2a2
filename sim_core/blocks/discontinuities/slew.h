#pragma once
// A signal that follows another within rates of change, from one major step to the next.
#include "sim_core/blocks/zeros.h"

namespace sim::blocks {

// `rise` and `fall` say how far the output may go up, and down (below 0), in the time since the major step
// before, which they are given. Located are catching up with u, and where u becomes too fast.
template <class Rise, class Fall>
ir::Value slew_limited(Equations& e, ir::Value u, ir::Value initial, Rise rise, Fall fall) {
  const ir::Value none = zeros(e, initial.shape());
  const ir::Value was_above = e.memory(none), was_below = e.memory(none);
  // Where it was when the step began; and when it ended, from where it goes on if its input jumps there.
  const ir::Value first = e.memory(initial), begun = e.memory(e.time());
  const ir::Value last = e.memory(initial), then = e.memory(e.time());
  const ir::Value in_step = e.time() - begun, elapsed = e.time() - then;
  const ir::Value no_crossing = none - 1.0, zero = e.constant(0);
  const ir::Value above = e.crosses_above(select(was_above, u - (first + rise(in_step)), no_crossing), zero);
  const ir::Value below = e.crosses_above(select(was_below, first + fall(in_step) - u, no_crossing), zero);
  const ir::Value most = last + rise(elapsed), least = last + fall(elapsed);
  const ir::Value limited = ir::make(ir::Op::Max, ir::make(ir::Op::Min, u, most), least);
  // It has caught up where only the rounding of that instant is between them.
  const auto size = [](ir::Value v) { return ir::make(ir::Op::Abs, v); };
  const ir::Value instant = size(e.time()) * 1e-14;
  const ir::Value rounding = (size(u) + size(last)) * 1e-13 + size(rise(instant)) + size(fall(instant));
  const ir::Value following = select(size(u - last) <= rounding, u, limited);
  const ir::Value now = select(above, most, select(below, least, following));
  // A step ends where u begins to rise or fall too fast: from there the output goes on at its limit.
  e.rises(u - rise(in_step));
  e.rises(u - fall(in_step));
  e.follow(last, now);
  e.follow(then, e.time());
  e.store(last, now);
  e.store(then, e.time());
  e.store(first, now);
  e.store(begun, e.time());
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
