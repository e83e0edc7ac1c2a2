#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

void function_call_generator(BlockTypeBuilder& b) {
  b.id("ports/function_call_generator").label("Function-Call Generator").category("Ports & Subsystems");
  b.doc(
      "Calls a function-call subsystem at a sample time of its own.\n\n"
      "$\\mathrm{call} = \\begin{cases} 1 & t = \\mathrm{offset} + k \\, \\mathrm{period} \\\\ 0 & "
      "\\mathrm{otherwise} \\end{cases}$\n\n"
      "Hits are major steps; they are counted, never accumulated.");
  b.keywords({"SampleCLK", "CLOCK_c", "EVTGEN_f", "activation", "event generator"});
  b.icon(IconShape::Rectangle, "", "f()");
  Param period = b.real("Period", "Period", "1").unit("s").range(1e-12, 1e12).scalar().not_tunable();
  Param offset = b.real("Offset", "Offset", "0").unit("s").range(0, 1e12).scalar().not_tunable();
  Out call = b.output("call");
  b.shapes([](const ParameterValues&, Shapes&) {});
  b.equations(
      [=](Equations& e) { e.output(call, e.hits(e.value(period).number(), e.value(offset).number())); });
}

}  // namespace sim::blocks
