#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

// In the order of the choices.
static constexpr ir::Op functions[] = {ir::Op::Sin,   ir::Op::Cos,   ir::Op::Tan,  ir::Op::Asin, ir::Op::Acos,
                                       ir::Op::Atan,  ir::Op::Atan2, ir::Op::Sinh, ir::Op::Cosh, ir::Op::Tanh,
                                       ir::Op::Asinh, ir::Op::Acosh, ir::Op::Atanh};
static constexpr int atan2_choice = 6, sincos_choice = 13, complex_choice = 14;

void trigonometric_function(BlockTypeBuilder& b) {
  b.id("math/trigonometric_function").label("Trigonometric Function").category("Math Operations");
  b.doc(
      "A trigonometric or hyperbolic function of its input, in radians, element by element.\n\n"
      "$y = f(u)$\n"
      "$y = \\mathrm{atan2}(u_1, u_2)$\n\n"
      "`sincos` has two outputs; `cos + jsin` is $e^{j u}$, a complex signal.");
  b.keywords({"TrigFun", "SINBLK_f", "COSBLK_f", "TANBLK_f", "sin", "cos", "tan", "atan2"});
  b.icon(IconShape::Rectangle, "", "{Function}");
  Param function = b.choice("Function", "Function",
                            {"sin", "cos", "tan", "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh",
                             "asinh", "acosh", "atanh", "sincos", "cos + jsin"})
                       .formerly("function");
  b.gives_complex();
  const Out y{0};
  b.outputs([=](const ParameterValues& v) {
    std::vector<PortSpec> ports{{"y", ""}};
    if (v.of(function).number() == sincos_choice) ports = {{"sin", ""}, {"cos", ""}};
    return ports;
  });
  b.inputs([=](const ParameterValues& v) {
    std::vector<PortSpec> ports{{"u", ""}};
    if (v.of(function).number() == atan2_choice) ports = {{"y", "ordinate"}, {"x", "abscissa"}};
    return ports;
  });
  b.equations([=](Equations& e) {
    const int choice = e.choice(function);
    if (choice == sincos_choice) {
      e.output(Out{0}, sin(e(In{0})));
      e.output(Out{1}, cos(e(In{0})));
      return;
    }
    if (choice == complex_choice) {
      const ir::Value angle = ir::real_only(e(In{0}), "an angle");
      e.output(y, ir::complex(cos(angle), sin(angle)));
      return;
    }
    const ir::Op op = functions[choice];
    e.output(y, ir::make(op, e(In{0}), e.input_count() > 1 ? e(In{1}) : ir::Value{}));
  });
}

}  // namespace sim::blocks
