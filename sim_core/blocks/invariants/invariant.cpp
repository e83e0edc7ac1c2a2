#include "sim_core/block/formula.h"
#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

namespace {

// What Invariant and Invariant Residual share: g(u, t), and the value it should keep.
struct Parameters {
  Param expression, source, value;
  In u;
  Out residual;
};

Parameters declare(BlockTypeBuilder& b) {
  Parameters p;
  p.expression = b.formula("expression", "Expression g(u, t)", "u")
                     .doc("What should stay constant, in terms of the input u and the time t.");
  p.source = b.choice("source", "Value", {"captured at start", "given"})
                 .doc(
                     "Whether the constant is the expression's value at the start of the run, or the one "
                     "given below.");
  p.value = b.real("value", "Given value", "0").doc("Used where the value is given.");
  p.u = b.input("u", "what the expression calls u");
  p.residual = b.output("residual", "value - g");
  b.shapes_from_equations();
  b.size(80, 40);
  return p;
}

// g, or nothing after a report.
ir::Value formula(Equations& e, const Parameters& p) {
  auto g = write_formula(e.text(p.expression), e.graph(), {{"u", e(p.u)}, {"t", e.time()}}, e.variables());
  if (!g) {
    e.report(g.error());
    return {};
  }
  return *g;
}

bool given(Equations& e, const Parameters& p) { return e.choice(p.source) == 1; }

ir::Value given_value(Equations& e, const Parameters& p, ir::Value g) {
  ir::Value value = e(p.value);
  if (value.shape().is_scalar() || value.shape().count() == g.shape().count())
    return value.shape().is_scalar() ? value : ir::slice(value, 0, g.shape());
  e.report(error({},
                 "the given value has " + std::to_string(value.shape().count()) +
                     " elements and the expression " + std::to_string(g.shape().count()),
                 "give one value for each"));
  return e.constant(0);
}

}  // namespace

void invariant(BlockTypeBuilder& b) {
  b.id("invariants/invariant").label("Invariant").category("Invariants").declares_invariant();
  b.doc(
      "Declares that an expression stays constant along the exact solution, and holds the states to it.\n\n"
      "After each step the solver's states X* are moved by the smallest change that restores `g(X) = value`: "
      "`X = X* + W^-1 J' (J W^-1 J')^-1 R`, `J = dg/dX`, `R = value - g(X*)`. The output is the residual R. "
      "The "
      "expression may read any signal that depends on states and time.");
  b.keywords({"projection", "conservation", "first integral", "manifold", "drift"});
  b.icon(IconShape::Rectangle, "", "g = const");
  const Parameters p = declare(b);
  Param active = b.choice("action", "Action", {"project", "monitor only"})
                     .doc("Whether the states are held to it, or only the residual is shown.");
  b.equations([=](Equations& e) {
    const ir::Value g = formula(e, p);
    if (!g) return;
    InvariantSpec spec{.active = e.choice(active) == 0, .captured = !given(e, p), .target = {}};
    if (!spec.captured) spec.target = given_value(e, p, g);
    e.output(p.residual, e.invariant(g, spec));
  });
}

void invariant_residual(BlockTypeBuilder& b) {
  b.id("invariants/invariant_residual").label("Invariant Residual").category("Invariants");
  b.doc(
      "Shows how far an expression that should stay constant has drifted.\n\n"
      "`residual = value - g(u, t)`. It only looks; the Invariant block also holds the states to it.");
  b.keywords({"drift", "conservation error", "monitor"});
  b.icon(IconShape::Rectangle, "", "d - g(u)");
  const Parameters p = declare(b);
  b.equations([=](Equations& e) {
    const ir::Value g = formula(e, p);
    if (g) e.output(p.residual, (given(e, p) ? given_value(e, p, g) : e.captured(g)) - g);
  });
}

}  // namespace sim::blocks
