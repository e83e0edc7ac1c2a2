#include <algorithm>

#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

void saturation(BlockTypeBuilder& b) {
  b.id("discontinuities/saturation").label("Saturation").category("Discontinuities");
  b.doc(
      "Limits its input.\n\n"
      "`y = min(max(u, lower), upper)`. Reaching and leaving a limit are zero crossings of `u - upper` and "
      "`lower - u`.");
  b.keywords({"SATURATION", "Clip", "Limiter", "limit"});
  b.icon(IconShape::Rectangle, "M.15,.78 L.35,.78 L.65,.22 L.85,.22");
  Param upper = b.real("upper", "Upper limit", "0.5");
  Param lower = b.real("lower", "Lower limit", "-0.5");
  b.zero_crossing_flag();
  In u = b.input("u");
  Out y = b.output("y");
  b.require(
      [=](const ParameterValues& v) {
        const auto &lo = v.of(lower).numbers, &hi = v.of(upper).numbers;
        for (std::size_t k = 0; k < std::max(lo.size(), hi.size()); ++k)
          if (lo[lo.size() > 1 ? k : 0] > hi[hi.size() > 1 ? k : 0]) return false;
        return true;
      },
      "the lower limit exceeds the upper limit", "exchange them");
  b.equations([=](Equations& e) {
    auto above = e.crosses_above(e(u), e(upper));
    auto below = e.crosses_above(e(lower), e(u));
    e.output(y, select(above, e(upper), select(below, e(lower), e(u))));
  });
}

}  // namespace sim::blocks
