#pragma once
// Of what prescribes a variable. Where the states no longer agree with it, because it has jumped or its
// derivative is not what was said, they are taken onto it.
#include "sim_core/block/equations.h"
#include "sim_core/ir/values.h"

namespace sim::elements {

inline void keep_to(Equations& e, ir::Value now, ir::Value wanted) {
  constexpr double relative = 1e-4, of_largest = 1e-9;  // as in compile/network_contradiction.cpp
  const auto size = [](ir::Value v) { return ir::make(ir::Op::Abs, v); };
  const ir::Value largest = e.memory(e.constant(0));  // until now
  e.store(largest, ir::make(ir::Op::Max, largest, size(wanted)));
  e.switches(size(now - wanted) > (size(now) + size(wanted)) * relative + largest * of_largest);
}

// The through variable of a branch, given with its derivative.
inline void prescribe_through(Equations& e, Branch b, ir::Value value, ir::Value slope) {
  e.law(b, {e.constant(0), e.constant(1), -value});
  e.slope(b, -slope);
  keep_to(e, -e.through(b), value);
}

// Ideal sensors: one that nothing goes through, and one that is an open connection.
inline void show_across(Equations& e, Branch b, Out shown) {
  e.law(b, {e.constant(0), e.constant(1), e.constant(0)});
  e.output(shown, e.across(b));
}
inline void show_through(Equations& e, Branch b, Out shown) {
  e.law(b, {e.constant(1), e.constant(0), e.constant(0)});
  e.output(shown, e.through(b));
}

}  // namespace sim::elements
