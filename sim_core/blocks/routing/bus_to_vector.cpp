#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

void bus_to_vector(BlockTypeBuilder& b) {
  b.id("routing/bus_to_vector")
      .label("Bus to Vector")
      .category("Signal Routing")
      .role(BlockRole::BusToVector);
  b.doc(
      "All elements of a bus as one vector, in their order; a matrix by columns.\n\nIt only renames "
      "elements: it costs nothing and breaks no loop.");
  b.keywords({"BusToVector", "flatten"});
  b.icon(IconShape::Rectangle, "M.1,.35 L.45,.35 M.1,.65 L.45,.65 M.45,.2 L.45,.8 M.45,.5 L.9,.5");
  b.size(40, 40);
  b.input("bus");
  b.output("y");
  b.shapes([](const ParameterValues&, Shapes& s) { s.outputs[0] = vector_shape(s.inputs[0].size()); });
}

}  // namespace sim::blocks
