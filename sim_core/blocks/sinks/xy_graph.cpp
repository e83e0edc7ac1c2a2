#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

void xy_graph(BlockTypeBuilder& b) {
  b.id("sinks/xy_graph").label("XY Graph").category("Sinks");
  b.doc("Plots one signal over another: a phase portrait.");
  b.keywords({"CSCOPXY", "phase plane", "parametric"});
  b.icon(IconShape::Rectangle, "M.15,.15 L.15,.85 L.85,.85 M.3,.5 A.2,.16 0 1 1 .7,.5 A.2,.16 0 1 1 .3,.5");
  b.size(40, 40);
  b.input("x", "along the horizontal axis");
  b.input("y", "along the vertical axis");
  b.flag("direction", "Arrows", true).doc("Along the curve, in the direction of time.").advanced().looks();
  b.flag("ends", "Start and end", true)
      .doc("A ring where the curve starts, a disc where it ends.")
      .advanced()
      .looks();
  b.flag("equal_scales", "Equal scales", false)
      .doc("A unit is as long upwards as to the right.")
      .advanced()
      .looks();
  b.choice("axes_scaling", "Scaling of axes", {"always", "grow only", "at the end", "manual"})
      .doc("When axes fit the data.")
      .advanced()
      .looks();
  b.text("axis_titles", "Titles of axes", "")
      .doc("In place of the names of the signals. As: x=\"angle\" 1=\"speed\"")
      .advanced()
      .looks();
  b.text("curves", "Curves", "")
      .doc("Those that are not as they come, by their number. As: 1.1 points width=2 color=#c00000")
      .advanced()
      .looks();
  b.logs_inputs();
  b.shapes([](const ParameterValues&, Shapes& s) {
    if (!s.inputs[0].is_scalar() && !s.inputs[1].is_scalar() && s.inputs[0].size() != s.inputs[1].size())
      s.problem = "x has " + std::to_string(s.inputs[0].size()) + " elements and y " +
                  std::to_string(s.inputs[1].size());
  });
}

}  // namespace sim::blocks
