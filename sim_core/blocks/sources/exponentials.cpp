#include <limits>

#include "sim_core/blocks/standard_blocks.h"
#include "sim_core/blocks/unit_parameter.h"

namespace sim::blocks {

void exponentials(BlockTypeBuilder& b) {
  b.id("sources/exponentials").label("Exponential Pulse").category("Sources");
  b.doc(
      "Rises towards a value and falls back, both exponentially.\n\n"
      "$y = \\begin{cases} \\mathrm{Offset} & t < t_0 \\\\ \\mathrm{Offset} + A (1 - e^{-(t - t_0) / T_1}) & "
      "t_0 "
      "\\leq t < t_0 + d \\\\ \\mathrm{Offset} + A (1 - e^{-d / T_1}) e^{-(t - t_0 - d) / T_2} & t \\geq t_0 "
      "+ d "
      "\\end{cases}$\n\n"
      "A is the amplitude, d how long it rises, $T_1$ and $T_2$ the time constants of rise and fall. The "
      "solver "
      "steps exactly to both corners.");
  b.keywords(
      {"Exponentials", "exponential source", "EXP source", "charge and discharge", "double exponential"});
  b.icon(IconShape::Rectangle, "M.12,.8 L.25,.8 C.3,.45 .4,.25 .55,.2 C.6,.5 .7,.75 .88,.78");
  const double least = std::numeric_limits<double>::min(), most = std::numeric_limits<double>::max();
  Param amplitude = b.real("Amplitude", "Amplitude", "1")
                        .formerly("amplitude")
                        .doc("What it would reach if it rose for ever.");
  Param duration = b.real("RiseTime", "Rise time", "0.5").formerly("riseTime").unit("s").range(0, most);
  Param rise = b.real("RiseTimeConstant", "Rise time constant", "0.1")
                   .formerly("riseTimeConst")
                   .unit("s")
                   .range(least, most);
  Param fall = b.real("FallTimeConstant", "Fall time constant", "0.1")
                   .formerly("fallTimeConst")
                   .unit("s")
                   .range(least, most);
  Param offset = b.real("Offset", "Offset", "0").formerly("offset");
  Param start = b.real("StartTime", "Start time", "0").formerly("startTime").unit("s");
  Out y = b.output("y");
  unit_parameter(b);
  b.equations([=](Equations& e) {
    const ir::Value since = e.time() - e(start);
    const auto decay = [](ir::Value t, ir::Value constant) { return exp(-(t / constant)); };
    const ir::Value rising = e(amplitude) * (1.0 - decay(since, e(rise)));
    const ir::Value top = e(amplitude) * (1.0 - decay(e(duration), e(rise)));
    const ir::Value falling = top * decay(since - e(duration), e(fall));
    const ir::Value pulse = select(e.time_reached(e(start) + e(duration)), falling, rising);
    e.output(y, e(offset) + select(e.time_reached(e(start)), pulse, e.constant(0)));
  });
}

}  // namespace sim::blocks
