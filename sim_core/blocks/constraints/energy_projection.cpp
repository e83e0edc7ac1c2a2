#include "sim_core/blocks/constraints/energy_minimum.h"
#include "sim_core/blocks/constraints/mass_matrix.h"
#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

namespace {

struct EnergyParameters {
  Param mass, mass_source, motions, motion_source, given, approach, prescribes;
};

// Where ports are; -1: the block has none.
struct EnergyPorts {
  int given = -1, mass = -1, motions = -1;
};
EnergyPorts energy_ports(bool prescribes, bool mass, bool motions) {
  EnergyPorts p;
  int next = 1;
  if (prescribes) p.given = next++;
  if (mass) p.mass = next++;
  if (motions) p.motions = next;
  return p;
}
EnergyPorts energy_ports(const EnergyParameters& p, const ParameterValues& v) {
  return energy_ports(v.of(p.prescribes).number() != 0, v.of(p.mass_source).number() != 0,
                      v.of(p.motion_source).number() != 0);
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
      "first approach. Where there is none, or M has a negative direction, the run ends and says so.\n\n"
      "P and g may depend on the state too, and are those of the state before: P has the directions in which "
      "constraints let the state move from there. Where columns of such a P depend on others, as in a "
      "singular "
      "position, they are left out. Matrices may come from inputs instead.");
  b.keywords({"lock", "clutch", "momentum", "critical event", "projection"});
  b.icon(IconShape::Rectangle, "", "P y + g");
  EnergyParameters p;
  p.mass = b.formula("M", "Mass matrix, or its diagonal", "[1; 1]")
               .doc("May use the state as x, and the time as t. Of a matrix the symmetric part counts.");
  p.mass_source = b.choice("MassSource", "Source of the mass matrix", {"parameter", "input"})
                      .doc("An input: symmetric, or its diagonal; it is that of the state before.");
  p.motions = b.formula("P", "Allowed motions, a column each", "[1; 1]")
                  .doc("May use the state before as x, and the time as t.");
  p.motion_source = b.choice("MotionSource", "Source of the motions", {"parameter", "input"});
  p.approach =
      b.choice("Approach", "Masses that depend on the state", {"at the state before", "at the new state"})
          .formerly("approach")
          .doc("At the new state: the energy of the error with the masses there is minimized.");
  p.given = b.formula("g", "Prescribed part of the state", "0")
                .doc("May use the state before as x, and the time as t. One for each, or one for all.");
  p.prescribes =
      b.flag("Prescribes", "Prescribe g", false).formerly("prescribes").doc("g is an input instead.");
  b.inputs([p](const ParameterValues& v) {
    const EnergyPorts at = energy_ports(p, v);
    std::vector<PortSpec> ports{{"x0", "the state before"}};
    if (at.given >= 0) ports.push_back({"g", "what is prescribed"});
    if (at.mass >= 0) ports.push_back({"M", "mass matrix"});
    if (at.motions >= 0) ports.push_back({"P", "allowed motions, a column each"});
    return ports;
  });
  Out x = b.output("x", "the state behind");
  b.shapes([p](const ParameterValues& values, Shapes& s) {
    const EnergyPorts at = energy_ports(p, values);
    const int n = s.inputs[0].count();
    const auto given = [&](int port) { return s.inputs[static_cast<std::size_t>(port)]; };
    if (at.given >= 0 && given(at.given).count() != n)
      s.problem =
          "input g has " + std::to_string(given(at.given).count()) + " elements, and x0 " + std::to_string(n);
    if (at.mass >= 0 && !is_mass_matrix(given(at.mass), n))
      s.problem = "input M has the dimensions " + to_text(given(at.mass)) + ", not " + to_text(Shape{n, n});
    if (at.motions >= 0 && given(at.motions).rows != n)
      s.problem = "input P has " + std::to_string(given(at.motions).rows) + " rows, and x0 " +
                  std::to_string(n) + " elements";
    s.outputs = {vector_shape(n)};
  });
  b.equations([=](Equations& e) {
    const EnergyPorts ports =
        energy_ports(e.flag(p.prescribes), e.choice(p.mass_source) == 1, e.choice(p.motion_source) == 1);
    const Shape n = vector_shape(e.input_shape(In{0}).count());
    EnergyTerms terms{{e.text(p.mass), {}}, {e.text(p.motions), {}}, {e.text(p.given), {}}};
    if (ports.given >= 0) terms.given.signal = ir::slice(e(In{ports.given}), 0, n);
    if (ports.mass >= 0) terms.mass.signal = as_mass_matrix(e(In{ports.mass}), n.rows);
    if (ports.motions >= 0) terms.motions.signal = e(In{ports.motions});
    const auto at = e.choice(p.approach) == 1 ? MassesAt::NewState : MassesAt::StateBefore;
    const auto projected = energy_minimum(e, terms, at, ir::slice(e(In{0}), 0, n));
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
