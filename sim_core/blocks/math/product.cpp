#include "sim_core/blocks/math/signs.h"
#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

void product(BlockTypeBuilder& b) {
  b.id("math/product").label("Product").category("Math Operations");
  b.doc(
      "Multiplies and divides its inputs, element by element.\n\n"
      "$y = \\frac{u_1 u_2}{u_3}$ for the operations `**/`\n\n"
      "Division by zero gives inf or nan, as in arithmetic.");
  b.keywords({"PRODUCT", "Multiplier", "Divide", "Divider", "Division"});
  b.icon(IconShape::Rectangle, "M.3,.3 L.7,.7 M.7,.3 L.3,.7");
  b.size(40, 40);
  Param operations =
      b.text("operations", "Operations", "**").doc("One * or / for each input; or their number.");
  Out y = b.output("y");
  b.inputs([=](const ParameterValues& v) {
    return sign_ports(v.of(operations).text, "*/", "multiplies", "divides");
  });
  b.require([=](const ParameterValues& v) { return !parse_signs(v.of(operations).text, "*/").empty(); },
            "the operations are not a list of * and /", "write for example **/ or 3");
  b.arithmetic_output();
  b.equations([=](Equations& e) {
    const std::string kinds = parse_signs(e.text(operations), "*/");
    ir::Value result;
    for (int k = 0; k < e.input_count(); ++k) {
      auto u = e(In{k});
      if (kinds[static_cast<std::size_t>(k)] == '*')
        result = result ? result * u : u;
      else
        result = (result ? result : e.constant(1)) / u;
    }
    e.output(y, result);
  });
}

}  // namespace sim::blocks
