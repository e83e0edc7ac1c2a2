#pragma once
// Of what prescribes a variable. Where the states no longer agree with it, because it has jumped or its
// derivative is not what was said, they are taken onto it.
#include "sim_core/block/equations.h"
#include "sim_core/ir/values.h"

namespace sim::elements {

inline void keep_to(Equations& e, ir::Value now, ir::Value wanted) {
  constexpr double relative = 1e-4, absolute = 1e-9;
  const auto size = [](ir::Value v) { return ir::make(ir::Op::Abs, v); };
  e.switches(size(now - wanted) > (size(now) + size(wanted)) * relative + absolute);
}

}  // namespace sim::elements
