#include "sim_core/blocks/standard_blocks.h"
#include "sim_core/blocks/unit_parameter.h"

namespace sim::blocks {

void ramp(BlockTypeBuilder& b) {
  b.id("sources/ramp").label("Ramp").category("Sources");
  b.doc(
      "Rises at a constant rate from a given time on.\n\n"
      "$y = \\mathrm{InitialOutput} + \\mathrm{Slope} \\, \\max(t - \\mathrm{StartTime}, 0)$\n\n"
      "The solver steps exactly to the corner.");
  b.keywords({"RAMP", "ramp_source"});
  b.icon(IconShape::Rectangle, "M.15,.75 L.4,.75 L.85,.25");
  Param slope = b.real("Slope", "Slope", "1").formerly("slope").unit("1/s");
  Param start = b.real("StartTime", "Start time", "0").formerly("start").unit("s");
  Param initial = b.real("InitialOutput", "Initial output", "0").formerly("initial");
  Out y = b.output("y");
  unit_parameter(b);
  b.equations([=](Equations& e) {
    auto rising = e(initial) + e(slope) * (e.time() - e(start));
    e.output(y, select(e.time_reached(e(start)), rising, e(initial)));
  });
}

}  // namespace sim::blocks
