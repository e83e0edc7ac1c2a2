#include "sim_core/blocks/math/signs.h"
#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

namespace {

bool multiplies_matrices(const ParameterValues& v, Param multiplication) {
  return v.of(multiplication).number() != 0;
}

// Of products of matrices, from the left to the right; scalars scale.
void product_shapes(const std::string& kinds, Shapes& s) {
  Shape so_far = scalar_shape;
  for (std::size_t k = 0; k < s.inputs.size(); ++k) {
    const Shape next = s.inputs[k];
    if (kinds[k] == '/' && next.rows != next.cols)
      s.problem = "it divides by a matrix that is not square, " + to_text(next);
    if (!so_far.is_scalar() && !next.is_scalar() && so_far.cols != next.rows)
      s.problem = "matrices of shapes " + to_text(so_far) + " and " + to_text(next) + " cannot be multiplied";
    so_far = so_far.is_scalar() ? next : next.is_scalar() ? so_far : Shape{so_far.rows, next.cols};
  }
  s.outputs[0] = so_far;
}

void element_shapes(Shapes& s) {
  Shape common = scalar_shape;
  for (const Shape& input : s.inputs) {
    if (input.is_scalar()) continue;
    if (!common.is_scalar() && common != input)
      s.problem = "inputs of shapes " + to_text(common) + " and " + to_text(input) + " cannot be multiplied";
    common = input;
  }
  s.outputs[0] = s.inputs.size() == 1 ? scalar_shape : common;
}

ir::Value matrix_product(ir::Value a, ir::Value b) {
  return a.shape().is_scalar() || b.shape().is_scalar() ? a * b : ir::matmul(a, b);
}

// a b^-1, of real matrices: it solves x b = a.
ir::Value matrix_quotient(Equations& e, ir::Value a, ir::Value b) {
  if (b.shape().is_scalar()) return a / b;
  const ir::Value matrix = ir::transpose(ir::real_only(b, "a matrix that is divided by"));
  const int n = matrix.shape().rows;
  if (a.shape().is_scalar()) {
    std::vector<double> diagonal(static_cast<std::size_t>(n * n), 0.0);
    for (int k = 0; k < n; ++k) diagonal[static_cast<std::size_t>(k * (n + 1))] = 1;
    a = a * e.graph().constant(Shape{n, n}, diagonal);
  }
  return ir::transpose(
      e.graph().linear_solve(matrix, ir::transpose(ir::real_only(a, "a quotient of matrices"))));
}

}  // namespace

void product(BlockTypeBuilder& b) {
  b.id("math/product").label("Product").category("Math Operations");
  b.doc(
      "Multiplies and divides its inputs: element by element, or as matrices.\n\n"
      "$y = \\frac{u_1 u_2}{u_3}$ for the operations `**/`\n"
      "$y = U_1 U_2 U_3^{-1}$ of matrices\n\n"
      "A single input is multiplied with itself: y is the product of its elements, or 1 divided by all of "
      "them. Of a "
      "matrix and `/` y is the inverse. Division by zero gives inf or nan, as in arithmetic; a singular "
      "matrix ends the "
      "run.");
  b.keywords({"PRODUCT", "Multiplier", "multiply", "Divide", "Divider", "Division", "Product of Elements",
              "Matrix Multiply", "MATMUL", "MATINV", "MATDIV", "inverse"});
  b.icon(IconShape::Rectangle, "M.3,.3 L.7,.7 M.7,.3 L.3,.7");
  b.size(40, 40);
  Param operations = b.text("Operations", "Operations", "**")
                         .formerly("operations")
                         .doc("One * or / for each input; or their number.");
  Param multiplication =
      b.choice("Multiplication", "Multiplication", {"element-wise", "matrix"}).formerly("multiplication");
  Out y = b.output("y");
  b.inputs([=](const ParameterValues& v) {
    return sign_ports(v.of(operations).text, "*/", "multiplies", "divides");
  });
  b.require([=](const ParameterValues& v) { return !parse_signs(v.of(operations).text, "*/").empty(); },
            "the operations are not a list of * and /", "write for example **/ or 3");
  b.arithmetic_output();
  b.shapes([=](const ParameterValues& v, Shapes& s) {
    if (multiplies_matrices(v, multiplication))
      product_shapes(parse_signs(v.of(operations).text, "*/"), s);
    else
      element_shapes(s);
  });
  b.equations([=](Equations& e) {
    const std::string kinds = parse_signs(e.text(operations), "*/");
    const bool matrices = e.choice(multiplication) != 0;
    std::vector<ir::Value> factors;
    if (e.input_count() == 1 && !matrices)
      for (int k = 0; k < e.input_shape(In{0}).count(); ++k)
        factors.push_back(ir::slice(e(In{0}), k, scalar_shape));
    else
      for (int k = 0; k < e.input_count(); ++k) factors.push_back(e(In{k}));
    ir::Value result;
    for (std::size_t k = 0; k < factors.size(); ++k) {
      const ir::Value u = factors[k];
      if (kinds[std::min(k, kinds.size() - 1)] == '*')
        result = !result ? u : matrices ? matrix_product(result, u) : result * u;
      else
        result = matrices ? matrix_quotient(e, result ? result : e.constant(1), u)
                          : (result ? result : e.constant(1)) / u;
    }
    e.output(y, result);
  });
}

}  // namespace sim::blocks
