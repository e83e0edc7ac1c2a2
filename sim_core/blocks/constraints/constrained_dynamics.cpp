#include "sim_core/blocks/constraints/changes.h"
#include "sim_core/blocks/constraints/mass_matrix.h"
#include "sim_core/blocks/constraints/velocity_projection.h"
#include "sim_core/blocks/standard_blocks.h"
#include "sim_core/ir/constrained.h"

namespace sim::blocks {

namespace {

struct Parameters {
  Param mass, mass_source, constraint, constraint_source, initial, effective, prescribes;

  bool masses_given(const ParameterValues& v) const { return v.of(mass_source).number() != 0; }
  bool rows_given(const ParameterValues& v) const { return v.of(constraint_source).number() != 0; }
};

// Where ports are; -1: the block has none.
struct Ports {
  int b = -1, mass = -1, rows = -1;
};
Ports ports_of(bool prescribes, bool mass, bool rows) {
  Ports p;
  int next = 2;
  if (prescribes) p.b = next, next += 2;
  if (mass) p.mass = next++;
  if (rows) p.rows = next;
  return p;
}

bool square(const ParameterValue& m) { return m.shape.rows == m.shape.cols; }

void require_shapes(BlockTypeBuilder& b, const Parameters& p) {
  b.require([=](const ParameterValues& v) { return p.masses_given(v) || square(v.of(p.mass)); },
            "the mass matrix is not square",
            "write as many rows as columns; diag([m1 m2]) for separate bodies");
  b.require(
      [=](const ParameterValues& v) {
        return p.masses_given(v) || p.rows_given(v) ||
               v.of(p.constraint).shape.cols == v.of(p.mass).shape.cols;
      },
      "the constraints have another number of columns than the mass matrix",
      "write a row for each constraint, with a number for each velocity");
  b.require(
      [=](const ParameterValues& v) {
        const int given = v.of(p.initial).shape.count();
        return p.masses_given(v) || given == 1 || given == v.of(p.mass).shape.rows;
      },
      "there are not as many initial velocities as rows in the mass matrix",
      "give one for each, or one for all");
}

// The number of velocities: of what does not come from an input, or else of that.
int bodies(const Parameters& p, const ParameterValues& v, std::span<const Shape> inputs, const Ports& ports) {
  if (!p.masses_given(v)) return v.of(p.mass).shape.rows;
  if (!p.rows_given(v)) return v.of(p.constraint).shape.cols;
  const int initial = v.of(p.initial).shape.count();
  return initial > 1 ? initial : inputs[static_cast<std::size_t>(ports.mass)].rows;
}

// Of A with n columns; a scalar is a row of equal numbers.
int rows_in(Shape given, int n) { return given.is_scalar() ? 1 : given.count() / n; }

void find_shapes(const Parameters& p, const ParameterValues& values, Shapes& s) {
  const Ports ports =
      ports_of(values.of(p.prescribes).number() != 0, p.masses_given(values), p.rows_given(values));
  const int n = bodies(p, values, s.inputs, ports);
  const int m = p.rows_given(values) ? rows_in(s.inputs[static_cast<std::size_t>(ports.rows)], n)
                                     : values.of(p.constraint).shape.rows;
  const auto wants = [&](int input, const char* name, Shape wanted, bool repeats) {
    const Shape given = s.inputs[static_cast<std::size_t>(input)];
    const bool column = wanted.is_vector() && given.is_vector() && given.count() == wanted.count();
    if (given == wanted || column || (repeats && given.is_scalar())) return;
    s.problem =
        std::string("input ") + name + " has " +
        (wanted.cols == 1 ? std::to_string(given.count()) + " elements, not " + std::to_string(wanted.count())
                          : "the dimensions " + to_text(given) + ", not " + to_text(wanted));
  };
  const int rows = std::max(m, 1);
  wants(0, "F", vector_shape(n), true);
  wants(1, "active", vector_shape(rows), true);
  if (ports.b >= 0) {
    wants(ports.b, "b", vector_shape(rows), true);
    wants(ports.b + 1, "db", vector_shape(rows), true);
  }
  if (ports.mass >= 0 && !is_mass_matrix(s.inputs[static_cast<std::size_t>(ports.mass)], n))
    wants(ports.mass, "M", {n, n}, false);
  if (ports.rows >= 0) {
    wants(ports.rows, "A", {rows, n}, true);
    wants(ports.rows + 1, "dA", {rows, n}, true);
  }
  if (const int given = values.of(p.initial).shape.count(); given != 1 && given != n)
    s.problem = "there are " + std::to_string(given) + " initial velocities, not " + std::to_string(n);
  s.outputs = {vector_shape(n), vector_shape(rows)};
  s.states = {vector_shape(n)};
}

// The equations at an instant: M, A, b and the time derivatives of the latter two.
struct System {
  int n = 0, m = 0;
  ir::Value mass, rows, rates, slopes;  // A dv/dt = slopes
  ir::Value jumped;  // by row: 1 where what the row says is not what it was when the step ended
};

System system_of(Equations& e, const Parameters& p, ir::Value v) {
  const bool prescribes = e.flag(p.prescribes), mass_given = e.choice(p.mass_source) == 1,
             rows_given = e.choice(p.constraint_source) == 1;
  const Ports ports = ports_of(prescribes, mass_given, rows_given);
  System s;
  s.n = v.shape().count();
  const auto matrix = [&](int input, Shape shape) { return ir::repeated(e(In{input}), shape); };
  s.mass = mass_given ? as_mass_matrix(e(In{ports.mass}), s.n) : e(p.mass);
  s.m = rows_given ? rows_in(e.input_shape(In{ports.rows}), s.n) : e(p.constraint).shape().rows;
  s.rows = rows_given ? matrix(ports.rows, {s.m, s.n}) : e(p.constraint);
  s.rates = filled(prescribes ? e(In{ports.b}) : e.constant(0), s.m);
  s.slopes = filled(prescribes ? e(In{ports.b + 1}) : e.constant(0), s.m);
  if (prescribes) s.jumped = jumps(e, s.rates);
  if (rows_given) {
    s.slopes = s.slopes - ir::matmul(matrix(ports.rows + 1, {s.m, s.n}), v);
    const ir::Value by_element = jumps(e, s.rows);
    const ir::Value by_row = ir::matmul(
        by_element,
        e.graph().constant(vector_shape(s.n), std::vector<double>(static_cast<std::size_t>(s.n), 1.0)));
    s.jumped = s.jumped ? s.jumped + by_row : by_row;
  }
  return s;
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
      "capacitances, compliances.\n\n"
      "Where A comes from an input its time derivative does too, for $A \\dot{v} = \\dot{b} - \\dot{A} v$; "
      "what "
      "a wrong one leaves of the constraints is taken away behind each step, but the multipliers are wrong. "
      "What forces a changing mass matrix means, as of masses that move outwards, is part of F. Constrained "
      "Motion finds both by itself, from formulas.");
  b.keywords(
      {"energy projection", "mass matrix", "mode", "lock", "impact", "Lagrange multiplier", "reaction"});
  b.icon(IconShape::Rectangle, "", "M v' = F + A'l\nA v = b");
  Parameters p;
  p.mass = b.real("M", "Mass matrix", "eye(2)").not_tunable();
  p.mass_source = b.choice("MassSource", "Source of the mass matrix", {"parameter", "input"})
                      .doc("An input: symmetric, and not negative; or its diagonal.");
  p.constraint = b.real("A", "Constraints, a row each", "[1 -1]").not_tunable();
  p.constraint_source = b.choice("ConstraintSource", "Source of the constraints", {"parameter", "input"})
                            .doc("An input: another one is for dA/dt.");
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
    if (p.masses_given(v)) ports.push_back({"M", "mass matrix"});
    if (p.rows_given(v)) {
      ports.push_back({"A", "constraints, a row each"});
      ports.push_back({"dA", "its time derivative"});
    }
    return ports;
  });
  Out velocity = b.output("v", "velocities"), reaction = b.output("lambda", "multipliers: reaction forces");
  State v = b.state("v", p.initial);
  b.shapes([p](const ParameterValues& values, Shapes& s) { find_shapes(p, values, s); });
  b.equations([=](Equations& e) {
    const ir::Value x = e(v);
    const System s = system_of(e, p, x);
    const ir::Value active = e.memory(filled(e.constant(0), s.m));
    const ir::Value next = e.crosses_above(filled(e(In{1}), s.m), e.constant(0.5));
    const ir::Value held = ir::scaled_rows(active, s.rows);
    const auto rates = ir::constrained(s.mass, filled(e(In{0}), s.n), held, active * s.slopes);
    e.derivative(v, rates.y);
    e.output(velocity, x);
    e.output(reaction, rates.multipliers);

    const ir::Value begun = e.memory(e.constant(0));
    ir::Value changed = logical_not(begun) | any(ir::make(ir::Op::NotEqual, next, active));
    if (s.jumped) changed = changed | any(next & s.jumped);  // its row may stay active
    // Where the subsystem around resets the state, it is the reset one that is projected, right behind.
    e.store(begun, 1.0 - e.entering());
    e.store(active, next);
    ir::Value when = changed, constraints = next;
    if (e.choice(p.effective) == 1) {
      when = e.memory(e.constant(0));
      e.store(when, changed);
      constraints = active;
    }
    const auto projected = ir::constrained(s.mass, ir::matmul(s.mass, x),
                                           ir::scaled_rows(constraints, s.rows), constraints * s.rates);
    e.reset(v, when, select(when, projected.y, x));
    const ir::Value loss = e.graph().total((x - projected.y) * ir::matmul(s.mass, x + projected.y)) * 0.5;
    const ir::Value momenta = ir::matmul(s.mass, x), energy = e.graph().total(x * momenta);
    e.jump(when & ir::moves(loss, energy, projected.multipliers, momenta), select(when, loss, e.constant(0)),
           select(when, projected.multipliers, e.constant(0)));
    if (e.choice(p.mass_source) == 1)
      e.check(has_negative_energy(s.mass, x), CheckAction::Error,
              "its mass matrix is no mass matrix: it gives the velocities a negative energy");
    if (e.choice(p.constraint_source) == 0) return;
    const ir::Value parts[] = {s.mass, held, active * s.rates};
    e.projection(v, velocity_projection(s.n, s.m),
                 ir::concat(parts, vector_shape(s.n * s.n + s.m * s.n + s.m)), e.constant(0));
  });
}

}  // namespace sim::blocks
