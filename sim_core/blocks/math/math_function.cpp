#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

static bool takes_two(int choice) { return choice >= 8; }

void math_function(BlockTypeBuilder& b) {
  b.id("math/math_function").label("Math Function").category("Math Operations");
  b.doc(
      "An elementary function of its input, element by element.\n\n"
      "`y = f(u)`, or `y = f(u1, u2)` for pow, hypot, rem and mod.");
  b.keywords({"Exp", "Log", "Log10", "Pow", "Mod", "SQRT", "EXPBLK_m", "LOGBLK_f", "POWBLK_f", "square",
              "reciprocal"});
  b.icon(IconShape::Rectangle, "", "{function}");
  Param function = b.choice(
      "function", "Function",
      {"exp", "log", "10^u", "log10", "square", "sqrt", "reciprocal", "abs", "pow", "hypot", "rem", "mod"});
  Out y = b.output("y");
  b.inputs([=](const ParameterValues& v) {
    return takes_two(static_cast<int>(v.of(function).number()))
               ? std::vector<PortSpec>{{"u1", ""}, {"u2", ""}}
               : std::vector<PortSpec>{{"u", ""}};
  });
  b.equations([=](Equations& e) {
    auto u = e(In{0});
    const ir::Value v = e.input_count() > 1 ? e(In{1}) : ir::Value{};
    auto of = [&](ir::Op op) { return e.graph().make(op, u, v); };
    auto value = [&]() -> ir::Value {
      switch (e.choice(function)) {
        case 0:
          return of(ir::Op::Exp);
        case 1:
          return of(ir::Op::Log);
        case 2:
          return pow(e.constant(10), u);
        case 3:
          return of(ir::Op::Log10);
        case 4:
          return of(ir::Op::Square);
        case 5:
          return of(ir::Op::Sqrt);
        case 6:
          return 1.0 / u;
        case 7: {  // the corner is an event
          auto positive = e.crosses_above(u, e.constant(0));
          return select(positive, u, -u);
        }
        case 8:
          return of(ir::Op::Pow);
        case 9:
          return of(ir::Op::Hypot);
        case 10:
          return of(ir::Op::Rem);
        default:
          return of(ir::Op::Mod);
      }
    };
    e.output(y, value());
  });
}

}  // namespace sim::blocks
