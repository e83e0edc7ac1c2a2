#include <algorithm>

#include "sim_core/blocks/numbered_ports.h"
#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

void demux(BlockTypeBuilder& b) {
  b.id("routing/demux").label("Demux").category("Signal Routing").role(BlockRole::Demux);
  b.doc(
      "Splits a vector into equal parts.\n\n"
      "$[y_1; y_2; \\ldots] = u$\n\n"
      "It only renames elements: it costs nothing and breaks no loop.");
  b.keywords({"DEMUX", "demultiplexer", "DeMultiplex2", "split"});
  b.icon(IconShape::Bar, "");
  b.size(8, 64);
  Param count = b.integer("Outputs", "Number of outputs", "2").formerly("outputs").range(1, 1000);
  b.input("u");
  b.outputs(numbered_ports("y", count));
  b.shapes([](const ParameterValues&, Shapes& s) {
    const int count = static_cast<int>(s.outputs.size()), size = s.inputs[0].size();
    if (!s.inputs[0].is_vector() || size % count != 0)
      s.problem = "an input of shape " + to_text(s.inputs[0]) + " does not split into " +
                  std::to_string(count) + " equal parts";
    for (Shape& output : s.outputs) output = vector_shape(std::max(1, size / count));
  });
}

}  // namespace sim::blocks
