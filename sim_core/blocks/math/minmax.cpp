#include "sim_core/blocks/math/halving.h"
#include "sim_core/blocks/numbered_ports.h"
#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

namespace {

// The greater (or less) of two signals, element by element.
ir::Value better(Equations& e, bool maximum, ir::Value a, ir::Value b) {
  auto first = maximum ? e.crosses_above(a, b) : e.crosses_above(b, a);
  return select(first, a, b);
}

// Of all elements.
ir::Value best_element(Equations& e, bool maximum, ir::Value v) {
  return ir::slice(combined_columns(v, 1, [&](ir::Value a, ir::Value b) { return better(e, maximum, a, b); }),
                   0, scalar_shape);
}

}  // namespace

void minmax(BlockTypeBuilder& b) {
  b.id("math/minmax").label("MinMax").category("Math Operations");
  b.doc(
      "The least or the greatest of its inputs, element by element; with a single input, of its elements.\n\n"
      "$y = \\min(u_1, u_2, \\ldots)$\n"
      "$y = \\max(u_1, u_2, \\ldots)$\n\n"
      "The change from one input to another is a zero crossing of their difference.");
  b.keywords({"MAXMIN", "Min", "Max", "minimum", "maximum"});
  b.icon(IconShape::Rectangle, "", "{Function}");
  Param function = b.choice("Function", "Function", {"min", "max"});
  Param count = b.integer("Inputs", "Number of inputs", "1").range(1, 1000);
  b.zero_crossing_flag();
  Out y = b.output("y");
  b.inputs(numbered_ports("u", count));
  b.shapes([](const ParameterValues&, Shapes& s) {
    s.outputs[0] = {};
    if (s.inputs.size() == 1) return;
    for (const Shape& input : s.inputs) {
      if (input.is_scalar()) continue;
      if (!s.outputs[0].is_scalar() && s.outputs[0] != input)
        s.problem =
            "inputs of shapes " + to_text(s.outputs[0]) + " and " + to_text(input) + " cannot be compared";
      s.outputs[0] = input;
    }
  });
  b.equations([=](Equations& e) {
    const bool maximum = e.choice(function) == 1;
    if (e.input_count() == 1) {
      const ir::Value u = e(In{0});
      e.output(y, best_element(e, maximum, ir::slice(u, 0, vector_shape(u.shape().count()))));
      return;
    }
    ir::Value best = e(In{0});
    for (int k = 1; k < e.input_count(); ++k) best = better(e, maximum, best, e(In{k}));
    e.output(y, best);
  });
}

}  // namespace sim::blocks
