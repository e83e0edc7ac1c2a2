#include "sim_core/blocks/standard_blocks.h"
#include "sim_core/blocks/unit_parameter.h"

namespace sim::blocks {

void step(BlockTypeBuilder& b) {
  b.id("sources/step").label("Step").category("Sources");
  b.doc(
      "Jumps from one value to another at a given time.\n\n"
      "$y = \\begin{cases} \\mathrm{before} & t < \\mathrm{time} \\\\ \\mathrm{after} & t \\geq "
      "\\mathrm{time} \\end{cases}$\n\n"
      "The solver steps exactly to the jump.");
  b.keywords({"STEP_FUNCTION", "StepSource", "jump", "heaviside"});
  b.icon(IconShape::Rectangle, "M.15,.75 L.5,.75 L.5,.25 L.85,.25");
  Param time = b.real("time", "Step time", "1").unit("s");
  Param before = b.real("before", "Initial value", "0");
  Param after = b.real("after", "Final value", "1");
  Out y = b.output("y");
  unit_parameter(b);
  b.equations([=](Equations& e) { e.output(y, select(e.time_reached(e(time)), e(after), e(before))); });
}

}  // namespace sim::blocks
