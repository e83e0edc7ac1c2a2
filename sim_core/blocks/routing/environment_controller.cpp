#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

void environment_controller(BlockTypeBuilder& b) {
  b.id("routing/environment_controller").label("Environment Controller").category("Signal Routing");
  b.doc(
      "Keeps apart what is simulated and what belongs to a real plant: it passes the first input here.\n\n"
      "$y = \\mathrm{Sim}$\n\n"
      "The second input stays drawn, but what leads to it alone is not computed.");
  b.keywords({"simulation or hardware", "RTW", "Coder", "hardware in the loop", "variant"});
  b.icon(IconShape::Rectangle, "M.1,.25 L.45,.25 L.65,.5 L.9,.5 M.1,.75 L.35,.75");
  b.size(48, 48);
  In simulated = b.input("Sim", "in simulations");
  b.input("Coder", "elsewhere");
  Out y = b.output("y");
  b.shapes([](const ParameterValues&, Shapes& s) { s.outputs[0] = s.inputs[0]; });
  b.equations([=](Equations& e) { e.output(y, e(simulated)); });
}

}  // namespace sim::blocks
