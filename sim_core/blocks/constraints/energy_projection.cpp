#include "sim_core/block/formula.h"
#include "sim_core/blocks/standard_blocks.h"
#include "sim_core/ir/constrained.h"

namespace sim::blocks {

namespace {

struct EnergyParameters {
  Param mass, motions, approach, prescribes;
};

// The energy is 1/2 (x - x0)' diag(m) (x - x0): x = P (P'MP)^-1 P'M (x0 - g) + g.
ir::Value projected(ir::Value m, ir::Value motions, ir::Value x0, ir::Value g) {
  const ir::Value weighted = ir::scaled_rows(m, motions);
  const ir::Value inner = ir::matmul(ir::transpose(motions), weighted);
  const ir::Value right = ir::matmul(ir::transpose(weighted), x0 - g);
  return ir::matmul(motions, x0.graph->linear_solve(inner, right)) + g;
}

}  // namespace

void energy_projection(BlockTypeBuilder& b) {
  b.id("constraints/energy_projection").label("Energy Projection").category("Constraints").size(80, 48);
  b.doc(
      "The state under new constraints that is nearest in energy to the one before.\n\n"
      "$x = P (P^T M P)^{-1} P^T M (x_0 - g) + g$\n\n"
      "It is the one with the least $\\frac{1}{2} (x - x_0)^T M (x - x_0)$ of all states $x = P y + g$. Wire "
      "it from the state ports of integrators to their initial conditions, and let the event reset them. M "
      "is diagonal and may depend on the state.");
  b.keywords({"lock", "clutch", "momentum", "critical event", "projection"});
  b.icon(IconShape::Rectangle, "", "P y + g");
  EnergyParameters p;
  p.mass =
      b.formula("M", "Masses: the diagonal of M", "[1; 1]").doc("May use the state as x, and the time as t.");
  p.motions = b.real("P", "Allowed motions, a column each", "[1; 1]").not_tunable();
  p.approach =
      b.choice("approach", "Masses that depend on the state", {"at the state before", "at the new state"})
          .doc("At the new state: the minimum is found again with the masses there, until they agree.");
  p.prescribes = b.flag("prescribes", "Prescribe g", false)
                     .doc("Adds an input for g, the part of the state that is given.");
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
    const ir::Value motions = e(p.motions);
    const Shape n = vector_shape(motions.shape().rows);
    const ir::Value x0 = ir::slice(e(In{0}), 0, n);
    const ir::Value g =
        e.flag(p.prescribes)
            ? ir::slice(e(In{1}), 0, n)
            : e.graph().constant(n, std::vector<double>(static_cast<std::size_t>(n.size()), 0.0));
    // Contracts where the masses change little over the event.
    constexpr int most_passes = 40;
    const int passes = e.choice(p.approach) == 1 ? most_passes : 1;
    ir::Value state = x0;
    for (int pass = 0; pass < passes; ++pass) {
      auto m = write_formula(e.text(p.mass), e.graph(), {{"x", state}, {"t", e.time()}}, e.variables());
      if (!m) return e.report(m.error());
      if (m->shape().count() != n.count() && !m->shape().is_scalar())
        return e.report(error({},
                              "there are " + std::to_string(m->shape().count()) + " masses for " +
                                  std::to_string(n.count()) + " states",
                              "give one for each"));
      const ir::Value masses = m->shape().is_scalar() ? *m + g * 0.0 : ir::slice(*m, 0, n);
      state = projected(masses, motions, x0, g);
    }
    e.output(x, state);
  });
}

}  // namespace sim::blocks
