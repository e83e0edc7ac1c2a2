#include "sim_core/blocks/numbered_ports.h"
#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

void scope(BlockTypeBuilder& b) {
  b.id("sinks/scope").label("Scope").category("Sinks");
  b.doc(
      "Plots its inputs over time while the simulation runs, each input in axes of its own unless the layout "
      "says "
      "otherwise. What is set in the scope's window is kept in its parameters.");
  b.keywords({"CSCOPE", "CMSCOPE", "plot", "oscilloscope", "graph"});
  b.icon(IconShape::Rectangle,
         "M.15,.2 L.85,.2 L.85,.8 L.15,.8 Z M.2,.55 C.35,.2 .45,.2 .5,.5 C.55,.8 .65,.8 .8,.4");
  b.size(40, 40);
  Param count = b.integer("Inputs", "Number of inputs", "1").formerly("inputs").range(1, 64);
  b.text("layout", "Layout", "")
      .doc("Rows x columns of plots, as 2x2; empty: each input below the one before.")
      .advanced()
      .looks();
  b.real("time_span", "Time span", "0")
      .unit("s")
      .doc("The newest seconds that are in view; 0: the whole run.")
      .scalar()
      .range(0, 1e300)
      .advanced()
      .looks();
  b.choice("overrun", "At the end of the time span", {"scroll", "wrap"})
      .doc("Scroll: the newest part is in view. Wrap: the trace starts over at the left.")
      .advanced()
      .looks();
  b.choice("axes_scaling", "Scaling of axes", {"always", "grow only", "at the end", "manual"})
      .doc("When vertical axes fit the data that are in view.")
      .advanced()
      .looks();
  b.text("log_axes", "Logarithmic axes", "")
      .doc("t: the time axis; numbers: the plots whose vertical axes are; magnitude: all, of magnitudes.")
      .advanced()
      .looks();
  b.text("trigger", "Trigger", "")
      .doc("As: rising 1.1 normal level=0.5 hysteresis=0.1 holdoff=1 position=0.2")
      .advanced()
      .looks();
  b.text("axis_titles", "Titles of axes", "")
      .doc(
          "In place of the names of the signals. x: the time axis; numbers: plots; r: the axis at the right. "
          "As: x=\"time in s\" 1=\"speed\" 1r=\"torque\"")
      .advanced()
      .looks();
  b.text("curves", "Curves", "")
      .doc(
          "Those that are not as they come, by input and element. As: 2.1 plot=1 right stairs width=2 "
          "color=#c00000")
      .advanced()
      .looks();
  b.logs_inputs();
  b.inputs(numbered_ports("u", count));
  b.shapes([](const ParameterValues&, Shapes&) {});  // each input as it comes
}

}  // namespace sim::blocks
