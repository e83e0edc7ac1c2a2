#include <array>
#include <cmath>

#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

void unit_quaternion(BlockTypeBuilder& b) {
  b.id("invariants/unit_quaternion").label("Unit Quaternion").category("Invariants").declares_invariant();
  b.doc(
      "Integrates the attitude of a body from its angular velocity.\n\n"
      "$\\dot{q} = \\frac{1}{2} q \\otimes [0; \\omega], \\quad |q| = 1$\n\n"
      "$q = [q_0; q_1; q_2; q_3]$ with the scalar first, $\\omega$ in rad/s in the body's own axes; q turns "
      "vectors from the body's axes to the reference axes. It declares $|q|^2 = 1$ itself, so that q stays a "
      "unit quaternion whatever the solver's tolerance is.");
  b.keywords({"attitude", "rotation", "orientation", "Euler parameters", "angular velocity", "spacecraft"});
  b.icon(IconShape::Rectangle, "", "q");
  Param q0 = b.real("q0", "Initial quaternion", "[1; 0; 0; 0]")
                 .not_tunable()
                 .doc("Scalar first; it is normalized, and must not be zero.");
  Param active = b.choice("Action", "Norm", {"project", "monitor only"})
                     .formerly("action")
                     .doc("Whether q is held to length one, or only watched by the statistics.");
  In w = b.input("w", "angular velocity in body axes, rad/s: three elements");
  Out q = b.output("q", "the unit quaternion, scalar first: four elements");
  State x = b.state("q", q0);
  b.size(80, 40);
  b.shapes([](const ParameterValues&, Shapes& s) {
    s.outputs[0] = s.states[0] = vector_shape(4);
    if (s.inputs[0].count() != 3 || s.inputs[0].complex)
      s.problem = "the angular velocity has three real elements, not " + std::to_string(s.inputs[0].size());
  });
  b.equations([=](Equations& e) {
    const std::vector<double>& start = e.value(q0).numbers;
    double length = 0;
    for (double v : start) length = std::hypot(length, v);
    std::vector<double> normalized(4, 0.0);
    normalized[0] = 1;
    if (start.size() == 4 && length > 0)
      for (std::size_t k = 0; k < 4; ++k) normalized[k] = start[k] / length;
    e.initial(x, e.graph().constant(vector_shape(4), normalized));
    const auto part = [](ir::Value v, int k) { return ir::slice(v, k, scalar_shape); };
    std::array<ir::Value, 4> p;
    std::array<ir::Value, 3> rate;
    for (int k = 0; k < 4; ++k) p[static_cast<std::size_t>(k)] = part(e(x), k);
    for (int k = 0; k < 3; ++k) rate[static_cast<std::size_t>(k)] = part(e(w), k);
    const std::array<ir::Value, 4> dq{(-(p[1] * rate[0]) - p[2] * rate[1] - p[3] * rate[2]) * 0.5,
                                      (p[0] * rate[0] + p[2] * rate[2] - p[3] * rate[1]) * 0.5,
                                      (p[0] * rate[1] + p[3] * rate[0] - p[1] * rate[2]) * 0.5,
                                      (p[0] * rate[2] + p[1] * rate[1] - p[2] * rate[0]) * 0.5};
    e.derivative(x, ir::concat(dq, vector_shape(4)));
    e.output(q, e(x));
    InvariantSpec spec;
    spec.active = e.choice(active) == 0;
    spec.target = e.constant(1);
    e.invariant(ir::total(e(x) * e(x)), spec);
  });
  b.require(
      [=](const ParameterValues& v) {
        double largest = 0;
        for (double k : v.of(q0).numbers) largest = std::max(largest, std::fabs(k));
        return v.of(q0).numbers.size() == 4 && largest > 0 && std::isfinite(largest);
      },
      "the initial quaternion needs four finite numbers that are not all zero",
      "write [1; 0; 0; 0] for no rotation");
}

}  // namespace sim::blocks
