#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

void logical_operator(BlockTypeBuilder& b) {
  b.id("logic/logical_operator").label("Logical Operator").category("Logic");
  b.doc(
      "Combines truth values, element by element; with a single input its elements.\n\n"
      "$y = u_1 \\wedge u_2 \\wedge \\ldots$\n\n"
      "An input is true where it is not 0. `AND`: all are true; `OR`: one is; `XOR`: an odd number is; "
      "`NAND`, `NOR`, `NXOR`: the contrary; `NOT`: the input is not. The result is 1 or 0.");
  b.keywords({"LOGICAL_OP", "LogicAnd", "LogicOr", "LogicNot", "And", "Or", "Not", "Xor", "boolean", "gate"});
  b.icon(IconShape::Rectangle, "", "{Operator}");
  b.size(40, 40);
  Param operation = b.choice("Operator", "Operation", {"AND", "OR", "NAND", "NOR", "XOR", "NXOR", "NOT"});
  Param count = b.integer("Inputs", "Number of inputs", "2").range(1, 1000).doc("NOT has one.");
  constexpr int not_choice = 6;
  Out y = b.output("y");
  b.inputs([=](const ParameterValues& v) {
    const int inputs = v.of(operation).number() == not_choice ? 1 : static_cast<int>(v.of(count).number());
    std::vector<PortSpec> ports;
    for (int k = 1; k <= inputs; ++k) ports.push_back({"u" + std::to_string(k), ""});
    return ports;
  });
  b.shapes([=](const ParameterValues& v, Shapes& s) {
    s.outputs[0] = {};
    if (s.inputs.size() == 1 && v.of(operation).number() != not_choice) return;
    for (const Shape& input : s.inputs) {
      if (input.is_scalar()) continue;
      if (!s.outputs[0].is_scalar() && s.outputs[0] != input)
        s.problem =
            "inputs of shapes " + to_text(s.outputs[0]) + " and " + to_text(input) + " cannot be combined";
      s.outputs[0] = input;
    }
  });
  b.gives(ElementType::Boolean);
  b.equations([=](Equations& e) {
    const int which = e.choice(operation);
    auto truth = [&](ir::Value v) { return ir::make(ir::Op::NotEqual, v, e.constant(0)); };
    if (which == not_choice) {
      e.output(y, 1.0 - truth(e(In{0})));
      return;
    }
    std::vector<ir::Value> operands;
    if (e.input_count() == 1)
      for (int k = 0; k < e.input_shape(In{0}).size(); ++k)
        operands.push_back(truth(ir::slice(e(In{0}), k, scalar_shape)));
    else
      for (int k = 0; k < e.input_count(); ++k) operands.push_back(truth(e(In{k})));
    static constexpr ir::Op operations[] = {ir::Op::And, ir::Op::Or,       ir::Op::And,
                                            ir::Op::Or,  ir::Op::NotEqual, ir::Op::NotEqual};
    ir::Value result = operands.front();
    for (std::size_t k = 1; k < operands.size(); ++k)
      result = ir::make(operations[which], result, operands[k]);
    const bool negated = which == 2 || which == 3 || which == 5;
    e.output(y, negated ? 1.0 - result : result);
  });
}

}  // namespace sim::blocks
