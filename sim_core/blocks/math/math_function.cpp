#include "sim_core/blocks/math/signal_type.h"
#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

static bool takes_two(int choice) { return choice >= 8 && choice < 12; }

void math_function(BlockTypeBuilder& b) {
  b.id("math/math_function").label("Math Function").category("Math Operations");
  b.doc(
      "An elementary function of its input, element by element.\n\n"
      "$y = f(u)$\n"
      "$y = f(u_1, u_2)$ for pow, hypot, rem and mod\n\n"
      "magnitude^2 is $\\mathrm{re}^2 + \\mathrm{im}^2$; transpose and hermitian turn a matrix over, "
      "hermitian with conjugated elements.");
  b.keywords({"Exp", "Log", "Log10", "Pow", "Mod", "SQRT", "EXPBLK_m", "LOGBLK_f", "POWBLK_f", "square",
              "reciprocal"});
  b.icon(IconShape::Rectangle, "", "{Function}");
  Param function = b.choice("Function", "Function",
                            {"exp", "log", "10^u", "log10", "square", "sqrt", "reciprocal", "abs", "pow",
                             "hypot", "rem", "mod", "magnitude^2", "conj", "transpose", "hermitian"})
                       .formerly("function");
  Param kind = b.choice("OutputSignalType", "Output signal type", {"auto", "real", "complex"})
                   .doc(
                       "complex: log and sqrt of numbers below 0 are complex; auto: the output is complex "
                       "where the input is.");
  b.gives_complex();
  Out y = b.output("y");
  b.inputs([=](const ParameterValues& v) {
    std::vector<PortSpec> ports{{"u", ""}};
    if (takes_two(static_cast<int>(v.of(function).number()))) ports = {{"u1", ""}, {"u2", ""}};
    return ports;
  });
  b.shapes([=](const ParameterValues& v, Shapes& s) {
    const Shape u = s.inputs[0], other = s.inputs.back();
    if (!u.is_scalar() && !other.is_scalar() && u != other)
      s.problem = "inputs of shapes " + to_text(u) + " and " + to_text(other) + " do not go together";
    s.outputs[0] = u.is_scalar() ? other : u;
    if (v.of(function).number() >= 14) s.outputs[0] = {u.cols, u.rows};
  });
  b.equations([=](Equations& e) {
    const ir::Value u = as_signal_type(e, e.choice(kind), e(In{0}));
    const ir::Value v = e.input_count() > 1 ? e(In{1}) : ir::Value{};
    auto of = [&](ir::Op op) { return ir::make(op, u, v); };
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
          if (is_complex(u)) return of(ir::Op::Abs);
          auto positive = e.crosses_above(u, e.constant(0));
          return select(positive, u, -u);
        }
        case 8:
          return of(ir::Op::Pow);
        case 9:
          return of(ir::Op::Hypot);
        case 10:
          return of(ir::Op::Rem);
        case 11:
          return of(ir::Op::Mod);
        case 12:
          return square(ir::real_part(u)) + square(ir::imaginary_part(u));
        case 13:
          return ir::conjugate(u);
        case 14:
          return ir::transpose(u);
        default:
          return ir::transpose(ir::conjugate(u));
      }
    };
    e.output(y, value());
  });
}

}  // namespace sim::blocks
