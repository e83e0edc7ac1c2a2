#include "sim_core/blocks/standard_blocks.h"
#include "sim_core/blocks/unit_parameter.h"

namespace sim::blocks {

void exponential_sine(BlockTypeBuilder& b) {
  b.id("sources/exponential_sine").label("Damped Sine").category("Sources");
  b.doc(
      "A sine that dies away, from a given time on.\n\n"
      "$y = \\begin{cases} \\mathrm{Offset} & t < t_0 \\\\ \\mathrm{Offset} + A e^{-\\delta (t - t_0)} "
      "\\sin(2 \\pi "
      "f (t - t_0) + \\varphi) & t \\geq t_0 \\end{cases}$\n\n"
      "A is the amplitude, $\\delta$ the damping, f the frequency and $\\varphi$ the phase. The solver steps "
      "exactly "
      "to the start.");
  b.keywords({"ExpSine", "decaying sine", "ringing", "burst", "impulse response"});
  b.icon(IconShape::Rectangle,
         "M.1,.5 C.16,-.05 .24,-.05 .3,.5 C.35,.9 .43,.9 .48,.5 C.53,.22 .59,.22 .64,.5 "
         "C.68,.68 .72,.68 .76,.5 C.8,.42 .84,.42 .9,.5");
  Param amplitude = b.real("Amplitude", "Amplitude", "1").formerly("amplitude");
  Param frequency = b.real("Frequency", "Frequency", "1").formerly("f").unit("Hz");
  Param phase = b.real("Phase", "Phase", "0").formerly("phase").unit("rad");
  Param damping = b.real("Damping", "Damping", "1").formerly("damping").unit("1/s");
  Param offset = b.real("Offset", "Offset", "0").formerly("offset");
  Param start = b.real("StartTime", "Start time", "0").formerly("startTime").unit("s");
  Out y = b.output("y");
  unit_parameter(b);
  b.equations([=](Equations& e) {
    constexpr double full_turn = 6.283185307179586;
    const ir::Value since = e.time() - e(start);
    const ir::Value wave =
        e(amplitude) * exp(-(e(damping) * since)) * sin(e(frequency) * since * full_turn + e(phase));
    e.output(y, e(offset) + select(e.time_reached(e(start)), wave, e.constant(0)));
  });
}

}  // namespace sim::blocks
