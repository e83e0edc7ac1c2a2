#include <algorithm>
#include <limits>

#include "sim_core/blocks/numbered_ports.h"
#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

void mux(BlockTypeBuilder& b) {
  b.id("routing/mux").label("Mux").category("Signal Routing").role(BlockRole::Mux);
  b.doc(
      "Joins scalars and vectors into one vector.\n\n"
      "$y = [u_1; u_2; \\ldots]$\n\n"
      "It only renames elements: it costs nothing and breaks no loop.");
  b.keywords({"MUX", "multiplexer", "Multiplex2", "join", "bundle"});
  b.icon(IconShape::Bar, "");
  b.size(8, 64);
  Param count = b.integer("Inputs", "Number of inputs", "2").formerly("inputs").range(1, 1000);
  b.output("y");
  b.inputs(numbered_ports("u", count));
  b.shapes([](const ParameterValues&, Shapes& s) {
    long long size = 0;
    for (const Shape& input : s.inputs) {
      if (!input.is_vector()) s.problem = "an input is a matrix, " + to_text(input);
      size += input.size();
    }
    s.outputs[0] = vector_shape(static_cast<int>(std::min<long long>(size, std::numeric_limits<int>::max())));
  });
}

}  // namespace sim::blocks
