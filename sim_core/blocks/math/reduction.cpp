#include "sim_core/blocks/math/halving.h"
#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

namespace {

enum class Reduction { Sum, Product, Mean, Minimum, Maximum, Norm, RootMeanSquare };
enum class Along { All, Columns, Rows };

// The columns of v, `count` of them, as one.
ir::Value reduced(Equations& e, Reduction how, ir::Value v, int rows, int count) {
  const auto sum = [&](ir::Value of) {
    return combined_columns(of, rows, [](ir::Value a, ir::Value b) { return a + b; });
  };
  const auto squares = [&] { return sum(square(ir::make(ir::Op::Abs, v))); };
  const auto best = [&](bool maximum) {
    return combined_columns(v, rows, [&](ir::Value a, ir::Value b) {
      return select(maximum ? e.crosses_above(a, b) : e.crosses_above(b, a), a, b);
    });
  };
  switch (how) {
    case Reduction::Sum:
      return sum(v);
    case Reduction::Product:
      return combined_columns(v, rows, [](ir::Value a, ir::Value b) { return a * b; });
    case Reduction::Mean:
      return sum(v) / e.constant(count);
    case Reduction::Minimum:
      return best(false);
    case Reduction::Maximum:
      return best(true);
    case Reduction::Norm:
      return sqrt(squares());
    case Reduction::RootMeanSquare:
      return sqrt(squares() / e.constant(count));
  }
  return v;
}

}  // namespace

void reduction(BlockTypeBuilder& b) {
  b.id("math/reduction").label("Reduction").category("Math Operations");
  b.doc(
      "One number from all elements of its input; or one from each column, or from each row.\n\n"
      "$y = \\sum_i u_i$ (sum)\n"
      "$y = \\frac{1}{n} \\sum_i u_i$ (mean)\n"
      "$y = \\sqrt{\\sum_i |u_i|^2}$ (norm)\n"
      "$y = \\sqrt{\\frac{1}{n} \\sum_i |u_i|^2}$ (rms)\n\n"
      "Likewise their product, the least and the greatest. The change from one least or greatest element to "
      "another is a "
      "zero crossing of their difference.");
  b.keywords({"Sum of Elements", "Product of Elements", "Mean", "Norm", "RMS", "Minimum", "Maximum", "MATSUM",
              "MultiSum", "average", "vector norm", "collapse"});
  b.icon(IconShape::Rectangle, "M.15,.2 L.5,.5 M.15,.4 L.5,.5 M.15,.6 L.5,.5 M.15,.8 L.5,.5 M.5,.5 L.88,.5",
         "");
  b.size(48, 40);
  Param function = b.choice("Function", "Function", {"sum", "product", "mean", "min", "max", "norm", "rms"});
  Param along = b.choice("CollapseMode", "Over", {"All elements", "Each column", "Each row"});
  b.zero_crossing_flag();
  In u = b.input("u");
  Out y = b.output("y");
  b.arithmetic_output();
  b.shapes([=](const ParameterValues& v, Shapes& s) {
    const auto which = static_cast<Along>(v.of(along).number());
    s.outputs[0] = which == Along::Columns ? Shape{1, s.inputs[0].cols}
                   : which == Along::Rows  ? Shape{s.inputs[0].rows, 1}
                                           : scalar_shape;
  });
  b.equations([=](Equations& e) {
    const auto which = static_cast<Along>(e.choice(along));
    const ir::Value v = which == Along::Columns ? ir::transpose(e(u)) : e(u);
    const int rows = which == Along::All ? 1 : v.shape().rows;
    const ir::Value result =
        reduced(e, static_cast<Reduction>(e.choice(function)),
                ir::slice(v, 0, vector_shape(v.shape().count())), rows, v.shape().count() / rows);
    e.output(y, ir::slice(result, 0, e.output_shape(y)));
  });
}

}  // namespace sim::blocks
