#include "sim_core/blocks/discontinuities/limits.h"
#include "sim_core/blocks/standard_blocks.h"
#include "sim_core/blocks/zeros.h"

namespace sim::blocks {

void relay(BlockTypeBuilder& b) {
  b.id("discontinuities/relay").label("Relay").category("Discontinuities");
  b.doc(
      "Switches between two values, with hysteresis.\n\n"
      "$y = \\begin{cases} \\mathrm{OnOutputValue} & \\mathrm{on} \\; \\mathrm{from} \\; u \\geq "
      "\\mathrm{OnSwitchValue} \\\\ \\mathrm{OffOutputValue} & \\mathrm{off} \\; \\mathrm{from} \\; u \\leq "
      "\\mathrm{OffSwitchValue} \\end{cases}$\n\n"
      "Between the two thresholds it stays as it is; where they are the same it is on from there. It starts "
      "off. Switching is a zero crossing of u and "
      "the threshold that is active.");
  b.keywords({"HYSTHERESIS", "Hysteresis", "OnOffController", "thermostat", "bang-bang", "Schmitt trigger"});
  b.icon(IconShape::Rectangle, "M.15,.75 L.62,.75 L.62,.25 M.38,.75 L.38,.25 L.85,.25");
  Param on = b.real("OnSwitchValue", "Switch on point", "eps");
  Param off = b.real("OffSwitchValue", "Switch off point", "eps");
  Param on_output = b.real("OnOutputValue", "Output when on", "1");
  Param off_output = b.real("OffOutputValue", "Output when off", "0");
  b.zero_crossing_flag();
  In u = b.input("u");
  Out y = b.output("y");
  require_order(b, off, on, "the switch off point exceeds the switch on point");
  b.equations([=](Equations& e) {
    const ir::Value was_on = e.memory(zeros(e, e.output_shape(y)));
    constexpr double below_zero = -1e-300;  // on the point of switching off it is off
    const ir::Value at_off = ir::make(ir::Op::Equal, e(u), e(off)) & (e(off) < e(on));
    const ir::Value above_off = select(at_off, e.constant(below_zero), e(u) - e(off));
    const ir::Value is_on = e.crosses_above(select(was_on, above_off, e(u) - e(on)), e.constant(0));
    e.store(was_on, is_on);
    e.output(y, select(is_on, e(on_output), e(off_output)));
  });
}

}  // namespace sim::blocks
