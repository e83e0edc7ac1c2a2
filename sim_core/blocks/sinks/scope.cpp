#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

void scope(BlockTypeBuilder& b) {
  b.id("sinks/scope").label("Scope").category("Sinks");
  b.doc("Plots its inputs over time while the simulation runs, each input in axes of its own.");
  b.keywords({"CSCOPE", "CMSCOPE", "plot", "oscilloscope", "graph"});
  b.icon(IconShape::Rectangle,
         "M.15,.2 L.85,.2 L.85,.8 L.15,.8 Z M.2,.55 C.35,.2 .45,.2 .5,.5 C.55,.8 .65,.8 .8,.4");
  b.size(40, 40);
  Param count = b.integer("inputs", "Number of inputs", "1").range(1, 64);
  b.logs_inputs();
  b.inputs([=](const ParameterValues& v) {
    std::vector<PortSpec> ports;
    for (int k = 1; k <= static_cast<int>(v.of(count).number()); ++k)
      ports.push_back({"u" + std::to_string(k), ""});
    return ports;
  });
  b.shapes([](const ParameterValues&, Shapes&) {});  // each input as it comes
}

}  // namespace sim::blocks
