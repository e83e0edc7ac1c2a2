#include "sim_core/block/formula.h"
#include "sim_core/blocks/standard_blocks.h"

namespace sim::blocks {

namespace {

enum Source { captured_at_start, given, expression_of_time };

// What Invariant and Invariant Residual share: g(u, t), and the value it should keep.
struct Parameters {
  Param expression, source, value, target;
  In u;
  Out residual{0};
};

Parameters declare(BlockTypeBuilder& b) {
  Parameters p;
  p.expression = b.formula("Expression", "Expression g(u, t)", "u")
                     .formerly("expression")
                     .doc("What should stay constant, in terms of the input u and the time t.");
  p.source = b.choice("Source", "Source of the value", {"captured at start", "given", "expression of time"})
                 .formerly("source")
                 .doc(
                     "What the expression should be: its value at the start of the run, the constant given "
                     "below, or the function of time given below.");
  p.value = b.real("Value", "Given value", "0").formerly("value").doc("Used where the value is given.");
  p.target = b.formula("ValueExpression", "Expression of time c(t)", "0")
                 .formerly("target")
                 .doc("Used where the value is an expression of time: a formula of t alone.");
  p.u = b.input("u", "what the expression calls u");
  b.shapes_from_equations();
  b.size(80, 40);
  return p;
}

// A formula, or nothing after a report.
ir::Value formula(Equations& e, Param text, const std::map<std::string, ir::Value>& names) {
  auto g = write_formula(e.text(text), e.graph(), names, e.variables());
  if (!g) {
    e.report(g.error());
    return {};
  }
  return *g;
}

ir::Value expression(Equations& e, const Parameters& p) {
  return formula(e, p.expression, {{"u", e(p.u)}, {"t", e.time()}});
}

// What g should be, of its shape; nothing where that is captured. Without a usable one it is 0, after a
// report.
ir::Value target(Equations& e, const Parameters& p, ir::Value g) {
  const int source = e.choice(p.source);
  if (source == captured_at_start) return {};
  const ir::Value value = source == given ? e(p.value) : formula(e, p.target, {{"t", e.time()}});
  if (!value) return e.constant(0);
  if (value.shape().is_scalar()) return value;
  if (value.shape().count() == g.shape().count()) return ir::slice(value, 0, g.shape());
  e.report(error({},
                 "the given value has " + std::to_string(value.shape().count()) +
                     " elements and the expression " + std::to_string(g.shape().count()),
                 "give one value for each"));
  return e.constant(0);
}

// One number for all elements of g, or one for each.
std::vector<double> numbers(Equations& e, Param p, ir::Value g, const char* what) {
  const std::vector<double>& all = e.value(p).numbers;
  if (all.size() == 1 || static_cast<int>(all.size()) == ir::numbers(g).shape().size()) return all;
  e.report(error({},
                 "it has " + std::to_string(all.size()) + " " + what + " for " +
                     std::to_string(g.shape().count()) + " invariants",
                 "give one number, or one for each"));
  return {};
}

std::vector<PortSpec> outputs(bool with_size) {
  std::vector<PortSpec> ports{{"residual", "value - g"}};
  if (with_size) ports.push_back({"size", "of the last projection, in units of the solver's tolerance"});
  return ports;
}

}  // namespace

void invariant(BlockTypeBuilder& b) {
  b.id("invariants/invariant").label("Invariant").category("Invariants").declares_invariant();
  b.doc(
      "Declares that an expression stays constant along the exact solution, and holds the states to it.\n\n"
      "$g(X) = \\mathrm{Value}$\n"
      "$X = X^* + W^{-1} J^T (J W^{-1} J^T)^{-1} R$\n\n"
      "After each step the solver's states $X^*$ are moved by the smallest change that restores the first "
      "line, as the second says, with $J = \\partial g / \\partial X$ and $R = \\mathrm{Value} - g(X^*)$. "
      "The output is the residual R. The expression may read any signal that depends on states, inputs and "
      "time. At the start a run checks that the equations do keep it. A vector declares several.");
  b.keywords({"projection", "conservation", "first integral", "manifold", "drift", "constraint"});
  b.icon(IconShape::Rectangle, "", "g = const");
  const Parameters p = declare(b);
  Param recapture =
      b.choice("Recapture", "Recapture reference", {"never", "when states are reset"})
          .formerly("recapture")
          .doc(
              "Of a captured value: whether an event that resets states of the expression sets a new one (a "
              "bounce that loses energy), or must keep it.");
  Param active = b.choice("Action", "Action", {"project", "monitor only"})
                     .formerly("action")
                     .doc("Whether the states are held to it, or only the residual is shown.");
  Param weight =
      b.real("Weight", "Weight", "1")
          .formerly("weight")
          .range(1e-6, 1e6)
          .not_tunable()
          .doc(
              "Where invariants contradict one another, what counts more is kept better. Without a "
              "contradiction all are kept, whatever their weights are.");
  Param tolerance =
      b.real("Tolerance", "Residual tolerance", "-1")
          .formerly("tolerance")
          .not_tunable()
          .doc(
              "A residual below it will do, relative to the size of the invariant and its terms; -1: "
              "as ProjectionTolerance in the configuration says.");
  Param shown =
      b.choice("Outputs", "Outputs", {"residual", "residual and size"})
          .formerly("outputs")
          .doc(
              "The size says how far the last projection moved a state for this invariant, in units "
              "of the solver's tolerance: above 1 the tolerances or steps are too loose. It is held "
              "between steps.");
  b.outputs([=](const ParameterValues& v) { return outputs(v.of(shown).number() != 0); });
  b.equations([=](Equations& e) {
    const ir::Value g = expression(e, p);
    if (!g) return;
    InvariantSpec spec;
    spec.active = e.choice(active) == 0;
    spec.target = target(e, p, g);
    spec.recaptured = e.choice(recapture) == 1;
    spec.weights = numbers(e, weight, g, "weights");
    spec.tolerances = numbers(e, tolerance, g, "tolerances");
    spec.shows_size = e.choice(shown) == 1;
    const InvariantSignals signals = e.invariant(g, spec);
    e.output(p.residual, signals.residual);
    if (spec.shows_size) e.output(Out{1}, signals.size);
  });
}

void invariant_residual(BlockTypeBuilder& b) {
  b.id("invariants/invariant_residual").label("Invariant Residual").category("Invariants");
  b.doc(
      "Shows how far an expression that should stay constant has drifted.\n\n"
      "$\\mathrm{residual} = \\mathrm{Value} - g(u, t)$\n\n"
      "It only looks; the Invariant block also holds the states to it.");
  b.keywords({"drift", "conservation error", "monitor"});
  b.icon(IconShape::Rectangle, "", "d - g(u)");
  const Parameters p = declare(b);
  b.output("residual", "value - g");
  b.equations([=](Equations& e) {
    const ir::Value g = expression(e, p);
    if (!g) return;
    const ir::Value value = target(e, p, g);
    e.output(p.residual, (value ? value : e.captured(g)) - g);
  });
}

}  // namespace sim::blocks
