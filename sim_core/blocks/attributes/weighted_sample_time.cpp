#include "sim_core/blocks/sources/periods.h"
#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

void weighted_sample_time(BlockTypeBuilder& b) {
  b.id("attributes/weighted_sample_time").label("Weighted Sample Time").category("Signal Attributes");
  b.doc(
      "A sample time, times a weight.\n\n"
      "$y = \\mathrm{Weight} \\, T_s$\n\n"
      "The sample time has to be given: it is a number in the equation.");
  b.keywords({"sample period", "step size", "Ts", "rate"});
  b.icon(IconShape::Rectangle, "", "w Ts");
  b.size(48, 32);
  Param weight = b.real("Weight", "Weight", "1").formerly("weightValue");
  const Param sample_time = b.sample_time("1");
  b.input("u");
  Out y = b.output("y");
  require_period(b, sample_time);
  b.shapes([=](const ParameterValues& v, Shapes& s) { s.outputs[0] = as_column(v.of(weight).shape); });
  b.equations([=](Equations& e) {
    e.output(y, ir::slice(e(weight), 0, e.output_shape(y)) * e.constant(e.value(sample_time).number()));
  });
}

}  // namespace sim::blocks
