#include <Eigen/Dense>

#include "sim_core/blocks/constraints/energy_minimum.h"
#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

namespace {

struct EnergyParameters {
  Param mass, motions, approach, prescribes;
};

bool independent(const ParameterValue& motions) {
  const Eigen::Map<const Eigen::MatrixXd> p(motions.numbers.data(), motions.shape.rows, motions.shape.cols);
  return p.allFinite() && Eigen::ColPivHouseholderQR<Eigen::MatrixXd>(p).rank() == p.cols();
}

}  // namespace

void energy_projection(BlockTypeBuilder& b) {
  b.id("constraints/energy_projection").label("Energy Projection").category("Constraints").size(80, 48);
  b.doc(
      "The state under new constraints that is nearest in energy to the one before.\n\n"
      "$x = P (P^T M P)^{-1} P^T M (x_0 - g) + g$\n\n"
      "It is the one with the least $\\frac{1}{2} (x - x_0)^T M (x - x_0)$ of all states $x = P y + g$. Wire "
      "it from the state ports of integrators to their initial conditions, and let the event reset them.\n\n"
      "M may depend on the state. With `at the state before` it is $M(x_0)$ in the formula above; with `at "
      "the "
      "new state` $\\frac{1}{2} (x - x_0)^T M(x) (x - x_0)$ itself is minimized, which the formula with "
      "$M(x)$ does not do, as it leaves out how M changes. Of several minima it is the one downhill from the "
      "first approach. Where there is none, or M has a negative direction, the run ends and says so.");
  b.keywords({"lock", "clutch", "momentum", "critical event", "projection"});
  b.icon(IconShape::Rectangle, "", "P y + g");
  EnergyParameters p;
  p.mass = b.formula("M", "Mass matrix, or its diagonal", "[1; 1]")
               .doc("May use the state as x, and the time as t. Of a matrix the symmetric part counts.");
  p.motions = b.real("P", "Allowed motions, a column each", "[1; 1]").not_tunable();
  p.approach =
      b.choice("Approach", "Masses that depend on the state", {"at the state before", "at the new state"})
          .formerly("approach")
          .doc("At the new state: the energy of the error with the masses there is minimized.");
  p.prescribes = b.flag("Prescribes", "Prescribe g", false)
                     .formerly("prescribes")
                     .doc("Adds an input for g, the part of the state that is given.");
  b.require([=](const ParameterValues& v) { return independent(v.of(p.motions)); },
            "the columns of P depend on one another",
            "leave out those that are combinations of others; P has at most as many columns as rows");
  b.inputs([p](const ParameterValues& v) {
    std::vector<PortSpec> ports{{"x0", "the state before"}};
    if (v.of(p.prescribes).number() != 0) ports.push_back({"g", "what is prescribed"});
    return ports;
  });
  Out x = b.output("x", "the state behind");
  b.shapes([p](const ParameterValues& values, Shapes& s) {
    const Shape n = vector_shape(values.of(p.motions).shape.rows);
    for (const Shape& input : s.inputs)
      if (input.count() != n.count())
        s.problem = "an input has " + std::to_string(input.count()) + " elements, and P " +
                    std::to_string(n.count()) + " rows";
    s.outputs = {n};
  });
  b.equations([=](Equations& e) {
    const ParameterValue& motions = e.value(p.motions);
    const Shape n = vector_shape(motions.shape.rows);
    const ir::Value x0 = ir::slice(e(In{0}), 0, n);
    const ir::Value g =
        e.flag(p.prescribes)
            ? ir::slice(e(In{1}), 0, n)
            : e.graph().constant(n, std::vector<double>(static_cast<std::size_t>(n.size()), 0.0));
    const auto at = e.choice(p.approach) == 1 ? MassesAt::NewState : MassesAt::StateBefore;
    const auto projected = energy_minimum(e, e.text(p.mass), at, motions, x0, g);
    if (!projected) return e.report(projected.error());
    const auto ends_with = [&](NoProjection outcome, const char* message) {
      const ir::Value is = e.constant(static_cast<double>(outcome));
      e.check(ir::make(ir::Op::Equal, projected->outcome, is), CheckAction::Error, message);
    };
    ends_with(NoProjection::NotPositive,
              "its mass matrix is no mass matrix: it gives a motion a negative energy, or an allowed motion "
              "none, or is not finite");
    ends_with(
        NoProjection::NotFound,
        "the energy of the error has no minimum downhill from the state before: it falls without end, or "
        "M jumps or has a kink there");
    e.output(x, projected->x);
  });
}

}  // namespace sim::blocks
