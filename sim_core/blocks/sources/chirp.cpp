#include <limits>

#include "sim_core/blocks/standard_blocks.h"
#include "sim_core/blocks/unit_parameter.h"

namespace sim::blocks {

void chirp(BlockTypeBuilder& b) {
  b.id("sources/chirp").label("Chirp Signal").category("Sources");
  b.doc(
      "A sine whose frequency rises linearly with time.\n\n"
      "$y = \\sin \\left( 2 \\pi \\left( f_1 t + \\frac{f_2 - f_1}{2 T} t^2 \\right) \\right)$\n\n"
      "The frequency is $f_1$ at the start and $f_2$ at the target time T.");
  b.keywords({"sweep", "frequency sweep", "LogFrequencySweep", "ChirpPhaseNoiseSource"});
  b.icon(IconShape::Rectangle,
         "M.1,.5 C.2,.1 .28,.1 .36,.5 C.42,.9 .48,.9 .54,.5 C.58,.1 .62,.1 .66,.5 "
         "C.69,.9 .72,.9 .75,.5 C.77,.1 .8,.1 .82,.5 L.88,.8");
  Param f1 = b.real("f1", "Initial frequency", "0.1").unit("Hz");
  Param T = b.real("T", "Target time", "100").unit("s").range(std::numeric_limits<double>::min(), 1e300);
  Param f2 = b.real("f2", "Frequency at target time", "1").unit("Hz");
  Out y = b.output("y");
  unit_parameter(b);
  b.equations([=](Equations& e) {
    constexpr double full_turn = 6.283185307179586;
    const ir::Value t = e.time();
    e.output(y, sin((e(f1) * t + (e(f2) - e(f1)) * square(t) / (e(T) * 2.0)) * full_turn));
  });
}

}  // namespace sim::blocks
