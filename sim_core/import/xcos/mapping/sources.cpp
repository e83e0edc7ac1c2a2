#include <algorithm>

#include "sim_core/import/xcos/mapping/dialog.h"
#include "sim_core/import/xcos/mapping/xcos_table.h"

namespace sim::importing::xcos {

namespace {

void constant(BlockTranslation& t) { Dialog(t).set("Value", 1, t.given("rpar", t.given("opar"))); }

void sine(BlockTranslation& t) {
  const Dialog d(t);
  d.set("Amplitude", 1, d.stored_piece("rpar", 0, 1, 1));
  d.set("Frequency", 2, d.stored_piece("rpar", 1, 1, 1));
  d.set("Phase", 3, d.stored_piece("rpar", 2, 1, 1));
}

void ramp(BlockTranslation& t) {
  const Dialog d(t);
  d.set("Slope", 1, d.stored_piece("rpar", 0, 1, 1));
  d.set("StartTime", 2, d.stored_piece("rpar", 1, 1, 1));
  d.set("InitialOutput", 3, d.stored_piece("rpar", 2, 1, 1));
}

void step_of_texts(BlockTranslation& t, const char* time, const char* before, const char* after) {
  t.set_expression("StepTime", t.given(time, "1"));
  t.set_expression("InitialValue", t.given(before, "0"));
  t.set_expression("FinalValue", t.given(after, "1"));
}
void step(BlockTranslation& t) { step_of_texts(t, "exprs(1)", "exprs(2)", "exprs(3)"); }
void step_function(BlockTranslation& t) {
  step_of_texts(t, "STEP.exprs(1)", "STEP.exprs(2)", "STEP.exprs(3)");
}

// Points (t, y): before the first and after the last of them their values hold.
void curve_of_points(BlockTranslation& t) {
  const Dialog d(t);
  const std::vector<double> points = d.stored("rpar"), counts = d.stored("ipar");
  const auto n = counts.empty() ? points.size() / 2 : static_cast<std::size_t>(std::max(counts.front(), 0.0));
  if (n < 1 || 2 * n > points.size())
    return t.unresolved("its points are not in the file: give them to a Piecewise Linear block");
  const auto part = [&](std::size_t from) {
    const auto begin = points.begin() + static_cast<std::ptrdiff_t>(from);
    return to_list({begin, begin + static_cast<std::ptrdiff_t>(n)});
  };
  t.become("sources/piecewise_linear");
  t.set("TimeValues", part(0));
  t.set("OutValues", part(n));
  t.set("BeforeFirst", "Holding first value");
  t.set("OutputAfterFinalValue", "Holding final value");
}

// Method 0: steps, 1: lines, 2 and beyond: splines of several kinds.
void signal_builder(BlockTranslation& t, const std::string& prefix) {
  const std::string method = t.given((prefix + "value(1)").c_str(), t.given((prefix + "exprs(1)").c_str()));
  const std::string x = t.given((prefix + "exprs(2)").c_str()), y = t.given((prefix + "exprs(3)").c_str());
  const bool periodic = t.given((prefix + "exprs(4)").c_str()).starts_with("y");
  if (x.empty() || y.empty())
    return t.unresolved("its points are not in the file: give them to a Signal Editor block");
  if (method == "0" || method == "1") {
    t.become("sources/piecewise_linear");
    t.set_expression("TimeValues", x);
    t.set_expression("OutValues", y);
    t.set("Interpolate", method == "1" ? "on" : "off");
    t.set("OutputAfterFinalValue", periodic ? "Cyclic repetition" : "Holding final value");
    if (!periodic) t.set("OutputAfterFinalValue", "Setting to zero");
    t.set("BeforeFirst", "Setting to zero");
    return;
  }
  t.approximate("its curve is a cubic spline with other conditions at the ends");
  const std::string points = t.translated(x), last = "max(reshape(" + points + ",numel(" + points + "),1))";
  const std::string first = "min(reshape(" + points + ",numel(" + points + "),1))";
  Composite& c = t.result.composite;
  const int time = c.add(
      "Time", "user_defined/fcn",
      {{"Expression", periodic ? first + " + mod(u - " + first + ", " + last + " - " + first + ")" : "u"}});
  const int clock = c.add("Clock", "sources/clock");
  const int table = c.add(
      "Curve", "lookup_tables/lookup_1d",
      {{"BreakpointsForDimension1", points}, {"Table", t.translated(y)}, {"InterpMethod", "Cubic spline"}});
  c.connect(clock, time);
  c.connect(time, table);
  c.connect(table, c.outport(1));
}

void random_source(BlockTranslation& t, int first) {
  const Dialog d(t);
  const bool normal = d.number(first).value_or(0) != 0;
  const auto stored = d.stored("rpar");
  const int n = static_cast<int>(stored.size() / 2);
  const std::string a_text = t.translated(d.text(first + 1)), b_text = t.translated(d.text(first + 2));
  const bool known = t.given(("unknown(" + std::to_string(first + 1) + ")").c_str()).empty() &&
                     t.given(("unknown(" + std::to_string(first + 2) + ")").c_str()).empty();
  const std::string a = known || n < 1 ? a_text : d.stored_piece("rpar", 0, n, 1);
  const std::string b = known || n < 1 ? b_text : d.stored_piece("rpar", static_cast<std::size_t>(n), n, 1);
  t.become(normal ? "sources/random_number" : "sources/uniform_random_number");
  t.set(normal ? "Mean" : "Minimum", a);
  t.set(normal ? "Variance" : "Maximum", normal ? "(" + b + ").^2" : "(" + a + ")+(" + b + ")");
  if (const std::string seed = d.text(first + 3); !seed.empty())
    t.set_expression("Seed", "abs(" + seed + ")");
  t.set("SampleTime", t.given("activation", "-1"));
  t.approximate("the random numbers are others, with the same distribution");
}
void random_vector(BlockTranslation& t) { random_source(t, 1); }
void random_matrix(BlockTranslation& t) { random_source(t, 2); }

void program(BlockTranslation& t, const std::string& script) {
  t.become("user_defined/function");
  t.set("Script", script);
  t.set("SampleTime", t.given("activation", "-1"));
}
void square_wave(BlockTranslation& t) {
  program(t, "function y = square()\npersistent z = " + t.translated(t.given("exprs(1)", "1")) +
                 "\ny = z\nz = -z\nend\n");
}
void counter(BlockTranslation& t) {
  const std::string low = t.translated(t.given("exprs(1)", "0")),
                    high = t.translated(t.given("exprs(2)", "2"));
  const bool up = Dialog(t).number(3).value_or(1) == 1;
  program(t, "function y = counter()\npersistent z = 0\ny = " +
                 (up ? "(" + low + ") + z" : "(" + high + ") - z") + "\nz = mod(z + 1, (" + high + ") - (" +
                 low + ") + 1)\nend\n");
}
void modulo_counter(BlockTranslation& t) {
  program(t, "function y = counter()\npersistent z = " + t.translated(t.given("exprs(1)", "0")) +
                 "\ny = z\nz = mod(z + 1, " + t.translated(t.given("exprs(2)", "3")) + ")\nend\n");
}

}  // namespace

void add_sources(MappingTable& t) {
  t.block("CONST_m", "sources/constant").by(constant);
  for (const char* name : {"CONST", "CONST_f"}) t.also(name, "CONST_m");
  t.block("GENSIN_f", "sources/sine_wave").by(sine);
  t.block("RAMP", "sources/ramp").by(ramp);
  t.block("STEP", "sources/step").by(step);
  t.block("STEP_FUNCTION", "sources/step").by(step_function);
  t.block("TIME_f", "sources/clock");
  t.block("CURV_f", "").by(curve_of_points);
  t.block("CURVE_c", "").by([](BlockTranslation& b) { signal_builder(b, ""); });
  t.block("Sigbuilder", "").by([](BlockTranslation& b) { signal_builder(b, "CURVE_c."); });
  t.block("RAND_f", "").by(random_vector);
  t.block("RAND_m", "").by(random_matrix);
  t.block("GENSQR_f", "").by(square_wave);
  t.block("Counter", "").by(counter);
  t.block("Modulo_Count", "").by(modulo_counter);
  t.none("SAWTOOTH_f", "take a Repeating Sequence block: the tooth restarts at each event");
  t.none("PULSE_SC",
         "take a Pulse Generator block with the phase, width, period and amplitude of its dialog");
  t.none("GEN_SQR", "take a Pulse Generator block, and add an offset");
  t.none("FROMWS_c", "take a From Variable block: the variable is not in the file");
  t.also("FROMWSB", "FROMWS_c");
  t.none("RFILE_f", "take a From File block, and write the data as CSV");
  for (const char* name : {"READC_f", "READAU_f"}) t.also(name, "RFILE_f");
  t.none("TKSCALE", "take a Slider block");
  t.block("Ground_g", "sources/ground");
}

}  // namespace sim::importing::xcos
