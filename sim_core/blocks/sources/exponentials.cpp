#include <limits>

#include "sim_core/blocks/standard_blocks.h"
#include "sim_core/blocks/unit_parameter.h"

namespace sim::blocks {

void exponentials(BlockTypeBuilder& b) {
  b.id("sources/exponentials").label("Exponential Pulse").category("Sources");
  b.doc(
      "Rises towards a value and falls back, both exponentially.\n\n"
      "$y = \\begin{cases} \\mathrm{offset} & t < t_0 \\\\ \\mathrm{offset} + A (1 - e^{-(t - t_0) / T_1}) & "
      "t_0 "
      "\\leq t < t_0 + d \\\\ \\mathrm{offset} + A (1 - e^{-d / T_1}) e^{-(t - t_0 - d) / T_2} & t \\geq t_0 "
      "+ d "
      "\\end{cases}$\n\n"
      "A is the amplitude, d how long it rises, $T_1$ and $T_2$ the time constants of rise and fall. The "
      "solver "
      "steps exactly to both corners.");
  b.keywords(
      {"Exponentials", "exponential source", "EXP source", "charge and discharge", "double exponential"});
  b.icon(IconShape::Rectangle, "M.12,.8 L.25,.8 C.3,.45 .4,.25 .55,.2 C.6,.5 .7,.75 .88,.78");
  const double least = std::numeric_limits<double>::min(), most = std::numeric_limits<double>::max();
  Param amplitude = b.real("amplitude", "Amplitude", "1").doc("What it would reach if it rose for ever.");
  Param duration = b.real("riseTime", "Rise time", "0.5").unit("s").range(0, most);
  Param rise = b.real("riseTimeConst", "Rise time constant", "0.1").unit("s").range(least, most);
  Param fall = b.real("fallTimeConst", "Fall time constant", "0.1").unit("s").range(least, most);
  Param offset = b.real("offset", "Offset", "0");
  Param start = b.real("startTime", "Start time", "0").unit("s");
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
