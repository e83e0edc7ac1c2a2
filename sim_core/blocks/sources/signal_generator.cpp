#include "sim_core/blocks/sources/kept_since.h"
#include "sim_core/blocks/standard_blocks.h"
#include "sim_core/blocks/unit_parameter.h"

namespace sim::blocks {

void signal_generator(BlockTypeBuilder& b) {
  b.id("sources/signal_generator").label("Signal Generator").category("Sources");
  b.doc(
      "A periodic signal of a chosen form.\n\n"
      "$y = A \\sin \\left( \\frac{2 \\pi t}{T} \\right)$ (sine)\n"
      "$y = \\pm A$, in the first half of each period above, then below (square)\n"
      "$y = A \\left( 2 \\frac{t \\; \\mathrm{mod} \\; T}{T} - 1 \\right)$ (sawtooth)\n"
      "$y = \\frac{2 A}{\\pi} \\mathrm{asin} \\left( \\sin \\left( \\frac{2 \\pi t}{T} \\right) \\right)$ "
      "(triangle)\n\n"
      "The period T is $1 / \\mathrm{Frequency}$ in Hertz, $2 \\pi / \\mathrm{Frequency}$ in rad/s. The "
      "solver steps exactly to each jump and corner.");
  b.keywords({"SAWTOOTH_f", "SquareWaveSource", "TriangleWaveSource", "waveform", "function generator",
              "oscillator"});
  b.icon(IconShape::Rectangle,
         "M.1,.3 L.3,.3 M.12,.5 L.22,.2 L.22,.5 M.1,.75 C.3,.45 .5,.95 .9,.6 M.5,.4 L.5,.2 L.7,.2 L.7,.4 "
         "L.9,.4");
  Param form = b.choice("WaveForm", "Wave form", {"sine", "square", "sawtooth", "triangle"});
  Param amplitude = b.real("Amplitude", "Amplitude", "1");
  Param frequency = b.real("Frequency", "Frequency", "1").scalar().not_tunable().range(1e-12, 1e12);
  Param units = b.choice("Units", "Units", {"Hertz", "rad/sec"});
  Out y = b.output("y");
  unit_parameter(b);
  b.equations([=](Equations& e) {
    constexpr double full_turn = 6.283185307179586;
    const double f = e.value(frequency).number(), T = (e.choice(units) == 0 ? 1 : full_turn) / f;
    const ir::Value t = e.time();
    const ir::Value period_start = floor(t / e.constant(T)) * T;
    if (e.choice(form) == 0) {
      e.output(y, e(amplitude) * sin(t * (full_turn / T)));
    } else if (e.choice(form) == 1) {
      const ir::Value first = e.hits(T, 0), second = e.hits(T, 0.5 * T);
      const ir::Value in_first = (t - period_start) < e.constant(0.5 * T);
      const ir::Value high =
          kept_since(e, first | second, select(first, e.constant(1), e.constant(0)), in_first);
      e.output(y, select(high, e(amplitude), -e(amplitude)));
    } else if (e.choice(form) == 3) {
      // From a quarter on it falls until three quarters, then it rises; a corner is what it runs away from.
      const ir::Value top = e.hits(T, 0.25 * T), bottom = e.hits(T, 0.75 * T);
      const ir::Value within = t - period_start, either = top | bottom;
      const ir::Value in_fall = (within >= e.constant(0.25 * T)) & (within < e.constant(0.75 * T));
      const ir::Value falls = kept_since(e, either, select(top, e.constant(1), e.constant(0)), in_fall);
      const ir::Value late = within >= e.constant(0.75 * T);
      const ir::Value corner = period_start + select(in_fall, e.constant(0.25 * T), late * T - 0.25 * T);
      const ir::Value since = t - kept_since(e, either, t, corner);
      const ir::Value way = since * (4 / T) - 1.0;
      e.output(y, e(amplitude) * select(falls, -way, way));
    } else {
      const ir::Value begin = e.hits(T, 0);
      const ir::Value since = t - kept_since(e, begin, t, period_start);
      e.output(y, e(amplitude) * (since * (2 / T) - 1.0));
    }
  });
}

}  // namespace sim::blocks
