#include "sim_core/blocks/standard_blocks.h"
#include "sim_core/blocks/unit_parameter.h"

namespace sim::blocks {

void step(BlockTypeBuilder& b) {
  b.id("sources/step").label("Step").category("Sources");
  b.doc(
      "Jumps from one value to another at a given time.\n\n"
      "$y = \\begin{cases} \\mathrm{InitialValue} & t < \\mathrm{StepTime} \\\\ \\mathrm{FinalValue} & t "
      "\\geq "
      "\\mathrm{StepTime} \\end{cases}$\n\n"
      "The solver steps exactly to the jump.");
  b.keywords({"STEP_FUNCTION", "StepSource", "jump", "heaviside"});
  b.icon(IconShape::Rectangle, "M.15,.75 L.5,.75 L.5,.25 L.85,.25");
  Param time = b.real("StepTime", "Step time", "1").formerly("time").unit("s");
  Param before = b.real("InitialValue", "Initial value", "0").formerly("before");
  Param after = b.real("FinalValue", "Final value", "1").formerly("after");
  Out y = b.output("y");
  unit_parameter(b);
  b.equations([=](Equations& e) { e.output(y, select(e.time_reached(e(time)), e(after), e(before))); });
}

}  // namespace sim::blocks
