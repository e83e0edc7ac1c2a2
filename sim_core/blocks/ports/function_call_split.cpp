#include "sim_core/blocks/numbered_ports.h"
#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

void function_call_split(BlockTypeBuilder& b) {
  b.id("ports/function_call_split").label("Function-Call Split").category("Ports & Subsystems");
  b.doc(
      "Hands a function call on to several subsystems.\n\n"
      "$y_1 = y_2 = \\ldots = \\mathrm{call}$\n\n"
      "A line may branch without it, too. All of them are executed at the same time step, one behind the "
      "other: "
      "who reads what another one gives comes behind that one. Where that leaves the order open, and it "
      "matters because they write the same data store, their priorities say it.");
  b.keywords({"FunctionCallSplit", "branch a call", "CLKSPLIT_f", "event split", "activation"});
  b.icon(IconShape::Rectangle,
         "M.15,.5 L.45,.5 M.45,.25 L.45,.75 M.45,.25 L.85,.25 M.45,.75 L.85,.75 "
         "M.75,.17 L.86,.25 L.75,.33 M.75,.67 L.86,.75 L.75,.83");
  b.size(40, 48);
  Param count = b.integer("Outputs", "Number of outputs", "2").range(1, 1000);
  In call = b.input("call", "of a Function-Call Generator, or of another block that calls");
  b.outputs(numbered_ports("y", count));
  b.equations([=](Equations& e) {
    for (int k = 0; k < e.output_count(); ++k) e.output(Out{k}, e(call));
  });
}

}  // namespace sim::blocks
