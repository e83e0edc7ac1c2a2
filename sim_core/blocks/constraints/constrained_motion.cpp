#include "sim_core/blocks/constraints/changes.h"
#include "sim_core/blocks/constraints/motion_terms.h"
#include "sim_core/blocks/constraints/position_projection.h"
#include "sim_core/blocks/constraints/velocity_projection.h"
#include "sim_core/blocks/standard_blocks.h"
#include "sim_core/ir/constrained.h"

namespace sim::blocks {

namespace {

struct MotionParameters {
  Param mass, positions, rows, rates, q0, v0, inertial, approach, switches, prescribes;
};

MotionParameters declare_motion(BlockTypeBuilder& b) {
  MotionParameters p;
  p.mass = b.formula("M", "Mass matrix, or its diagonal", "[1; 1]")
               .doc("In terms of q, u and t. Of a matrix the symmetric part counts.");
  p.positions = b.formula("Positions", "Constraints on positions, each 0", "q(1)^2 + q(2)^2 - 1")
                    .doc("A number for each, in terms of q, u and t; [] where there are none.");
  p.rows = b.formula("A", "Constraints on velocities, a row each", "[]")
               .doc("In terms of q, u and t, a number for each velocity; [] where there are none.");
  p.rates = b.formula("b", "Values of A v", "0").doc("One for each row of A, or one for all.");
  p.q0 = b.real("q0", "Initial positions", "[1; 0]").not_tunable().doc("One for each.");
  p.v0 = b.real("v0", "Initial velocities", "0").not_tunable().doc("One for each, or one for all.");
  p.inertial = b.choice("InertialForces", "Inertial forces", {"from the kinetic energy", "in F"})
                   .doc(
                       "Of masses that depend on q: centrifugal and Coriolis forces follow from the kinetic "
                       "energy, or "
                       "are part of the input.");
  p.approach =
      b.choice("Approach", "Masses that depend on the state", {"at the state before", "at the new state"})
          .doc("What the distance of positions is measured with where they are projected.");
  p.switches = b.flag("Switches", "Constraints switch", false)
                   .doc("Adds the input active: a row holds while its element is above 0.5.");
  p.prescribes = b.flag("Prescribes", "Prescribe u", false)
                     .doc("Adds inputs for u, which formulas may use, and its first two time derivatives.");
  return p;
}

struct MotionPorts {
  int active = -1, u = -1;
};
MotionPorts motion_ports(bool switches, bool prescribes) {
  return {switches ? 1 : -1, prescribes ? (switches ? 2 : 1) : -1};
}

void motion_shapes(const MotionParameters& p, const ParameterValues& values, Shapes& s) {
  const int n = values.of(p.q0).shape.count();
  const bool prescribes = values.of(p.prescribes).number() != 0;
  const MotionPorts ports = motion_ports(values.of(p.switches).number() != 0, prescribes);
  s.states = {vector_shape(n), vector_shape(n)};
  const auto wants = [&](int input, const char* name, int count) {
    const Shape given = s.inputs[static_cast<std::size_t>(input)];
    if (!given.is_scalar() && given.count() != count)
      s.problem = std::string("input ") + name + " has " + std::to_string(given.count()) + " elements, not " +
                  std::to_string(count);
  };
  wants(0, "F", n);
  if (!prescribes) return;
  const int given = s.inputs[static_cast<std::size_t>(ports.u)].count();
  wants(ports.u + 1, "du", given);
  wants(ports.u + 2, "ddu", given);
}

// What the block computes with, at an instant.
struct Motion {
  std::shared_ptr<const MotionTerms> terms;
  MotionTerms::At now;
  ir::Value force, active, next;  // the latter of all constraints, until now and from now on
  MassesAt approach = MassesAt::StateBefore;
  int n = 0, m = 0, positions = 0;

  ir::Value of_positions(ir::Value rows) const { return ir::slice(rows, 0, vector_shape(positions)); }
};

std::optional<Motion> motion(Equations& e, const MotionParameters& p, State q, State v) {
  Motion r;
  const bool prescribes = e.flag(p.prescribes);
  const MotionPorts ports = motion_ports(e.flag(p.switches), prescribes);
  r.n = e(q).shape().count();
  const int given = prescribes ? e.input_shape(In{ports.u}).count() : 0;
  r.approach = e.choice(p.approach) == 1 ? MassesAt::NewState : MassesAt::StateBefore;
  auto terms = MotionTerms::write({e.text(p.mass), e.text(p.positions), e.text(p.rows), e.text(p.rates),
                                   e.choice(p.inertial) == 0, r.approach},
                                  r.n, given, e.variables());
  if (!terms) return e.report(terms.error()), std::nullopt;
  r.terms = *terms;
  r.m = r.terms->constraints();
  r.positions = r.terms->position_constraints();
  r.now = {e(q), e(v), e.time(), {}, {}, {}};
  if (prescribes) {
    r.now.u = filled(e(In{ports.u}), given);
    r.now.du = filled(e(In{ports.u + 1}), given);
    r.now.ddu = filled(e(In{ports.u + 2}), given);
  }
  r.force = filled(e(In{0}), r.n);
  r.active = r.next = ir::repeated(e.constant(1), vector_shape(r.m));
  if (ports.active < 0) return r;
  if (const int rows = e.input_shape(In{ports.active}).count(); rows != 1 && rows != r.m) {
    e.report(error({},
                   "input active has " + std::to_string(rows) + " elements, and there are " +
                       std::to_string(r.m) + (r.m == 1 ? " constraint" : " constraints"),
                   "give one for each, those on positions first, or one for all"));
    return std::nullopt;
  }
  r.active = e.memory(ir::repeated(e.constant(0), vector_shape(r.m)));
  r.next = e.crosses_above(filled(e(In{ports.active}), r.m), e.constant(0.5));
  e.store(r.active, r.next);
  return r;
}

// At the start, where rows switch, and where what is prescribed jumps.
void project_at_events(Equations& e, const Motion& r, State q, State v) {
  const ir::Value begun = e.memory(e.constant(0));
  ir::Value changed = logical_not(begun) | any(ir::make(ir::Op::NotEqual, r.next, r.active));
  if (r.now.u) {
    const ir::Value given[] = {r.now.u, r.now.du};
    changed = changed | any(jumps(e, ir::concat(given, vector_shape(2 * r.now.u.shape().count()))));
  }
  // Where the subsystem around resets the state, it is the reset one that is projected, right behind.
  e.store(begun, 1.0 - e.entering());
  MotionTerms::At behind = r.now;
  if (r.positions > 0) {
    const NearestPositions nearest =
        nearest_positions(r.terms, r.approach, r.now.q, r.of_positions(r.next), r.now.t, r.now.u);
    behind.q = nearest.q;
    e.reset(q, changed, select(changed, nearest.q, r.now.q));
    e.check(changed & nearest.outcome, CheckAction::Error,
            "its constraints on positions have no solution near the positions it has");
  }
  const MotionTerms::Terms there = r.terms->at(behind);
  const ir::Value momenta = ir::matmul(there.mass, r.now.v);
  const auto projected =
      ir::constrained(there.mass, momenta, ir::scaled_rows(r.next, there.rows), r.next * there.rates);
  e.reset(v, changed, select(changed, projected.y, r.now.v));
  const ir::Value energy = ir::total(r.now.v * momenta),
                  loss = ir::total((r.now.v - projected.y) * ir::matmul(there.mass, r.now.v + projected.y)) *
                         0.5;
  e.jump(changed & ir::moves(loss, energy, projected.multipliers, momenta),
         select(changed, loss, e.constant(0)), select(changed, projected.multipliers, e.constant(0)));
}

// What integration leaves of the constraints, behind each step.
void project_between(Equations& e, const Motion& r, const MotionTerms::Terms& terms, State q, State v) {
  const ir::Value nothing = e.constant(0);
  if (r.positions > 0) {
    const ir::Value rows = r.of_positions(r.active), parts[] = {rows, r.now.u};
    const ir::Value u =
        r.now.u ? ir::concat(parts, vector_shape(r.positions + r.now.u.shape().count())) : rows;
    e.projection(q, position_projection(r.terms, r.approach), u, nothing);
  }
  const ir::Value parts[] = {terms.mass, ir::scaled_rows(r.active, terms.rows), r.active * terms.rates};
  e.projection(v, velocity_projection(r.n, r.m), ir::concat(parts, vector_shape(r.n * r.n + r.m * r.n + r.m)),
               nothing);
}

}  // namespace

void constrained_motion(BlockTypeBuilder& b) {
  b.id("constraints/constrained_motion").label("Constrained Motion").category("Constraints").size(120, 80);
  b.doc(
      "Bodies with positions and velocities under constraints that depend on positions and time.\n\n"
      "$M(q, t) \\dot{v} = F - h + A^T \\lambda, \\quad \\dot{q} = v$\n"
      "$\\phi(q, t) = 0, \\quad A(q, t) v = b(q, t)$\n\n"
      "Rows of A are those of the constraints on positions, $\\partial \\phi / \\partial q$, then those "
      "given as "
      "constraints on velocities. $h = \\dot{M} v - \\frac{1}{2} \\partial (v^T M v) / \\partial q$ are the "
      "inertial forces that belong to the kinetic energy $\\frac{1}{2} v^T M v$; where M changes with time "
      "by "
      "itself, what is added is at rest. All derivatives, "
      "$\\dot{A} v$ among them, are taken of the formulas, exactly.\n\n"
      "At the start, where a row becomes active and where u jumps, positions and velocities become those "
      "nearest in the norm of M that satisfy the active rows. Behind each step they are taken back onto "
      "them. Rows may repeat one another, or vanish in a singular position. Formulas are smooth functions; "
      "their variables are fixed while a run goes on.");
  b.keywords({"mechanism", "linkage", "Lagrange multiplier", "holonomic", "nonholonomic", "rolling",
              "mass matrix", "reaction", "energy projection", "pendulum", "crank"});
  b.icon(IconShape::Rectangle, "", "M v' = F + A'l\nphi(q, t) = 0");
  const MotionParameters p = declare_motion(b);
  b.require(
      [=](const ParameterValues& v) {
        const int given = v.of(p.v0).shape.count();
        return given == 1 || given == v.of(p.q0).shape.count();
      },
      "there are not as many initial velocities as initial positions", "give one for each, or one for all");
  b.inputs([p](const ParameterValues& v) {
    std::vector<PortSpec> ports{{"F", "forces"}};
    if (v.of(p.switches).number() != 0) ports.push_back({"active", "above 0.5: the constraint holds"});
    if (v.of(p.prescribes).number() != 0) {
      ports.push_back({"u", "what formulas call u"});
      ports.push_back({"du", "its time derivative"});
      ports.push_back({"ddu", "its second time derivative"});
    }
    return ports;
  });
  const Out position = b.output("q", "positions"), velocity = b.output("v", "velocities"),
            reaction = b.output("lambda", "multipliers: reaction forces"),
            residual = b.output("residual", "what the active rows leave: phi, then A v - b"),
            energy = b.output("T", "kinetic energy");
  const State q = b.state("q", p.q0), v = b.state("v", p.v0);
  b.shapes_from_equations();
  b.shapes([p](const ParameterValues& values, Shapes& s) { motion_shapes(p, values, s); });
  b.equations([=](Equations& e) {
    const auto r = motion(e, p, q, v);
    if (!r) return;
    const MotionTerms::Terms terms = r->terms->at(r->now);
    const ir::Value force = terms.inertia ? r->force - terms.inertia : r->force,
                    rows = ir::scaled_rows(r->active, terms.rows);
    const auto rates = ir::constrained(terms.mass, force, rows, r->active * terms.slopes);
    e.derivative(q, r->now.v);
    e.derivative(v, rates.y);
    e.output(position, r->now.q);
    e.output(velocity, r->now.v);
    e.output(reaction, rates.multipliers);
    std::vector<ir::Value> left;
    if (r->positions > 0) left.push_back(r->of_positions(r->active) * terms.positions);
    left.push_back(r->active * (ir::matmul(terms.rows, r->now.v) - terms.rates));
    e.output(residual, ir::concat(left, vector_shape(r->positions + r->m)));
    const ir::Value kinetic = ir::total(r->now.v * ir::matmul(terms.mass, r->now.v)) * 0.5;
    e.output(energy, kinetic);
    e.check(has_negative_energy(terms.mass, r->now.v), CheckAction::Error,
            "its mass matrix is no mass matrix: it gives the velocities a negative energy");
    project_at_events(e, *r, q, v);
    project_between(e, *r, terms, q, v);
  });
}

}  // namespace sim::blocks
