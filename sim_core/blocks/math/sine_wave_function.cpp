#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

void sine_wave_function(BlockTypeBuilder& b) {
  b.id("math/sine_wave_function").label("Sine Wave Function").category("Math Operations");
  b.doc(
      "A sine over its input, which is taken for the time.\n\n"
      "$y = \\mathrm{Amplitude} \\, \\sin(\\mathrm{Frequency} \\, u + \\mathrm{Phase}) + \\mathrm{Bias}$");
  b.keywords({"external time", "sinus", "oscillator"});
  b.icon(IconShape::Rectangle, "M.12,.5 C.25,.05 .37,.05 .5,.5 C.63,.95 .75,.95 .88,.5 M.12,.5 L.88,.5");
  Param amplitude = b.real("Amplitude", "Amplitude", "1");
  Param bias = b.real("Bias", "Bias", "0");
  Param frequency = b.real("Frequency", "Frequency", "1").unit("rad/s");
  Param phase = b.real("Phase", "Phase", "0").unit("rad");
  In u = b.input("u", "the time");
  Out y = b.output("y");
  b.equations(
      [=](Equations& e) { e.output(y, e(amplitude) * sin(e(frequency) * e(u) + e(phase)) + e(bias)); });
}

}  // namespace sim::blocks
