#pragma once
// A state that stays at a limit while something pushes it there.
#include <limits>

#include "sim_core/block/equations.h"
#include "sim_core/blocks/zeros.h"
#include "sim_core/ir/values.h"

namespace sim::blocks {

// A solver leaves a state whose rate has become zero where it was but for its tolerance. So what has come to
// rest is held by a memory, not by comparing, and is put back onto the limit where it is let go.
class StateLimit {
 public:
  enum class Side { Lower = -1, Upper = 1 };
  // `leaves`: 1 where x is on its way back from the limit. Exactly on it x then counts as inside: it need not
  // be found leaving.
  StateLimit(Equations& e, State x, ir::Value limit, Side side, ir::Value leaves = {})
      : e_(e), x_(x), limit_(limit) {
    const double outwards = side == Side::Upper ? 1 : -1;
    none_ = zeros(e, e(x).shape()) - outwards * at_no_limit;
    held_at_ = e.memory(none_);
    held_ = ir::make(ir::Op::Equal, held_at_, limit);
    ir::Value beyond = side == Side::Upper ? e(x) - limit : limit - e(x);
    if (leaves)
      beyond = select(leaves & ir::make(ir::Op::Equal, e(x), limit),
                      e.constant(-std::numeric_limits<double>::min()), beyond);
    reached_ = e.crosses_above(select(held_, e.constant(1), beyond), e.constant(0));
    e.reset(x, e.rising(reached_), limit);
  }

  ir::Value reached() const { return reached_; }  // 1 at the limit or beyond it
  ir::Value held() const { return held_; }        // 1 where it has rested since the last major step

  // Where the limit is what the block gives: also at the instant at which it is let go, before the state is
  // back on it; else a loop through what lets it go would have no solution there.
  ir::Value shows(ir::Value rests) const { return rests | (held_ & e_.located()); }

  // `rests`: whether the rate is zero there; `restarts`: whether the state begins somewhere else.
  void hold(ir::Value rests, ir::Value restarts) {
    const ir::Value stays = rests & logical_not(restarts);
    e_.reset(x_, held_ & logical_not(rests | restarts), limit_);
    e_.store(held_at_, select(stays, limit_, none_));
  }

 private:
  static constexpr double at_no_limit = 1e308;
  Equations& e_;
  State x_;
  ir::Value limit_, none_, held_at_, held_, reached_;
};

}  // namespace sim::blocks
