#include <limits>

#include "sim_core/blocks/math/staircase.h"
#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

void quantizer(BlockTypeBuilder& b) {
  b.id("discontinuities/quantizer").label("Quantizer").category("Discontinuities");
  b.doc(
      "Rounds its input to multiples of an interval, as an analogue-to-digital converter does.\n\n"
      "$y = q \\, \\mathrm{round}(u / q)$\n\n"
      "Halves are rounded away from zero; q is the quantization interval. Each jump is a zero crossing; "
      "between jumps the output is constant.");
  b.keywords({"QUANT_f", "ADC", "quantization", "resolution", "staircase"});
  b.icon(IconShape::Rectangle, "M.15,.8 L.32,.8 L.32,.6 L.5,.6 L.5,.4 L.68,.4 L.68,.2 L.85,.2");
  Param interval = b.real("QuantizationInterval", "Quantization interval", "0.5")
                       .range(std::numeric_limits<double>::min(), std::numeric_limits<double>::max());
  b.zero_crossing_flag();
  In u = b.input("u");
  Out y = b.output("y");
  b.equations(
      [=](Equations& e) { e.output(y, e(interval) * staircase(e, Rounding::Round, e(u) / e(interval))); });
}

}  // namespace sim::blocks
