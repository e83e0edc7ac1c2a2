#include "sim_core/blocks/math/staircase.h"
#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

void wrap_angle(BlockTypeBuilder& b) {
  b.id("discontinuities/wrap_angle").label("Wrap Angle").category("Discontinuities");
  b.doc(
      "Brings an angle into one turn by adding whole turns.\n\n"
      "$y = u - n (\\mathrm{upper} - \\mathrm{lower}), \\quad \\mathrm{lower} \\leq y < \\mathrm{upper}$\n\n"
      "n is the whole number that does it. For degrees take -180 and 180, for a positive angle 0 and `2*pi`. "
      "Each jump is a zero crossing. An Integrator with a wrapped state does the same to a state.");
  b.keywords({"WrapAngle", "wrap_to_system", "modulo", "angle", "heading", "phase", "atan2", "unwrap"});
  b.icon(IconShape::Rectangle, "M.12,.65 L.32,.2 L.32,.8 L.62,.2 L.62,.8 L.88,.3");
  Param upper = b.real("UpperValue", "Upper value", "pi");
  Param lower = b.real("LowerValue", "Lower value", "-pi");
  b.zero_crossing_flag();
  In u = b.input("u");
  Out y = b.output("y");
  b.require(
      [=](const ParameterValues& v) {
        const auto &lo = v.of(lower).numbers, &hi = v.of(upper).numbers;
        for (std::size_t k = 0; k < std::max(lo.size(), hi.size()); ++k)
          if (lo[lo.size() > 1 ? k : 0] >= hi[hi.size() > 1 ? k : 0]) return false;
        return true;
      },
      "the lower value is not below the upper one", "exchange them, or give a whole turn between them");
  b.equations([=](Equations& e) {
    const ir::Value span = e(upper) - e(lower);
    e.output(y, e(u) - span * staircase(e, Rounding::Floor, (e(u) - e(lower)) / span));
  });
}

}  // namespace sim::blocks
