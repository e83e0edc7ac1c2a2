#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

void lamp(BlockTypeBuilder& b) {
  b.id("controls/lamp").label("Lamp").category("Controls");
  b.doc(
      "A light on the diagram: lit while its input is above a threshold, while the simulation runs and after "
      "it.\n\n"
      "$\\mathrm{lit} = (u > \\mathrm{Threshold})$");
  b.keywords({"indicator", "LED", "light", "signal lamp", "dashboard"});
  b.icon(IconShape::Rectangle, "M.5,.2 A.3,.3 0 1 1 .499,.2 M.36,.4 A.2,.2 0 0 1 .5,.3");
  b.size(48, 48);
  b.real("Threshold", "Threshold", "0.5")
      .formerly("threshold")
      .scalar()
      .doc("Above it the lamp is lit.")
      .looks();
  b.choice("Color", "Color", {"green", "red", "yellow", "blue"}).formerly("color").looks();
  b.input("u");
  b.logs_inputs();
  b.shapes([](const ParameterValues&, Shapes&) {});  // as it comes; the first element counts
}

}  // namespace sim::blocks
