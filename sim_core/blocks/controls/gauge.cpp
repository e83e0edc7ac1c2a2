#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

void gauge(BlockTypeBuilder& b) {
  b.id("controls/gauge").label("Gauge").category("Controls");
  b.doc(
      "A needle on a scale, with the number below it: shows the newest value of its input while the "
      "simulation "
      "runs and after it.\n\n"
      "$\\mathrm{shown} = u$\n\n"
      "Beyond the ends of the scale the needle stays at its stop; the number is the true one.");
  b.keywords({"dial gauge", "meter", "needle", "circular gauge", "dashboard", "speedometer"});
  b.icon(IconShape::Rectangle, "M.2,.72 A.36,.36 0 1 1 .8,.72 M.5,.55 L.68,.32");
  b.size(96, 80);
  Param minimum = b.real("Minimum", "Minimum", "0").formerly("minimum").scalar().looks();
  Param maximum = b.real("Maximum", "Maximum", "1").formerly("maximum").scalar().looks();
  b.require([=](const ParameterValues& v) { return v.of(minimum).number() < v.of(maximum).number(); },
            "the minimum is not below the maximum", "enter limits with room between them");
  b.input("u");
  b.logs_inputs();
  b.shapes([](const ParameterValues&, Shapes&) {});  // as it comes; the first element counts
}

}  // namespace sim::blocks
