#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

void permute_dimensions(BlockTypeBuilder& b) {
  b.id("math/permute_dimensions").label("Permute Dimensions").category("Math Operations");
  b.doc(
      "Exchanges the rows and the columns of its input.\n\n"
      "$y_{j,i} = u_{i,j}$ for the order [2 1]\n\n"
      "The order [1 2] leaves them as they are. Complex elements are not conjugated.");
  b.keywords({"Transpose", "MATTRAN", "permute", "swap dimensions"});
  b.icon(IconShape::Rectangle, "M.25,.75 L.75,.25 M.25,.58 L.25,.75 L.42,.75 M.58,.25 L.75,.25 L.75,.42");
  b.size(40, 40);
  Param order = b.real("Order", "Order of dimensions", "[2 1]").not_tunable();
  In u = b.input("u");
  Out y = b.output("y");
  const auto exchanges = [=](const std::vector<double>& numbers) { return numbers.front() == 2; };
  b.require(
      [=](const ParameterValues& v) {
        const auto& numbers = v.of(order).numbers;
        return numbers == std::vector<double>{1, 2} || numbers == std::vector<double>{2, 1};
      },
      "the order is neither [1 2] nor [2 1]", "signals have two dimensions: write [2 1] to exchange them");
  b.shapes([=](const ParameterValues& v, Shapes& s) {
    s.outputs[0] = s.inputs[0];
    if (exchanges(v.of(order).numbers)) s.outputs[0] = {s.inputs[0].cols, s.inputs[0].rows};
  });
  b.equations(
      [=](Equations& e) { e.output(y, exchanges(e.value(order).numbers) ? ir::transpose(e(u)) : e(u)); });
}

}  // namespace sim::blocks
