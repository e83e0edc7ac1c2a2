#include <limits>

#include "sim_core/blocks/standard_blocks.h"
#include "sim_core/blocks/unit_parameter.h"

namespace sim::blocks {

void gaussian_pulse(BlockTypeBuilder& b) {
  b.id("sources/gaussian_pulse").label("Gaussian Pulse").category("Sources");
  b.doc(
      "A single smooth pulse in the form of a bell.\n\n"
      "$y = \\mathrm{Offset} + A \\, e^{-\\frac{(t - t_c)^2}{2 \\sigma^2}}$\n\n"
      "A is the amplitude, $t_c$ the time of the top and $\\sigma$ the width: $\\pm \\sigma$ around the top "
      "it is "
      "above 60.65 % of it.");
  b.keywords({"GaussianPulseSource", "bell curve", "smooth impulse", "normal"});
  b.icon(IconShape::Rectangle, "M.1,.8 C.35,.8 .38,.2 .5,.2 C.62,.2 .65,.8 .9,.8");
  Param amplitude = b.real("Amplitude", "Amplitude", "1").formerly("amplitude");
  Param center = b.real("Center", "Time of the top", "1").formerly("center").unit("s");
  Param width = b.real("Width", "Width (standard deviation)", "0.1")
                    .formerly("width")
                    .unit("s")
                    .range(std::numeric_limits<double>::min(), std::numeric_limits<double>::max());
  Param offset = b.real("Offset", "Offset", "0").formerly("offset");
  Out y = b.output("y");
  unit_parameter(b);
  b.equations([=](Equations& e) {
    const ir::Value distance = (e.time() - e(center)) / e(width);
    e.output(y, e(offset) + e(amplitude) * exp(-(square(distance) * 0.5)));
  });
}

}  // namespace sim::blocks
