#include "sim_core/base/split.h"
#include "sim_core/block/formula.h"
#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

static std::vector<PortSpec> outputs_of(const std::string& others, bool with_else) {
  std::vector<PortSpec> ports{{"if", ""}};
  for (std::size_t k = 0; k < split(others, ',').size(); ++k)
    ports.push_back({"elseif " + std::to_string(k + 1), ""});
  if (with_else) ports.push_back({"else", ""});
  return ports;
}

void if_block(BlockTypeBuilder& b) {
  b.id("ports/if").label("If").category("Ports & Subsystems");
  b.doc(
      "Chooses which of several action subsystems is executed.\n\n"
      "$y_k = \\begin{cases} 1 & c_k \\; \\mathrm{is} \\; \\mathrm{the} \\; \\mathrm{first} \\; "
      "\\mathrm{IfExpression} \\; \\mathrm{that} \\; \\mathrm{holds} \\\\ 0 & \\mathrm{otherwise} "
      "\\end{cases}$\n\n"
      "Conditions are formulas over the inputs u1, u2, ..., and looked at from the top; the output `else` is "
      "1 where none holds. Where one changes is located.");
  b.keywords({"IFTHEL_f", "if else", "branch"});
  b.icon(IconShape::Rectangle, "", "if({IfExpression})");
  b.size(96, 64);
  Param inputs = b.integer("Inputs", "Number of inputs", "1").formerly("NumInputs").range(1, 100);
  Param condition = b.formula("IfExpression", "If expression", "u1 > 0").formerly("condition");
  Param others =
      b.text("ElseIfExpressions", "Else-if expressions", "").doc("Further conditions, with commas.");
  Param otherwise = b.flag("ShowElse", "Show else condition", true);
  b.zero_crossing_flag();
  b.inputs([=](const ParameterValues& v) {
    std::vector<PortSpec> ports;
    for (int k = 1; k <= static_cast<int>(v.of(inputs).number()); ++k)
      ports.push_back({"u" + std::to_string(k), ""});
    return ports;
  });
  b.outputs(
      [=](const ParameterValues& v) { return outputs_of(v.of(others).text, v.of(otherwise).number() != 0); });
  b.shapes([](const ParameterValues&, Shapes& s) {
    for (const Shape& shape : s.inputs)
      if (!shape.is_scalar())
        s.problem = "an input has shape " + to_text(shape) + "; conditions need single numbers";
  });
  b.equations([=](Equations& e) {
    std::map<std::string, ir::Value> names;
    for (int k = 0; k < e.input_count(); ++k) names["u" + std::to_string(k + 1)] = e(In{k});
    std::vector<std::string> texts = split(e.text(others), ',');
    texts.insert(texts.begin(), e.text(condition));
    ir::Value none = e.constant(1);
    int port = 0;
    for (const std::string& text : texts) {
      auto value = write_formula(text, e.graph(), names, e.variables());
      if (!value) return e.report(value.error());
      if (!value->shape().is_scalar())
        return e.report(
            error({}, "the condition '" + text + "' is not one truth value", "compare single numbers"));
      const ir::Value zero = e.constant(0);
      const ir::Value holds = e.crosses_above((*value > zero) | (*value < zero), e.constant(0.5));
      e.output(Out{port++}, none & holds);
      none = none & logical_not(holds);
    }
    if (e.flag(otherwise)) e.output(Out{port}, none);
  });
}

}  // namespace sim::blocks
