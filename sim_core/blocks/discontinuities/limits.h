#pragma once
// A lower and an upper limit among a block's parameters.
#include <algorithm>
#include <string>
#include <utility>

#include "sim_core/block/builder.h"

namespace sim::blocks {

// lower <= upper, element by element; scalars are repeated.
inline void require_order(BlockTypeBuilder& b, Param lower, Param upper, std::string otherwise) {
  b.require(
      [=](const ParameterValues& v) {
        const auto &lo = v.of(lower).numbers, &hi = v.of(upper).numbers;
        if (lo.empty() || hi.empty()) return true;
        const std::size_t count = std::max(lo.size(), hi.size());
        if ((lo.size() != 1 && lo.size() != count) || (hi.size() != 1 && hi.size() != count)) return true;
        for (std::size_t k = 0; k < count; ++k)
          if (lo[lo.size() > 1 ? k : 0] > hi[hi.size() > 1 ? k : 0]) return false;
        return true;
      },
      std::move(otherwise), "exchange the limits");
}

// min(max(v, lower), upper), not located.
inline ir::Value clamped(Equations& e, ir::Value v, Param lower, Param upper) {
  return ir::make(ir::Op::Min, ir::make(ir::Op::Max, v, e(lower)), e(upper));
}

}  // namespace sim::blocks
