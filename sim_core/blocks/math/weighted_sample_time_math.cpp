#include "sim_core/blocks/sources/periods.h"
#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

namespace {

enum class SampleTimeOperation { Add, Subtract, Multiply, Divide, OnlyTime, OnlyRate };

}  // namespace

void weighted_sample_time_math(BlockTypeBuilder& b) {
  b.id("math/weighted_sample_time_math").label("Weighted Sample Time Math").category("Math Operations");
  b.doc(
      "Its input and the sample time, times a weight, in one operation.\n\n"
      "$y = u \\circ (w \\, T_s)$\n\n"
      "The operation is +, -, * or /; or y is $w T_s$ alone, or $\\frac{1}{w T_s}$. The sample time has to "
      "be given: "
      "it is a number in the equation.");
  b.keywords({"sample time math", "Ts", "scale by rate", "discrete integration"});
  b.icon(IconShape::Rectangle, "", "u {Operator} w Ts");
  b.size(72, 40);
  Param operation =
      b.choice("Operator", "Operation", {"+", "-", "*", "/", "Ts Only", "1/Ts Only"}).formerly("TsampMathOp");
  Param weight = b.real("Weight", "Weight", "1").formerly("weightValue");
  const Param sample_time = b.sample_time("1");
  In u = b.input("u");
  Out y = b.output("y");
  require_period(b, sample_time);
  b.equations([=](Equations& e) {
    const ir::Value time = e(weight) * e.constant(e.value(sample_time).number());
    const auto value = [&]() -> ir::Value {
      switch (static_cast<SampleTimeOperation>(e.choice(operation))) {
        case SampleTimeOperation::Add:
          return e(u) + time;
        case SampleTimeOperation::Subtract:
          return e(u) - time;
        case SampleTimeOperation::Multiply:
          return e(u) * time;
        case SampleTimeOperation::Divide:
          return e(u) / time;
        case SampleTimeOperation::OnlyTime:
          return time;
        default:
          return 1.0 / time;
      }
    };
    e.output(y, value());
  });
}

}  // namespace sim::blocks
