#include "sim_core/blocks/discrete/state_space_matrices.h"
#include "sim_core/blocks/standard_blocks.h"
#include "sim_core/blocks/zeros.h"
#include "sim_core/linalg/descriptor_system.h"

namespace sim::blocks {

void descriptor_state_space(BlockTypeBuilder& b) {
  b.id("continuous/descriptor_state_space").label("Descriptor State-Space").category("Continuous");
  b.doc(
      "A linear system whose equations need not be solved for the derivatives.\n\n"
      "$E \\dot{x} = A x + B u$\n"
      "$y = C x + D u, \\quad x(t_0) = X_0$\n\n"
      "E may be singular: then some equations are algebraic, such as those of a node of a circuit. They are "
      "eliminated when the model is compiled, and there are as many states as E has rank; of the initial "
      "conditions what fits the algebraic equations counts. Systems in which y would need the derivative of "
      "u "
      "(of an index above 1) are refused.");
  b.keywords({"DAE", "differential-algebraic", "singular", "implicit", "mass matrix", "E A B C D", "dss",
              "generalized state-space"});
  b.icon(IconShape::Rectangle, "", "Ex' = Ax+Bu\ny = Cx+Du");
  b.size(88, 48);
  Param E = b.real("E", "E", "1").doc("n by n; may be singular");
  const StateSpaceMatrices matrices(b, true);
  In u = b.input("u");
  Out y = b.output("y");
  State x = b.state("x", matrices.x0);
  auto square = [=](const ParameterValues& v) { return v.of(E).shape == v.of(matrices.a).shape; };
  b.shapes([=](const ParameterValues& v, Shapes& s) {
    matrices.shapes(v, s);
    const Shape given = v.of(E).shape;
    if (!s.problem.empty()) return;
    if (!square(v))
      s.problem = "E is " + to_text(given) + " where A is " + to_text(v.of(matrices.a).shape);
    else if (const Shape initial = v.of(matrices.x0).shape;
             !initial.is_scalar() && initial.size() != given.rows)
      s.problem = "the initial conditions are " + to_text(initial) + " where E is " + to_text(given);
    else
      s.states[0] = vector_shape(std::max(1, descriptor_rank(given.rows, v.of(E).numbers)));
  });
  b.equations([=](Equations& e) {
    const ParameterValue &A = e.value(matrices.a), &B = e.value(matrices.b), &C = e.value(matrices.c);
    DescriptorMatrices m{A.shape.rows, B.shape.cols, C.shape.rows, e.value(E).numbers,
                         A.numbers,    B.numbers,    C.numbers,    e.value(matrices.d).numbers};
    m.d.resize(static_cast<std::size_t>(m.outputs) * static_cast<std::size_t>(m.inputs), 0.0);
    const ReducedDescriptor reduced = reduce_descriptor(m);
    if (reduced.outcome == ReducedDescriptor::Outcome::HigherIndex)
      return e.report(error({}, "its equations have no solution without derivatives of the input",
                            "E and A describe a system of an index above 1, or one that is not determined: "
                            "check both, or replace what is differentiated by what it is the integral of"));
    auto constant = [&](int rows, int columns, const std::vector<double>& numbers) {
      return e.graph().constant({rows, columns}, numbers);
    };
    const ir::Value in = ir::slice(e(u), 0, vector_shape(m.inputs));
    ir::Value out = zeros(e, vector_shape(m.outputs));
    if (reduced.order > 0) {
      std::vector<double> start = e.value(matrices.x0).numbers;
      if (start.size() == 1) start.resize(static_cast<std::size_t>(m.order), start.front());
      e.initial(x, ir::matmul(constant(reduced.order, m.order, reduced.from_x), constant(m.order, 1, start)));
      e.derivative(x, ir::matmul(constant(reduced.order, reduced.order, reduced.a), e(x)) +
                          ir::matmul(constant(reduced.order, m.inputs, reduced.b), in));
      out = ir::matmul(constant(m.outputs, reduced.order, reduced.c), e(x));
    } else {
      e.derivative(x, e.constant(0));
    }
    const bool direct = std::any_of(reduced.d.begin(), reduced.d.end(), [](double d) { return d != 0; });
    if (direct) out = out + ir::matmul(constant(m.outputs, m.inputs, reduced.d), in);
    e.output(y, ir::slice(out, 0, e.output_shape(y)));
  });
}

}  // namespace sim::blocks
