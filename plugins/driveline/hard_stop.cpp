// Hard stops: limits to the position between two bodies.
#include "plugins/driveline/blocks.h"
#include "plugins/driveline/mechanics.h"
#include "plugins/elements/one_way.h"

namespace sim::driveline {

namespace {

ir::Value size(ir::Value v) { return ir::make(ir::Op::Abs, v); }

// One of the two limits of a stop. The across variable of the branch opens it.
struct Limit {
  Branch branch;
  ir::Value at;
  double side;  // 1: the position stays above, -1: below
};

// Gives the position behind this instant: on the limit where it holds, strictly inside where it rebounds, so
// that the next impact is a crossing.
ir::Value write_limit(Equations& e, const Limit& limit, ir::Value x, ir::Value behind,
                      ir::Value restitution) {
  constexpr double least_flight = 0x1p-40, least_way = 0x1p-38;  // of the time, of the limit
  constexpr double rounding = 0x1p-40, spacing = 0x1p-50, beside_zero = 1e-300;
  const bool below = limit.side < 0;
  const ir::Value reached = below ? e.crosses_above(x, limit.at) : e.crosses_above(limit.at, x);
  const ir::Value beyond = below ? x - limit.at : limit.at - x;
  const ir::Value last = e.memory(e.constant(-1e300));  // instant of an impact, or of letting go
  // Where the flight before was so short or so low that numbers hardly resolve the next, an impact gives back
  // nothing. So a body comes to rest at the end of infinitely many bounces.
  const ir::Value flight = e.time() - last, is_flight = flight > size(e.time()) * least_flight;
  const elements::StopWay stop =
      elements::write_stop(e, limit.branch,
                           {reached, beyond, select(is_flight, restitution, e.constant(0)),
                            select(is_flight, size(limit.at) * least_way / flight, e.constant(0))});
  e.store(last, select(stop.changes, e.time(), last));
  const ir::Value inside = limit.at + (size(limit.at) * spacing + beside_zero) * limit.side;
  const ir::Value on_limit = size(behind - limit.at) <= (size(x) + size(limit.at)) * rounding;
  return select(stop.holds & on_limit, limit.at,
                select(stop.rebounds, ir::make(below ? ir::Op::Min : ir::Op::Max, behind, inside), behind));
}

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
    e.derivative(x, e.across(low.branch));
    ir::Value behind = e(x) + e.moved(low.branch);
    behind = write_limit(e, {low.branch, e(lower), 1}, e(x), behind, e(restitution));
    behind = write_limit(e, {high, e(upper), -1}, e(x), behind, e(restitution));
    e.reset(x, e.network_switches(), behind);
  });
}

}  // namespace

void rotational_hard_stop(BlockTypeBuilder& b) { hard_stop_of(b, rotational); }
void translational_hard_stop(BlockTypeBuilder& b) { hard_stop_of(b, translational); }

}  // namespace sim::driveline
