#include "sim_core/blocks/math/signs.h"
#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

void sum(BlockTypeBuilder& b) {
  b.id("math/sum").label("Sum").category("Math Operations");
  b.doc(
      "Adds and subtracts its inputs, element by element; with a single input it adds the input's "
      "elements.\n\n"
      "$y = u_1 + u_2 - u_3$ for the signs `++-`");
  b.keywords(
      {"BIGSOM_f", "SUMMATION", "Adder", "Add", "Subtract", "Feedback", "summing junction", "summing point"});
  b.icon(IconShape::Circle, "", "{signs}");
  b.size(32, 32);
  Param signs =
      b.text("signs", "Signs", "++").doc("One + or - for each input, | as a spacer; or their number.");
  b.choice("IconShape", "Icon shape", {"Round", "Rectangular"})
      .doc(
          "Round, with inputs from the top over the left to the bottom; or a rectangle with all on the "
          "left.");
  Out y = b.output("y");
  b.inputs(
      [=](const ParameterValues& v) { return sign_ports(v.of(signs).text, "+-", "added", "subtracted"); });
  b.require([=](const ParameterValues& v) { return !parse_signs(v.of(signs).text, "+-").empty(); },
            "the signs are not a list of + and -", "write for example ++- or 3");
  b.arithmetic_output();
  b.shapes([](const ParameterValues&, Shapes& s) {
    if (s.inputs.size() == 1) return;  // the total: a scalar
    for (const Shape& input : s.inputs) {
      if (input.is_scalar()) continue;
      if (!s.outputs[0].is_scalar() && s.outputs[0] != input)
        s.problem =
            "inputs of shapes " + to_text(s.outputs[0]) + " and " + to_text(input) + " cannot be added";
      s.outputs[0] = input;
    }
  });
  b.equations([=](Equations& e) {
    const std::string kinds = parse_signs(e.text(signs), "+-");
    ir::Value total;
    for (int k = 0; k < e.input_count(); ++k) {
      auto u = e.input_count() == 1 ? ir::total(e(In{k})) : e(In{k});
      const bool plus = kinds[static_cast<std::size_t>(k)] == '+';
      total = !total ? (plus ? u : -u) : plus ? total + u : total - u;
    }
    e.output(y, total);
  });
}

}  // namespace sim::blocks
