#include "sim_core/blocks/standard_blocks.h"
#include "sim_core/ir/bit_functions.h"

namespace sim::blocks {

void bitwise_operator(BlockTypeBuilder& b) {
  b.id("logic/bitwise_operator").label("Bitwise Operator").category("Logic");
  b.doc(
      "Combines whole numbers bit by bit: its input with a mask, its inputs with one another, or the "
      "elements "
      "of a single one.\n\n"
      "$y = u \\wedge \\mathrm{mask}$ (AND)\n"
      "$y = u_1 \\oplus u_2 \\oplus \\ldots$ (XOR of inputs)\n\n"
      "`NAND` and `NOR` are `AND` and `OR` with all bits turned over; `NOT` turns over those of its only "
      "input. An integer keeps its data type, negative ones in two's complement. A floating-point number is "
      "cut down to a whole one of 64 bits.");
  b.keywords({"bitand", "bitor", "bitxor", "bitcmp", "mask", "bits", "binary"});
  b.icon(IconShape::Rectangle, "", "bitwise\n{Operator}");
  b.size(72, 40);
  Param operation =
      b.choice("Operator", "Operator", {"AND", "OR", "NAND", "NOR", "XOR", "NOT"}).formerly("logicop");
  Param masked = b.flag("UseBitMask", "Use bit mask", true).doc("Off: combines its inputs with one another.");
  Param mask = b.real("BitMask", "Bit mask", "217").doc("In binary 217 is 11011001.");
  Param count = b.integer("Inputs", "Number of inputs", "2")
                    .formerly("NumInputPorts")
                    .range(1, 1000)
                    .doc("Where there is no mask.");
  constexpr int not_choice = 5;
  Out y = b.output("y");
  auto combines_inputs = [=](const ParameterValues& v) {
    return v.of(operation).number() != not_choice && v.of(masked).number() == 0;
  };
  b.inputs([=](const ParameterValues& v) {
    const int inputs = combines_inputs(v) ? static_cast<int>(v.of(count).number()) : 1;
    std::vector<PortSpec> ports;
    for (int k = 1; k <= inputs; ++k) ports.push_back({inputs == 1 ? "u" : "u" + std::to_string(k), ""});
    return ports;
  });
  b.shapes([=](const ParameterValues& v, Shapes& s) {
    s.outputs[0] = {};
    if (combines_inputs(v) && s.inputs.size() == 1) return;
    std::vector<Shape> shapes = s.inputs;
    if (v.of(operation).number() != not_choice && v.of(masked).number() != 0)
      shapes.push_back(as_column(v.of(mask).shape));
    for (const Shape& shape : shapes) {
      if (shape.is_scalar()) continue;
      if (!s.outputs[0].is_scalar() && s.outputs[0] != shape)
        s.problem = "shapes " + to_text(s.outputs[0]) + " and " + to_text(shape) + " cannot be combined";
      s.outputs[0] = shape;
    }
  });
  b.equations([=](Equations& e) {
    const int which = e.choice(operation);
    const ir::Value all_bits = e.constant(-1);
    if (which == not_choice) {
      e.output(y, ir::bitwise(ir::BitOperation::Xor, e(In{0}), all_bits));
      return;
    }
    std::vector<ir::Value> operands;
    if (e.flag(masked)) {
      operands = {e(In{0}), ir::slice(e(mask), 0, as_column(e(mask).shape()))};
    } else if (e.input_count() == 1) {
      for (int k = 0; k < e.input_shape(In{0}).size(); ++k)
        operands.push_back(ir::slice(e(In{0}), k, scalar_shape));
    } else {
      for (int k = 0; k < e.input_count(); ++k) operands.push_back(e(In{k}));
    }
    static constexpr ir::BitOperation operations[] = {ir::BitOperation::And, ir::BitOperation::Or,
                                                      ir::BitOperation::And, ir::BitOperation::Or,
                                                      ir::BitOperation::Xor};
    ir::Value result = operands.front();
    if (operands.size() == 1) result = ir::bitwise(ir::BitOperation::And, result, all_bits);
    for (std::size_t k = 1; k < operands.size(); ++k)
      result = ir::bitwise(operations[which], result, operands[k]);
    const bool negated = which == 2 || which == 3;
    e.output(y, negated ? ir::bitwise(ir::BitOperation::Xor, result, all_bits) : result);
  });
}

}  // namespace sim::blocks
