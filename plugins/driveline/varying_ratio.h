#pragma once
// A transmission without inertia or loss whose ratio follows a position: y = f(x), and so
//
//   v_y = f'(x) v_x,   dv_y/dt = f'(x) dv_x/dt + f''(x) v_x^2
//
// x is a state. Behind each step the velocities are taken back onto the first line, at the least energy
// (compile/coupled_speeds.h).
#include "sim_core/block/equations.h"
#include "sim_core/ir/values.h"

namespace sim::driveline {

struct VaryingRatio {
  Terminal from, to;
  Branch ratio;     // a holding_branch
  Branch position;  // that nothing goes through
  State x;
};
// f' and f'' where x is; size: that of f' elsewhere. At a dead center, as near as an instant is located, f'
// is 0: whatever holds y there, as friction that y comes to rest at, does not hold x.
inline void write_ratio(Equations& e, const VaryingRatio& of, ir::Value slope, ir::Value bend,
                        ir::Value size) {
  constexpr double located = 0x1p-36;
  const ir::Value zero = e.constant(0), one = e.constant(1);
  const ir::Value ratio = select(ir::make(ir::Op::Abs, slope) < size * located, zero, slope);
  e.branch(of.position, {{of.from, one}});
  e.law(of.position, {zero, one, zero});
  e.integrates(of.x, of.position);
  // Where y is held, x cannot go on beyond a dead center.
  e.check(
      e.slack(of.ratio) & logical_not(ratio), CheckAction::Error,
      "it is at a dead center, and what it moves there is held: its shaft would stop at once; let that give "
      "way, by a spring or friction");
  // What has no mass moves at an instant with a spring that jumps, and what is connected follows in the first
  // order only.
  constexpr double little = 1e-4, much = 0.05;  // rad
  const ir::Value moved = ir::make(ir::Op::Abs, e.moved(of.position));
  e.check(
      moved > e.constant(much), CheckAction::Error,
      "its angle jumps, and what is connected cannot follow: give it an inertia, and let the solver locate "
      "where stops are hit");
  e.check(moved > e.constant(little), CheckAction::Warning,
          "its angle jumps by a little, which what is connected follows as if its ratio stayed: give it an "
          "inertia");
  e.branch(of.ratio, {{of.from, ratio}, {of.to, -one}});
  e.law(of.ratio, {one, zero, zero});
  e.slope(of.ratio, -(bend * ir::square(e.across(of.position))));
}

}  // namespace sim::driveline
