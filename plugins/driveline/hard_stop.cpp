// Hard stops: limits to the position between two bodies.
#include "plugins/driveline/blocks.h"
#include "plugins/driveline/mechanics.h"
#include "plugins/elements/position_limit.h"

namespace sim::driveline {

namespace {

void hard_stop_of(BlockTypeBuilder& b, const Mechanics& m) {
  begin_twin(b, m, "hard_stop", "Hard Stop")
      .icon(IconShape::Rectangle, "M.15 .15 L.15 .85 M.85 .15 L.85 .85 M.15 .5 L.85 .5");
  b.doc(
      std::string("Keeps the ") + m.position +
      " between R and C within limits.\n\n$\\mathrm{LowerLimit} \\leq x \\leq \\mathrm{UpperLimit}, \\quad "
      "\\dot{x} "
      "= v_R - v_C$\n\nAt a limit the bodies impact: momentum is kept, and they part with e times the speed "
      "of "
      "their approach, $\\dot{x}^+ = -e \\, \\dot{x}^-$. With e = 0 the stop holds, at once and at the least "
      "loss of energy, until it would have to pull; with e > 0 the bodies come to rest at the end of their "
      "bounces.\n\nThe distance is a state. Solvers with variable steps locate the impact. Where a fixed "
      "step "
      "has gone past the limit, positions are set back too, at the least energy, to where an impact in time "
      "would have them; springs and motion sensors of the network follow, but an Integrator block outside, "
      "which "
      "integrates a measured speed, knows nothing of it.");
  b.keywords({"end stop", "contact", "impact", "limit", "gap", "bounce", "restitution", "collision"});
  Param upper = b.real("UpperLimit", "Upper limit", "0.1").formerly("upper").unit(m.position_unit).scalar();
  Param lower = b.real("LowerLimit", "Lower limit", "-0.1").formerly("lower").unit(m.position_unit).scalar();
  Param initial = b.real("x0", std::string("Initial ") + m.position, "0").unit(m.position_unit).scalar();
  Param restitution =
      b.real("e", "Coefficient of restitution", "0")
          .doc(
              "The speed at which bodies part, as a share of that at which they met: 0 for a plastic "
              "impact, 1 for one that loses no energy.")
          .range(0, 1)
          .scalar();
  b.require([=](const ParameterValues& v) { return v.of(lower).number() < v.of(upper).number(); },
            "the lower limit is not below the upper one", "exchange them");
  unused_velocity_tolerance(b, m);
  unused_force_tolerance(b, m);
  State x = b.state("x", initial);
  const TwoPort low = two_ports(b, m, b.stop_branch());
  const Branch high = b.stop_branch();
  b.equations([=](Equations& e) {
    connect(e, low);
    e.branch(high, {{low.from, e.constant(-1)}, {low.to, e.constant(1)}});  // the lower stop seen from C
    elements::write_stroke(e, x, {low.branch, e(lower), 1}, {high, e(upper), -1}, e(restitution));
  });
}

}  // namespace

void rotational_hard_stop(BlockTypeBuilder& b) { hard_stop_of(b, rotational); }
void translational_hard_stop(BlockTypeBuilder& b) { hard_stop_of(b, translational); }

}  // namespace sim::driveline
