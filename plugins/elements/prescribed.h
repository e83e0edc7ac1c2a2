#pragma once
// Of what prescribes a variable. Where the states no longer agree with it, because it has jumped or its
// derivative is not what was said, they are taken onto it.
#include "sim_core/block/equations.h"
#include "sim_core/ir/values.h"

namespace sim::elements {

inline void keep_to(Equations& e, ir::Value now, ir::Value wanted) {
  constexpr double relative = 1e-4, of_largest = 1e-9;  // as in compile/network_equations.cpp
  const auto size = [](ir::Value v) { return ir::make(ir::Op::Abs, v); };
  const ir::Value largest = e.memory(e.constant(0));  // until now
  e.store(largest, ir::make(ir::Op::Max, largest, size(wanted)));
  e.switches(size(now - wanted) > (size(now) + size(wanted)) * relative + largest * of_largest);
}

}  // namespace sim::elements
