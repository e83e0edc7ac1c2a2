#include <limits>

#include "sim_core/blocks/standard_blocks.h"
#include "sim_core/blocks/unit_parameter.h"

namespace sim::blocks {

void log_sweep(BlockTypeBuilder& b) {
  b.id("sources/log_sweep").label("Logarithmic Sweep").category("Sources");
  b.doc(
      "A sine whose frequency goes through its range in equal ratios: as long in each octave.\n\n"
      "$y = A \\sin \\left( 2 \\pi f_1 \\frac{T}{\\ln r} (r^{\\tau / T} - 1) \\right), \\quad r = "
      "\\frac{f_2}{f_1}, \\quad \\tau = t - t_0$\n\n"
      "The frequency is $f_1 r^{\\tau / T}$: $f_1$ before $t_0$, $f_2$ from $t_0 + T$ on.");
  b.keywords({"LogFrequencySweep", "chirp", "exponential chirp", "sweep", "frequency response"});
  b.icon(IconShape::Rectangle,
         "M.1,.5 C.22,.1 .34,.1 .42,.5 C.46,.85 .52,.85 .56,.5 C.59,.15 .63,.15 .65,.5 C.67,.8 .69,.8 .71,.5 "
         "C.72,.2 .74,.2 .75,.5 L.77,.75 L.79,.3 L.81,.7 L.83,.3 L.85,.7 L.87,.3 L.89,.7");
  const double least = std::numeric_limits<double>::min(), most = 1e300;
  Param amplitude = b.real("Amplitude", "Amplitude", "1").formerly("amplitude");
  Param first =
      b.real("StartFrequency", "Start frequency", "0.1").formerly("fMin").unit("Hz").range(least, most);
  Param last = b.real("EndFrequency", "End frequency", "10").formerly("fMax").unit("Hz").range(least, most);
  Param duration = b.real("Duration", "Duration", "10").formerly("duration").unit("s").range(least, most);
  Param start = b.real("StartTime", "Start time", "0").formerly("startTime").unit("s");
  Out y = b.output("y");
  unit_parameter(b);
  b.require(
      [=](const ParameterValues& v) {
        const auto &f1 = v.of(first).numbers, &f2 = v.of(last).numbers;
        for (std::size_t k = 0; k < std::max(f1.size(), f2.size()); ++k)
          if (f1[k % f1.size()] == f2[k % f2.size()]) return false;
        return true;
      },
      "both frequencies are the same", "use a Sine Wave, or give two frequencies");
  b.equations([=](Equations& e) {
    constexpr double full_turn = 6.283185307179586;
    const ir::Value since = e.time() - e(start);
    const ir::Value rate = log(e(last) / e(first)) / e(duration);
    const auto turns = [&](ir::Value t) { return e(first) / rate * ir::make(ir::Op::Expm1, rate * t); };
    const ir::Value after = turns(e(duration)) + e(last) * (since - e(duration));
    const ir::Value sweep = select(e.time_reached(e(start) + e(duration)), after, turns(since));
    const ir::Value phase = select(e.time_reached(e(start)), sweep, e(first) * since);
    e.output(y, e(amplitude) * sin(phase * full_turn));
  });
}

}  // namespace sim::blocks
