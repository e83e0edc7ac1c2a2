#include <algorithm>
#include <limits>

#include "sim_core/blocks/numbered_ports.h"
#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

void vector_concatenate(BlockTypeBuilder& b) {
  b.id("routing/vector_concatenate").label("Vector Concatenate").category("Signal Routing");
  b.doc(
      "Joins its inputs into one vector or matrix.\n\n"
      "$y = [u_1; u_2; \\ldots]$ (a vector, or a matrix with dimension 1: above each other)\n"
      "$y = [u_1, u_2, \\ldots]$ (a matrix with dimension 2: beside each other)");
  b.keywords({"Matrix Concatenate", "Concatenate", "MATCATH", "MATCATV", "horzcat", "vertcat", "join"});
  b.icon(IconShape::Rectangle, "M.15,.25 L.45,.25 L.45,.75 L.15,.75 M.45,.5 L.85,.5");
  b.size(32, 64);
  Param count = b.integer("Inputs", "Number of inputs", "2").formerly("NumInputs").range(1, 1000);
  Param mode = b.choice("Mode", "Mode", {"Vector", "Matrix, side by side", "Matrix, one above the other"});
  Out y = b.output("y");
  b.inputs(numbered_ports("u", count));
  b.shapes([=](const ParameterValues& v, Shapes& s) {
    const int which = static_cast<int>(v.of(mode).number());
    long long rows = 0, columns = 0;
    for (const Shape& input : s.inputs) {
      const Shape& first = s.inputs[0];
      if ((which == 1 && input.rows != first.rows) || (which == 2 && input.cols != first.cols))
        s.problem = "inputs of shapes " + to_text(first) + " and " + to_text(input) + " cannot be joined";
      rows += which == 0 ? input.size() : input.rows;
      columns += input.cols;
    }
    auto small = [](long long n) {
      return static_cast<int>(std::min<long long>(n, std::numeric_limits<int>::max()));
    };
    s.outputs[0] = which == 0   ? vector_shape(small(rows))
                   : which == 1 ? Shape{s.inputs[0].rows, small(columns)}
                                : Shape{small(rows), s.inputs[0].cols};
  });
  b.equations([=](Equations& e) {
    const bool above = e.choice(mode) == 2;
    std::vector<ir::Value> parts;
    for (int k = 0; k < e.input_count(); ++k) parts.push_back(above ? ir::transpose(e(In{k})) : e(In{k}));
    const Shape shape = e.output_shape(y);
    e.output(y,
             above ? ir::transpose(ir::concat(parts, {shape.cols, shape.rows})) : ir::concat(parts, shape));
  });
}

}  // namespace sim::blocks
