#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

void hit_crossing(BlockTypeBuilder& b) {
  b.id("discontinuities/hit_crossing").label("Hit Crossing").category("Discontinuities");
  b.doc(
      "Tells when its input reaches a value.\n\n"
      "$y = \\begin{cases} 1 & \\mathrm{at} \\; \\mathrm{the} \\; \\mathrm{instant} \\; \\mathrm{where} \\; "
      "u - \\mathrm{HitCrossingOffset} \\; \\mathrm{passes} \\; 0 \\\\ 0 & \\mathrm{otherwise} "
      "\\end{cases}$\n\n"
      "The value is passed where the difference rises to 0 or falls below it. The instant is a zero "
      "crossing.");
  b.keywords({"ZCROSS_f", "NEGTOPOS_f", "POSTONEG_f", "GENERAL_f", "ZeroCrossing", "event"});
  b.icon(IconShape::Rectangle, "M.15,.6 L.85,.6 M.2,.85 L.75,.2 M.5,.75 L.5,.45");
  Param offset = b.real("HitCrossingOffset", "Hit crossing offset", "0");
  Param direction =
      b.choice("HitCrossingDirection", "Hit crossing direction", {"either", "rising", "falling"});
  b.zero_crossing_flag();
  Param shown = b.flag("ShowOutputPort", "Show output port", true)
                    .doc("Off: it only makes the solver step exactly to the instant.");
  In u = b.input("u");
  b.outputs([=](const ParameterValues& v) {
    return v.of(shown).number() != 0 ? std::vector<PortSpec>{{"y", ""}} : std::vector<PortSpec>{};
  });
  b.equations([=](Equations& e) {
    const ir::Value above = e.crosses_above(e(u), e(offset));
    if (e.output_count() == 0) return;
    const int which = e.choice(direction);
    // The pulse lasts until the next major step, so that logic which remembers it has seen it.
    e.output(Out{0}, e.sampled(which == 1   ? e.rising(above)
                               : which == 2 ? e.falling(above)
                                            : e.rising(above) + e.falling(above)));
  });
}

}  // namespace sim::blocks
