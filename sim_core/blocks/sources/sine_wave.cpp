#include "sim_core/blocks/standard_blocks.h"
#include "sim_core/blocks/unit_parameter.h"

namespace sim::blocks {

void sine_wave(BlockTypeBuilder& b) {
  b.id("sources/sine_wave").label("Sine Wave").category("Sources");
  b.doc(
      "A sine over time.\n\n"
      "$y = \\mathrm{Bias} + \\mathrm{Amplitude} \\, \\sin(\\mathrm{Frequency} \\, t + \\mathrm{Phase})$");
  b.keywords({"GENSIN_f", "SinusoidalSource", "sinus", "oscillator"});
  b.icon(IconShape::Rectangle, "M.12,.5 C.25,.05 .37,.05 .5,.5 C.63,.95 .75,.95 .88,.5");
  Param amplitude = b.real("Amplitude", "Amplitude", "1").formerly("amplitude");
  Param bias = b.real("Bias", "Bias", "0").formerly("bias");
  Param frequency = b.real("Frequency", "Frequency", "1").formerly("frequency").unit("rad/s");
  Param phase = b.real("Phase", "Phase", "0").formerly("phase").unit("rad");
  b.sample_time("0");
  Out y = b.output("y");
  unit_parameter(b);
  b.equations(
      [=](Equations& e) { e.output(y, e(bias) + e(amplitude) * sin(e(frequency) * e.time() + e(phase))); });
}

}  // namespace sim::blocks
