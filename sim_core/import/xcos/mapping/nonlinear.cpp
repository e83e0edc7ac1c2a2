#include <algorithm>

#include "sim_core/base/whole_within.h"
#include "sim_core/import/xcos/mapping/dialog.h"
#include "sim_core/import/xcos/mapping/xcos_table.h"

namespace sim::importing::xcos {

namespace {

void trigonometric(BlockTranslation& t, const std::string& function) {
  static const std::string known[] = {"sin",  "cos",  "tan",  "asin",  "acos",  "atan",
                                      "sinh", "cosh", "tanh", "asinh", "acosh", "atanh"};
  for (const std::string& name : known)
    if (name == function) return t.set("Function", function);
  t.unresolved("there is no function " + function + ": take an Fcn block");
}

// A formula of u, element by element.
void formula(BlockTranslation& t, const std::string& text) { t.set("Expression", text); }

void exponential(BlockTranslation& t) {
  const std::string base = t.translated(t.given("exprs(1)", "%e"));
  formula(t, base == "e" ? "exp(u)" : "(" + base + ")^u");
}
void logarithm(BlockTranslation& t) {
  const std::string base = t.translated(t.given("exprs(1)", "%e"));
  formula(t, base == "e" ? "log(u)" : "log(u)/log(" + base + ")");
}

// In an expression of Scilab inputs are u1, u2, ...; of one input with several elements they are its
// elements.
void expression(BlockTranslation& t) {
  const int inputs = whole_within(Dialog(t).number(1).value_or(1), 1, 1000);
  std::string names;
  for (int k = 1; k <= inputs; ++k) names += (k > 1 ? ", u" : "u") + std::to_string(k);
  t.become("user_defined/function");
  t.set("Script",
        "function y = f(" + names + ")\ny = " + t.translated(t.given("exprs(2)", "u1")) + "\nend\n");
}

void saturation(BlockTranslation& t) {
  const Dialog d(t);
  d.set("UpperLimit", 1);
  d.set("LowerLimit", 2);
}
void old_saturation(BlockTranslation& t) {
  const Dialog d(t);
  if (d.number(3).value_or(1) != 1) {
    const std::string slope = "(" + t.translated(d.text(3)) + ")";
    Composite& c = t.result.composite;
    const int gain = c.add("Slope", "math/gain", {{"k", slope}});
    const int limits =
        c.add("Limits", "discontinuities/saturation",
              {{"UpperLimit", t.translated(d.text(2))}, {"LowerLimit", t.translated(d.text(1))}});
    c.connect(c.inport(1), gain);
    c.connect(gain, limits);
    c.connect(limits, c.outport(1));
    return;
  }
  d.set("LowerLimit", 1);
  d.set("UpperLimit", 2);
}

// 1: to the middle of a step, 2: towards zero, 3: down, 4: up, in the words of qzrnd.f, qztrn.f, qzflr.f and
// qzcel.f.
void quantizer(BlockTranslation& t) {
  const Dialog d(t);
  const std::string step = "(" + t.translated(d.text(1)) + ")";
  const std::string below = "round(u/" + step + " - 0.5)", above = "round(u/" + step + " + 0.5)";
  switch (whole_within(d.number(2).value_or(1), 0, 9)) {
    case 1:
      return formula(t, step + "*(u < 0 ? " + above + " - 0.5 : " + below + " + 0.5)");
    case 2:
      return formula(t, step + "*(u < 0 ? " + above + " : " + below + ")");
    case 3:
      return formula(t, step + "*" + below);
    case 4:
      return formula(t, step + "*" + above);
    default:
      return t.unresolved("its method is not known: take a Quantizer block");
  }
}

void extreme(BlockTranslation& t) {
  const Dialog d(t);
  const bool greatest = d.number(1).value_or(2) == 2;
  const int inputs = whole_within(d.number(2).value_or(1), 1, 1000);
  t.set("Function", greatest ? "max" : "min");
  t.set("Inputs", std::to_string(inputs));
}
void extreme_of_elements(BlockTranslation& t, const char* function) { t.set("Function", function); }

void hysteresis(BlockTranslation& t) {
  const Dialog d(t);
  d.set("OnSwitchValue", 1);
  d.set("OffSwitchValue", 2);
  d.set("OnOutputValue", 3);
  d.set("OffOutputValue", 4);
}

void relation(BlockTranslation& t) {
  constexpr const char* operators[] = {"==", "~=", "<", "<=", ">", ">="};
  const int which = whole_within(Dialog(t).number(1).value_or(2), -1, 6);
  if (which < 0 || which > 5)
    return t.unresolved("its operator is not known: take a Relational Operator block");
  t.set("Operator", operators[which]);
}
void logic(BlockTranslation& t) {
  constexpr const char* operators[] = {"AND", "OR", "NAND", "NOR", "XOR", "NOT"};
  const Dialog d(t);
  const int which = whole_within(d.number(2).value_or(0), -1, 6);
  if (which < 0 || which > 5) return t.unresolved("its operator is not known: take a Logical Operator block");
  if (d.number(4).value_or(0) == 1) {
    t.become("logic/bitwise_operator");
    t.set("UseBitMask", "off");
  }
  t.set("Operator", operators[which]);
  t.set("Inputs", which == 5 ? "1" : std::to_string(std::max(1, t.input_count())));
  if (which != 5 && t.input_count() == 1)
    t.approximate("its operator goes over the elements of one input there");
}

}  // namespace

void add_nonlinear(MappingTable& t) {
  t.block("ABS_VALUE", "math/abs");
  t.also("ABSBLK_f", "ABS_VALUE");
  t.block("SINBLK_f", "math/trigonometric_function").by([](BlockTranslation& b) { trigonometric(b, "sin"); });
  t.block("COSBLK_f", "math/trigonometric_function").by([](BlockTranslation& b) { trigonometric(b, "cos"); });
  t.block("TANBLK_f", "math/trigonometric_function").by([](BlockTranslation& b) { trigonometric(b, "tan"); });
  t.block("TrigFun", "math/trigonometric_function").by([](BlockTranslation& b) {
    trigonometric(b, b.given("exprs(1)", "sin"));
  });
  t.block("EXPBLK_m", "user_defined/fcn").by(exponential);
  t.also("EXPBLK_f", "EXPBLK_m");
  t.block("LOGBLK_f", "user_defined/fcn").by(logarithm);
  t.block("POWBLK_f", "user_defined/fcn").by([](BlockTranslation& b) {
    formula(b, "u^(" + b.translated(b.given("exprs(1)", "1.5")) + ")");
  });
  t.block("INVBLK", "math/math_function").by([](BlockTranslation& b) { b.set("Function", "reciprocal"); });
  t.also("INVBLK_f", "INVBLK");
  t.block("EXPRESSION", "").by(expression);
  t.block("SATURATION", "discontinuities/saturation").by(saturation);
  t.block("SAT_f", "discontinuities/saturation").by(old_saturation);
  t.block("QUANT_f", "user_defined/fcn").by(quantizer);
  t.block("SIGNUM", "math/sign");
  t.block("MAXMIN", "math/minmax").by(extreme);
  t.block("MAX_f", "math/reduction").by([](BlockTranslation& b) { extreme_of_elements(b, "max"); });
  t.block("MIN_f", "math/reduction").by([](BlockTranslation& b) { extreme_of_elements(b, "min"); });
  t.block("DEADBAND", "discontinuities/dead_zone").by([](BlockTranslation& b) {
    Dialog(b).set("UpperValue", 1);
    Dialog(b).set("LowerValue", 2);
  });
  t.block("BACKLASH", "discontinuities/backlash").by([](BlockTranslation& b) {
    Dialog(b).set("InitialOutput", 1);
    Dialog(b).set("BacklashWidth", 2);
  });
  t.block("HYSTHERESIS", "discontinuities/relay").by(hysteresis);
  t.block("RATELIMITER", "discontinuities/rate_limiter").by([](BlockTranslation& b) {
    Dialog(b).set("RisingSlewLimit", 1);
    Dialog(b).set("FallingSlewLimit", 2);
    b.approximate("it limits from the first instant on, and begins at the initial condition 0");
  });
  t.block("RELATIONALOP", "logic/relational_operator").by(relation);
  t.block("LOGICAL_OP", "logic/logical_operator").by(logic);
  t.none("FSV_f", "take an Fcn block: its formula of the flow through a valve is not said in the file");
}

void add_tables(MappingTable& t) {
  const auto table_of_points = [](BlockTranslation& b) {
    Dialog(b).set("BreakpointsForDimension1", 1);
    Dialog(b).set("Table", 2);
    b.set("ExtrapMethod", "Clip");
  };
  t.block("INTRPLBLK_f", "lookup_tables/lookup_1d").by(table_of_points);
  t.block("INTRP2BLK_f", "lookup_tables/lookup_2d").by([](BlockTranslation& b) {
    const Dialog d(b);
    b.set("BreakpointsForDimension1", b.translated(d.text(2)));
    b.set("BreakpointsForDimension2", b.translated(d.text(1)));
    b.set("Table", b.translated(d.text(3)));
    b.result.inputs[{SourcePort::Signal, 1}] = 1;
    b.result.inputs[{SourcePort::Signal, 2}] = 0;
  });
  t.block("LOOKUP2D", "lookup_tables/lookup_2d").by([](BlockTranslation& b) {
    const Dialog d(b);
    d.set("BreakpointsForDimension1", 1);
    d.set("BreakpointsForDimension2", 2);
    d.set("Table", 3);
    const double method = d.number(4).value_or(1);
    if (method == 1) b.set("ExtrapMethod", "Linear");
    if (method == 2) b.set("ExtrapMethod", "Clip");
    if (method == 3) b.set("InterpMethod", "Nearest");
    if (method == 4) b.set("InterpMethod", "Flat");
    if (method >= 5) b.approximate("the values between the points are interpolated");
  });
  t.block("LOOKUP_c", "lookup_tables/lookup_1d").by([](BlockTranslation& b) {
    const Dialog d(b);
    d.set("BreakpointsForDimension1", 2);
    d.set("Table", 3);
    const double method = d.number(1).value_or(1);
    if (method == 0) b.set("InterpMethod", "Flat");
    if (method >= 2) b.set("InterpMethod", "Cubic spline");
    if (method >= 2) b.approximate("its curve is a cubic spline with other conditions at the ends");
    if (d.number(4).value_or(1) == 0) b.set("ExtrapMethod", "Clip");
  });
  t.none("LOOKUP_f", "take a 1-D Lookup Table block with the points that rpar lists");
}

}  // namespace sim::importing::xcos
