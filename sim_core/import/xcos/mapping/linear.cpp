#include <algorithm>

#include "sim_core/import/xcos/mapping/dialog.h"
#include "sim_core/import/xcos/mapping/polynomial_text.h"
#include "sim_core/import/xcos/mapping/xcos_table.h"

namespace sim::importing::xcos {

namespace {

void gain(BlockTranslation& t) {
  const Dialog d(t);
  const auto value = d.value(1);
  const std::vector<double> stored = d.stored("rpar");
  d.set("k", 1, t.given("opar", t.given("rpar")));
  const bool scalar = value ? value->is_scalar() : stored.size() == 1;
  t.set("Multiplication", scalar ? "element-wise" : "matrix K*u");
}

// Signs or gains of the inputs; one number: so many inputs with +.
void sum_of(BlockTranslation& t, const std::vector<double>& signs) {
  bool units = true;
  for (const double s : signs) units &= s == 1 || s == -1;
  if (units) {
    std::string text;
    for (const double s : signs) text += s > 0 ? '+' : '-';
    t.set("IconShape", "Rectangular");
    return t.set("signs", text);
  }
  Composite& c = t.result.composite;
  const int total = c.add("Sum", "math/sum", {{"signs", std::string(signs.size(), '+')}});
  for (std::size_t k = 0; k < signs.size(); ++k) {
    const int n = static_cast<int>(k) + 1;
    const int weight = c.add("Gain" + std::to_string(n), "math/gain", {{"k", to_list({signs[k]})}});
    c.connect(c.inport(n), weight);
    c.connect(weight, total, n - 1);
  }
  c.connect(total, c.outport(1));
}

void sum(BlockTranslation& t) {
  const Dialog d(t);
  const int place = d.text(2).empty() ? 1 : 2;  // the first is the data type, where there are several
  std::vector<double> signs = d.numbers(place);
  if (signs.empty()) signs = d.stored(t.given("rpar").empty() ? "ipar" : "rpar");
  if (signs.size() == 1 && signs[0] > 1 && signs[0] < 1000)
    signs.assign(static_cast<std::size_t>(signs[0]), 1.0);
  if (signs.empty()) signs.assign(static_cast<std::size_t>(std::max(1, t.input_count())), 1.0);
  if (signs.size() == 1 && t.input_count() <= 1) {  // of all elements
    t.become("math/reduction");
    t.set("Function", "sum");
    if (signs[0] < 0) t.approximate("the sign of its only input is left out");
    return;
  }
  sum_of(t, signs);
}

// Three inputs, of which some may be free; those add nothing.
void round_sum(BlockTranslation& t) {
  std::string signs;
  for (int n = 1; n <= t.input_count(); ++n)
    if (t.incoming(n)) {
      t.result.inputs[{SourcePort::Signal, n}] = static_cast<int>(signs.size());
      signs += '+';
    } else {
      t.result.inputs[{SourcePort::Signal, n}] = -1;
    }
  t.set("signs", signs.empty() ? "+" : signs);
}

void product(BlockTranslation& t) {
  const Dialog d(t);
  std::vector<double> signs = d.numbers(1);
  if (signs.empty()) signs = d.stored("ipar");
  if (signs.size() == 1 && signs[0] > 1 && signs[0] < 1000)
    signs.assign(static_cast<std::size_t>(signs[0]), 1.0);
  std::string text;
  for (const double s : signs) text += s > 0 ? '*' : '/';
  t.set("Operations", text.empty() ? "**" : text);
}
void round_product(BlockTranslation& t) {
  std::string operations;
  for (int n = 1; n <= t.input_count(); ++n) {
    const bool there = t.incoming(n) != nullptr;
    t.result.inputs[{SourcePort::Signal, n}] = there ? static_cast<int>(operations.size()) : -1;
    if (there) operations += '*';
  }
  t.set("Operations", operations.empty() ? "*" : operations);
}

// With a reset, the second input is where it goes on at each event.
void integrator(BlockTranslation& t) {
  const Dialog d(t);
  d.set("InitialCondition", 1, t.given("state"));
  if (d.number(3).value_or(0) != 0) {
    t.set("LimitOutput", "on");
    d.set("UpperSaturationLimit", 4);
    d.set("LowerSaturationLimit", 5);
  }
  if (d.number(2).value_or(0) == 0) return;
  t.set("ExternalReset", "rising");
  t.set("InitialConditionSource", "external");
  t.result.inputs[{SourcePort::Event, 1}] = 1;
  t.result.inputs[{SourcePort::Signal, 2}] = 2;
  t.approximate("it begins at the value of its second input, not at " + d.text(1));
}

void state_space(BlockTranslation& t) {
  const Dialog d(t);
  constexpr const char* names[] = {"A", "B", "C", "D", "X0"};
  const bool discrete = t.result.type.starts_with("discrete");
  const std::string states = t.given(discrete ? "dstate" : "state");
  const int n = static_cast<int>(d.stored(discrete ? "dstate" : "state").size());
  // What is stored is A, B, C, D one after the other; how many inputs and outputs there are follows where one
  // of B, C and D is known.
  const std::vector<double> all = d.stored("rpar");
  int inputs = 0, outputs = 0;
  if (const auto b = d.value(2)) inputs = b->cols();
  if (const auto c = d.value(3)) outputs = c->rows();
  const auto rest = static_cast<int>(all.size()) - n * n;
  if (n > 0 && outputs > 0 && inputs == 0) inputs = (rest - outputs * n) / (n + outputs);
  if (n > 0 && inputs > 0 && outputs == 0) outputs = (rest - inputs * n) / (n + inputs);
  const bool fits = n > 0 && inputs > 0 && outputs > 0 &&
                    n * n + n * inputs + n * outputs + outputs * inputs == static_cast<int>(all.size());
  const auto at = [](int k) { return static_cast<std::size_t>(k); };
  const std::string stored[] = {
      fits ? d.stored_piece("rpar", 0, n, n) : "", fits ? d.stored_piece("rpar", at(n * n), n, inputs) : "",
      fits ? d.stored_piece("rpar", at(n * n + n * inputs), outputs, n) : "",
      fits ? d.stored_piece("rpar", at(n * n + n * inputs + n * outputs), outputs, inputs) : "", states};
  for (int k = 0; k < 5; ++k) d.set(names[k], k + 1, stored[k]);
  // In Xcos [] is no feedthrough at all.
  if (const auto feedthrough = d.value(4); feedthrough && feedthrough->is_empty())
    t.result.parameters.erase("D");
}

void transfer_function(BlockTranslation& t) {
  const Dialog d(t);
  const bool discrete = t.result.type.starts_with("discrete");
  const auto top = polynomial_text(d.text(1), discrete ? "z" : "s"),
             bottom = polynomial_text(d.text(2), discrete ? "z" : "s");
  if (!top || !bottom)
    return t.unresolved(
        "its polynomials are not understood: give their coefficients to a Transfer Fcn block");
  t.set("Numerator", *top);
  t.set("Denominator", *bottom);
}

}  // namespace

void add_linear(MappingTable& t) {
  t.block("GAIN_f", "math/gain").by(gain);
  for (const char* name : {"GAINBLK", "GAINBLK_f"}) t.also(name, "GAIN_f");
  t.block("SUMMATION", "math/sum").by(sum);
  for (const char* name : {"BIGSOM_f", "SOM_f"}) t.also(name, "SUMMATION");
  t.block("SUM_f", "math/sum").by(round_sum);
  t.block("PRODUCT", "math/product").by(product);
  t.block("PROD_f", "math/product").by(round_product);
  t.block("INTEGRAL_m", "continuous/integrator").by(integrator);
  t.also("INTEGRAL", "INTEGRAL_m");
  t.block("INTEGRAL_f", "continuous/integrator").by([](BlockTranslation& b) {
    Dialog(b).set("InitialCondition", 1, b.given("state"));
  });
  t.block("CLSS", "continuous/state_space").by(state_space);
  t.also("CLSS_f", "CLSS");
  t.none("TCLSS", "take a State-Space block in a Resettable Subsystem: its state jumps at events");
  t.also("TCLSS_f", "TCLSS");
  t.block("CLR", "continuous/transfer_fcn").by(transfer_function);
  t.also("CLR_f", "CLR");
  t.block("DLSS", "discrete/discrete_state_space")
      .expression("SampleTime", {"activation"}, "-1")
      .by(state_space);
  t.also("DLSS_f", "DLSS");
  t.block("DLR", "discrete/discrete_transfer_fcn")
      .expression("SampleTime", {"activation"}, "-1")
      .by(transfer_function);
  t.also("DLR_f", "DLR");
  t.block("DERIV", "continuous/derivative");
  t.block("TIME_DELAY", "continuous/transport_delay").by([](BlockTranslation& b) {
    Dialog(b).set("DelayTime", 1);
    Dialog(b).set("InitialOutput", 2);
  });
  t.block("VARIABLE_DELAY", "continuous/variable_time_delay").by([](BlockTranslation& b) {
    Dialog(b).set("InitialOutput", 2);
  });
  t.none("DIFF_c", "take an Algebraic Constraint or a Descriptor State-Space block");
  for (const char* name : {"DIFF_f", "CONSTRAINT2_c"}) t.also(name, "DIFF_c");
  t.block("CONSTRAINT_c", "math/algebraic_constraint").by([](BlockTranslation& b) {
    Dialog(b).set("Guess", 1);
  });
}

void add_discrete(MappingTable& t) {
  const auto delay = [](BlockTranslation& b) {
    Dialog(b).set("InitialCondition", 1, b.given("dstate", b.given("odstate")));
  };
  t.block("DOLLAR", "discrete/unit_delay").expression("SampleTime", {"activation"}, "-1").by(delay);
  for (const char* name : {"DOLLAR_f", "DOLLAR_m"}) t.also(name, "DOLLAR");
  t.block("REGISTER", "discrete/delay")
      .expression("SampleTime", {"activation"}, "-1")
      .by([](BlockTranslation& b) {
        const Dialog d(b);
        const auto initial = d.numbers(1);
        b.set("DelayLength",
              initial.empty() ? "numel(" + b.translated(d.text(1)) + ")" : std::to_string(initial.size()));
        d.set("InitialCondition", 1, b.given("dstate"));
      });
  t.also("REGISTER_f", "REGISTER");
  t.block("SAMPHOLD_m", "discrete/zero_order_hold").expression("SampleTime", {"activation"}, "-1");
  for (const char* name : {"SAMPHOLD", "SAMPLEHOLD_f"}) t.also(name, "SAMPHOLD_m");
  t.block("MEMORY_f", "discrete/memory").by([](BlockTranslation& b) {
    Dialog(b).set("InitialCondition", 1);
  });
  t.none("DELAY_f", "take a Delay block with the sample time and the length of its register");
  t.none("DELAYV_f", "take a Variable Integer Delay block");
  t.none("DLRADAPT_f", "take a Discrete Transfer Fcn block for each mesh point and a Multiport Switch");
}

}  // namespace sim::importing::xcos
