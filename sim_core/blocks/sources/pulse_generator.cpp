#include <cmath>

#include "sim_core/base/ratio.h"
#include "sim_core/blocks/sources/kept_since.h"
#include "sim_core/blocks/sources/periods.h"
#include "sim_core/blocks/standard_blocks.h"
#include "sim_core/blocks/unit_parameter.h"

namespace sim::blocks {

void pulse_generator(BlockTypeBuilder& b) {
  b.id("sources/pulse_generator").label("Pulse Generator").category("Sources");
  b.doc(
      "Rectangular pulses at regular intervals.\n\n"
      "$y = \\begin{cases} \\mathrm{Amplitude} & 0 \\leq t - \\mathrm{PhaseDelay} - k \\, \\mathrm{Period} < "
      "\\frac{\\mathrm{PulseWidth}}{100} \\mathrm{Period} \\\\ 0 & \\mathrm{otherwise} \\end{cases}$\n\n"
      "$k = 0, 1, \\ldots$ counts the pulses. The solver steps exactly to each edge. Sample based, the "
      "period, the phase delay and the pulse width in samples are whole numbers of sample times.");
  b.keywords(
      {"PULSE_SC", "GENSQR_f", "PulseSource", "SquareWaveSource", "square wave", "PWM", "rectangular"});
  b.icon(IconShape::Rectangle,
         "M.12,.75 L.25,.75 L.25,.25 L.45,.25 L.45,.75 L.62,.75 L.62,.25 L.82,.25 L.82,.75 L.88,.75");
  Param amplitude = b.real("Amplitude", "Amplitude", "1");
  Param period = b.real("Period", "Period", "2").unit("s").scalar().not_tunable().range(1e-12, 1e12);
  Param width =
      b.real("PulseWidth", "Pulse width (% of period)", "50").unit("%").scalar().not_tunable().range(0, 100);
  Param delay = b.real("PhaseDelay", "Phase delay", "0").unit("s").scalar().not_tunable().range(0, 1e12);
  Param type =
      b.choice("PulseType", "Pulse type", {"Time based", "Sample based"})
          .doc("Sample based: the period and the phase delay are numbers of samples, and so is the width.");
  Param samples =
      b.integer("PulseSamples", "Pulse width in samples", "1").range(0, 1e12).doc("Of sample based pulses.");
  Param sample = b.real("SampleTime", "Sample time", "1")
                     .unit("s")
                     .scalar()
                     .not_tunable()
                     .range(1e-12, 1e12)
                     .doc("Of sample based pulses.");
  b.require(
      [=](const ParameterValues& v) {
        const double of_period = v.of(period).number(), from = v.of(delay).number();
        return v.of(type).number() == 0 || (of_period == std::floor(of_period) && from == std::floor(from) &&
                                            v.of(samples).number() <= of_period);
      },
      "period and phase delay are not whole numbers of samples, or the pulse is longer than the period",
      "give whole numbers, or choose Time based");
  Out y = b.output("y");
  unit_parameter(b);
  b.equations([=](Equations& e) {
    if (e.choice(type) == 1) {
      // Sample n from the phase delay on is high if it is one of the first in its period.
      const double unit = e.value(sample).number(), of_period = e.value(period).number();
      const ir::Value n = turns_since_zero(e, unit).whole - e.value(delay).number();
      const ir::Value within = n - floor(n / e.constant(of_period)) * of_period;
      const ir::Value high = (n >= e.constant(0)) & (within < e.constant(e.value(samples).number()));
      e.output(y, kept_since(e, e.hits(unit, 0), high, high) * e(amplitude));
      return;
    }
    const double T = e.value(period).number(), begin = e.value(delay).number();
    const double share = e.value(width).number() / 100, on = share * T;
    const ir::Value one = e.constant(1), zero = e.constant(0);
    const ir::Value since = e.time() - begin;
    const ir::Value started = e.time_reached(e.constant(begin));
    if (share <= 0 || share >= 1) {
      e.output(y, share <= 0 ? zero * e(amplitude) : started * e(amplitude));
      return;
    }
    const ir::Value rise = e.hits(T, remainder_in(begin, T)), fall = e.hits(T, remainder_in(begin + on, T));
    // Where a run starts within a pulse there has been no edge.
    const ir::Value inside = (since - floor(since / e.constant(T)) * T) < e.constant(on);
    const ir::Value high = kept_since(e, rise | fall, select(rise, one, zero), inside);
    e.output(y, started * high * e(amplitude));
  });
}

}  // namespace sim::blocks
