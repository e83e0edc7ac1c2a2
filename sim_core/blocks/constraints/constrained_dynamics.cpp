#include "sim_core/blocks/standard_blocks.h"
#include "sim_core/ir/constrained.h"

namespace sim::blocks {

namespace {

struct Parameters {
  Param mass, constraint, initial, effective, prescribes;
};

bool square(const ParameterValue& m) { return m.shape.rows == m.shape.cols; }

void require_shapes(BlockTypeBuilder& b, const Parameters& p) {
  b.require([=](const ParameterValues& v) { return square(v.of(p.mass)); }, "the mass matrix is not square",
            "write as many rows as columns; diag([m1 m2]) for separate bodies");
  b.require(
      [=](const ParameterValues& v) { return v.of(p.constraint).shape.cols == v.of(p.mass).shape.cols; },
      "the constraints have another number of columns than the mass matrix",
      "write a row for each constraint, with a number for each velocity");
  b.require(
      [=](const ParameterValues& v) {
        const int given = v.of(p.initial).shape.count();
        return given == 1 || given == v.of(p.mass).shape.rows;
      },
      "there are not as many initial velocities as rows in the mass matrix",
      "give one for each, or one for all");
}

}  // namespace

void constrained_dynamics(BlockTypeBuilder& b) {
  b.id("constraints/constrained_dynamics")
      .label("Constrained Dynamics")
      .category("Constraints")
      .size(100, 80);
  b.doc(
      "Bodies that constraints hold together while they are active.\n\n"
      "$M \\dot{v} = F + A^T \\lambda$\n"
      "$A_k v = b_k$ for every active row $k$, whose element of `active` is above 0.5\n\n"
      "Where the active rows change, or what they prescribe jumps, the state becomes the one nearest in "
      "energy that satisfies the new constraints:\n\n"
      "$v^+ = \\mathrm{argmin} \\; \\frac{1}{2} (v^+ - v)^T M (v^+ - v)$\n\n"
      "Momentum along what they leave free is kept, and the energy that is lost is the least possible. Rows "
      "may repeat one another. M and A may be anything that plays their parts: masses, inertias, "
      "capacitances, compliances.");
  b.keywords(
      {"energy projection", "mass matrix", "mode", "lock", "impact", "Lagrange multiplier", "reaction"});
  b.icon(IconShape::Rectangle, "", "M v' = F + A'l\nA v = b");
  Parameters p;
  p.mass = b.real("M", "Mass matrix", "eye(2)").not_tunable();
  p.constraint = b.real("A", "Constraints, a row each", "[1 -1]").not_tunable();
  p.initial = b.real("v0", "Initial velocities", "0");
  p.effective =
      b.choice("Effective", "New state", {"at the instant that detects the change", "one step later"})
          .formerly("effective")
          .doc(
              "One step later: a step is taken under the new constraints from the state as it was, and "
              "the intermediate state it leads to is projected.");
  p.prescribes = b.flag("Prescribes", "Prescribe A v", false)
                     .formerly("prescribes")
                     .doc(
                         "Adds inputs for b, what A v is to be where it is active, and its time derivative; "
                         "otherwise b = 0.");
  require_shapes(b, p);
  b.inputs([p](const ParameterValues& v) {
    std::vector<PortSpec> ports{{"F", "forces"}, {"active", "above 0.5: the constraint holds"}};
    if (v.of(p.prescribes).number() != 0) {
      ports.push_back({"b", "what A v is"});
      ports.push_back({"db", "its time derivative"});
    }
    return ports;
  });
  Out velocity = b.output("v", "velocities"), reaction = b.output("lambda", "multipliers: reaction forces");
  State v = b.state("v", p.initial);
  b.shapes([p](const ParameterValues& values, Shapes& s) {
    const Shape n = vector_shape(values.of(p.mass).shape.rows),
                m = vector_shape(values.of(p.constraint).shape.rows);
    for (std::size_t k = 0; k < s.inputs.size(); ++k) {
      const Shape wanted = k == 0 ? n : m;
      if (!s.inputs[k].is_scalar() && s.inputs[k].count() != wanted.count())
        s.problem = std::string("input ") +
                    (k == 0   ? "F"
                     : k == 1 ? "active"
                     : k == 2 ? "b"
                              : "db") +
                    " has " + std::to_string(s.inputs[k].count()) + " elements, not " +
                    std::to_string(wanted.count());
    }
    s.outputs = {n, m};
    s.states = {n};
  });
  b.equations([=](Equations& e) {
    const ir::Value mass = e(p.mass), rows = e(p.constraint), x = e(v);
    const auto n = mass.shape().rows, m = rows.shape().rows;
    const auto filled = [&](ir::Value u, int count) {
      return ir::slice(u, 0, vector_shape(u.shape().count())) +
             e.graph().constant(vector_shape(count),
                                std::vector<double>(static_cast<std::size_t>(count), 0.0));
    };
    const bool prescribes = e.flag(p.prescribes);
    const ir::Value active = e.memory(filled(e.constant(0), m));
    const ir::Value next = e.crosses_above(filled(e(In{1}), m), e.constant(0.5));
    const ir::Value b_now = filled(prescribes ? e(In{2}) : e.constant(0), m);
    const ir::Value slope = filled(prescribes ? e(In{3}) : e.constant(0), m);
    const auto rates =
        ir::constrained(mass, filled(e(In{0}), n), ir::scaled_rows(active, rows), active * slope);
    e.derivative(v, rates.y);
    e.output(velocity, x);
    e.output(reaction, rates.multipliers);

    const ir::Value begun = e.memory(e.constant(0));
    const auto any = [&](ir::Value truths) { return e.graph().total(truths) > e.constant(0); };
    ir::Value changed = logical_not(begun) | any(ir::make(ir::Op::NotEqual, next, active));
    if (prescribes) {  // what is prescribed may jump while its row stays active
      constexpr double rounding = 0x1p-40;
      const auto size = [](ir::Value u) { return ir::make(ir::Op::Abs, u); };
      const ir::Value b_before = e.memory(filled(e.constant(0), m));
      e.follow(b_before, b_now);
      e.store(b_before, b_now);
      changed = changed | any(next & (size(b_now - b_before) > (size(b_now) + size(b_before)) * rounding));
    }
    // Where the subsystem around resets the state, it is the reset one that is projected, right behind.
    e.store(begun, 1.0 - e.entering());
    e.store(active, next);
    ir::Value when = changed, constraints = next;
    if (e.choice(p.effective) == 1) {
      when = e.memory(e.constant(0));
      e.store(when, changed);
      constraints = active;
    }
    const auto projected =
        ir::constrained(mass, ir::matmul(mass, x), ir::scaled_rows(constraints, rows), constraints * b_now);
    e.reset(v, when, select(when, projected.y, x));
    const ir::Value loss = e.graph().total((x - projected.y) * ir::matmul(mass, x + projected.y)) * 0.5;
    const ir::Value momenta = ir::matmul(mass, x), energy = e.graph().total(x * momenta);
    e.jump(when & ir::moves(loss, energy, projected.multipliers, momenta), select(when, loss, e.constant(0)),
           select(when, projected.multipliers, e.constant(0)));
  });
}

}  // namespace sim::blocks
