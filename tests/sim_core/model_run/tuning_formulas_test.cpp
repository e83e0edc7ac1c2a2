// Variables that formulas read change while a run goes on.
#include <gtest/gtest.h>

#include <cmath>
#include <thread>

#include "sim_core/model_run/model_run.h"
#include "tests/support/compiling.h"
#include "tests/support/model_builder.h"
#include "tests/support/run_results.h"

namespace sim {

namespace {

using Parameters = std::map<std::string, std::string>;

// x' = y of a block that reads the time; x(0) = 0.
struct OfTime {
  ModelBuilder m;
  Id block = no_id;

  explicit OfTime(const std::string& type, const Parameters& parameters = {}) {
    const Id clock = m.block("sources/clock", "clock");
    block = m.block(type, "formula", parameters);
    const Id x = m.block("continuous/integrator", "x"), scope = m.block("sinks/scope", "Scope");
    m.connect(clock, block).connect(block, x).connect(x, scope);
    m.set("RelTol", "1e-9").set("AbsTol", "1e-12").set("StopTime", "2").set("MaxStep", "0.1");
  }
  OfTime& variable(const std::string& name, const std::string& text) {
    m.variable(name, text);
    return *this;
  }
};

Diagram with_variable(Diagram diagram, const std::string& name, const std::string& text) {
  for (auto& [id, variable] : diagram.variables)
    if (variable.name == name) variable.expression = text;
  return diagram;
}

ModelRun::Tuned tuned(const Diagram& before, const Diagram& after) {
  auto run = ModelRun::prepare(before, the_library());
  if (!run) {
    ADD_FAILURE() << to_text(run.errors().front());
    return {};
  }
  return (*run)->tune(before, after, the_library());
}

// Runs five steps as `before` says, then on as `after` says; the end of what the scope shows. `at`: when.
double end_of(const Diagram& before, const Diagram& after, double& at) {
  auto prepared = ModelRun::prepare(before, the_library());
  if (!prepared) {
    ADD_FAILURE() << to_text(prepared.errors().front());
    return NAN;
  }
  ModelRun& run = **prepared;
  run.control().step_forward(5);
  std::thread thread([&] { EXPECT_EQ(run.execute().end, RunEnd::Finished); });
  for (int k = 0; k < 5000 && !(run.control().paused() && run.control().progress().steps == 5); ++k)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  at = run.control().progress().time;
  const ModelRun::Tuned taken = run.tune(before, after, the_library());
  EXPECT_EQ(taken.changes.size(), 1u);
  for (const Diagnostic& d : taken.refused) ADD_FAILURE() << to_text(d);
  run.control().resume();
  thread.join();
  EXPECT_GT(at, 0);
  EXPECT_LT(at, 1);
  return run.log().value(0, run.log().size() - 1);
}

// The integral of `first` sin(t) up to `at`, then of `then` sin(t) up to 2.
double sines(double first, double then, double at) {
  return first * (1 - std::cos(at)) + then * (std::cos(at) - std::cos(2.0));
}

void expect_sines(const Diagram& before, const Diagram& after, double first, double then) {
  double at = 0;
  const double end = end_of(before, after, at);
  EXPECT_NEAR(end, sines(first, then, at), 1e-8);
}

// The variable is the factor.
void expect_sines(const Diagram& before, const char* name, double from, double to) {
  expect_sines(before, with_variable(before, name, to_text(to)), from, to);
}

std::string refusal(const Diagram& before, const std::string& name, const std::string& text) {
  const ModelRun::Tuned what = tuned(before, with_variable(before, name, text));
  EXPECT_TRUE(what.changes.empty());
  return what.refused.empty() ? "" : what.refused.front().path + ": " + what.refused.front().message;
}

bool is_taken(const Diagram& before, const std::string& name, const std::string& text) {
  const ModelRun::Tuned what = tuned(before, with_variable(before, name, text));
  return what.refused.empty() && what.changes.size() == 1;
}

Diagram fcn(const std::string& expression, const std::string& name, const std::string& text) {
  OfTime model("user_defined/fcn", {{"Expression", expression}});
  return model.variable(name, text).m.diagram;
}

Diagram function(const std::string& script, const std::string& name, const std::string& text) {
  OfTime model("user_defined/function", {{"Script", script}});
  return model.variable(name, text).m.diagram;
}

constexpr const char* decides = "formula: 'n' in its formula decides an index, a size or a branch";

}  // namespace

TEST(TuningFormulas, GoesOnWithTheNewValueOfAVariable) {
  expect_sines(fcn("a*sin(u)", "a", "2"), "a", 2, -3);
  expect_sines(function("function y = f(u)\nk = 2*a;\ny = k*sin(u)/2;", "a", "2"), "a", 2, 0.5);
  Diagram source = fcn("u", "a", "2");
  source.blocks.at(*find_block(source, "clock")).type = "sources/expression";
  source.blocks.at(*find_block(source, "clock")).parameters = {{"Expression", "a*sin(t)"}};
  expect_sines(source, "a", 2, 7);
}

// Through another variable, an element of a vector, and one that was 0.
TEST(TuningFormulas, ThroughOtherVariables) {
  OfTime chain("user_defined/fcn", {{"Expression", "k(2)*sin(u)"}});
  chain.variable("c", "0").variable("k", "[7, 2*c]");
  const Diagram before = chain.m.diagram;
  expect_sines(before, with_variable(before, "c", "1.5"), 0, 3);
}

// A field is a variable of its own: others of the structure may be anything.
TEST(TuningFormulas, FieldsOfStructures) {
  const std::string before = "struct('a', 2, 'n', 2, 'name', 'x')";
  expect_sines(fcn("p.a*sin(u)", "p", before), fcn("p.a*sin(u)", "p", "struct('a', -3, 'n', 5, 'b', 1)"), 2,
               -3);
  const Diagram deep = fcn("2*p(2).q.a*sin(u)", "p", "[struct('q', 1), struct('q', struct('a', 2))]");
  expect_sines(deep, with_variable(deep, "p", "[struct('q', 1), struct('q', struct('a', 5))]"), 4, 10);
  const std::string script = "function y = f(u)\nk = 2*p.a;\ny = k*sin(u)/2;";
  expect_sines(function(script, "p", "struct('a', 2)"), function(script, "p", "struct('a', 0.5)"), 2, 0.5);
}

TEST(TuningFormulas, WhatFieldsDecideIsFixed) {
  const Diagram before = fcn("p.k(p.n)*sin(u)", "p", "struct('k', [1 2], 'n', 1)");
  EXPECT_EQ(refusal(before, "p", "struct('k', [1 2], 'n', 2)"),
            "formula: 'p.n' in its formula decides an index, a size or a branch");
  EXPECT_TRUE(is_taken(before, "p", "struct('k', [3 2], 'n', 1)"));
  EXPECT_EQ(refusal(before, "p", "struct('k', [1 2 3], 'n', 1)"),
            "formula: the size of 'p.k' in its formula is fixed while a simulation runs");
  EXPECT_EQ(refusal(before, "p", "7"), "formula: 'p.k' in its formula is fixed while a simulation runs");
}

// The mask's a hides the model's.
TEST(TuningFormulas, InAMaskedSubsystem) {
  OfTime model("ports/subsystem");
  const Id u = model.m.block("ports/inport", "u", {}, model.block),
           inner = model.m.block("user_defined/fcn", "inner", {{"Expression", "a*sin(u)"}}, model.block),
           y = model.m.block("ports/outport", "y", {}, model.block);
  model.m.connect(u, inner).connect(inner, y);
  model.m.diagram.blocks.at(model.block).mask = Mask{{{"a", "Amplitude", "2*b"}}};
  model.variable("a", "100").variable("b", "1");
  const Diagram before = model.m.diagram;
  expect_sines(before, with_variable(before, "b", "3"), 2, 6);
  const ModelRun::Tuned hidden = tuned(before, with_variable(before, "a", "50"));
  EXPECT_TRUE(hidden.changes.empty() && hidden.refused.empty());
  Diagram masked = before;
  masked.blocks.at(model.block).mask->parameters[0].expression = "5";
  expect_sines(before, masked, 2, 5);
}

// What a script gives a value, and its inputs, are no variables of the model.
TEST(TuningFormulas, NamesOfAScriptHideVariables) {
  const Diagram before = function("function y = f(u)\na = 3;\ny = a*u;", "a", "2");
  const ModelRun::Tuned what = tuned(before, with_variable(before, "a", "5"));
  EXPECT_TRUE(what.changes.empty() && what.refused.empty());
  const Diagram input = fcn("2*u", "u", "1");
  EXPECT_TRUE(tuned(input, with_variable(input, "u", "5")).refused.empty());
}

// u^2, u^n with n = 2, and u^n where n becomes 3.
TEST(TuningFormulas, Exponents) {
  const Diagram by_variable = fcn("u^n", "n", "2");
  const RunOutcome squares = run_diagram(by_variable), written = run_diagram(fcn("u^2", "n", "2"));
  ASSERT_EQ(squares.end, RunEnd::Finished) << squares.messages();
  EXPECT_EQ(squares.columns, written.columns) << "to the last bit";
  double at = 0;
  const double end = end_of(by_variable, with_variable(by_variable, "n", "3"), at);
  EXPECT_NEAR(end, std::pow(at, 3) / 3 + (16 - std::pow(at, 4)) / 4, 1e-8);
}

TEST(TuningFormulas, WhatDecidesIsFixedAndNamed) {
  const std::string fixed = "formula: 'n' in its formula is fixed while a simulation runs";
  const Diagram index = function("function y = f(u)\nv = [u; 2*u; 3*u];\ny = v(n);", "n", "2");
  EXPECT_EQ(refusal(index, "n", "3"), decides);
  const Diagram branch = fcn("n > 2 ? u : -u", "n", "3");
  EXPECT_EQ(refusal(branch, "n", "1"), decides);
  EXPECT_TRUE(is_taken(branch, "n", "4")) << "the same branch";
  const Diagram loop = function("function y = f(u)\ny = 0;\nfor k = 1:n\ny = y + u;\nend", "n", "2");
  EXPECT_EQ(refusal(loop, "n", "3"), decides);
  const Diagram choice = function("function y = f(u)\nif n\ny = u;\nelse\ny = 2*u;\nend", "n", "1");
  EXPECT_EQ(refusal(choice, "n", "0"), decides);
  EXPECT_TRUE(is_taken(choice, "n", "2"));
  const Diagram size = fcn("sum(zeros(n, 1)) + u", "n", "2");
  EXPECT_EQ(refusal(size, "n", "3"), decides);
  const Diagram vector = fcn("sum(n)*u", "n", "[1 2]");
  EXPECT_EQ(refusal(vector, "n", "[1 2 3]"),
            "formula: the size of 'n' in its formula is fixed while a simulation runs");
  EXPECT_TRUE(is_taken(vector, "n", "[5 6]"));
  EXPECT_EQ(refusal(vector, "n", "'text'"), fixed);
}

// Where the numbers decide whether there are complex ones.
TEST(TuningFormulas, RootsStayReal) {
  const Diagram root = fcn("sqrt(n)*u", "n", "4");
  EXPECT_TRUE(is_taken(root, "n", "9"));
  EXPECT_EQ(refusal(root, "n", "-1"), decides);
  const Diagram complex = fcn("abs(sqrt(n))*u", "n", "-4");
  EXPECT_NE(refusal(complex, "n", "-9"), "");
  EXPECT_NEAR(run_diagram(complex).column("x").back(), 4, 1e-8);
  const Diagram power = fcn("abs((u + 1i)^n)", "n", "2");
  EXPECT_NE(refusal(power, "n", "3"), "");
}

// The change is the same for all that read the variable: where one cannot take it, no formula does.
TEST(TuningFormulas, AVariableIsOneForAllFormulas) {
  OfTime model("user_defined/fcn", {{"Expression", "a*u"}});
  const Id other = model.m.block("user_defined/fcn", "other", {{"Expression", "a*u + b"}});
  model.m.connect(Id{1}, other).connect(other, model.m.block("sinks/scope", "Other"));
  model.variable("a", "2").variable("b", "1");
  const Diagram both = model.m.diagram;
  EXPECT_EQ(tuned(both, with_variable(both, "a", "3")).changes.size(), 1u);
  Diagram indexed = both;
  indexed.blocks.at(other).parameters["Expression"] = "(a > 1 ? u : -u) + b";
  const Diagram after = with_variable(with_variable(indexed, "a", "1"), "b", "5");
  const ModelRun::Tuned what = tuned(indexed, after);
  ASSERT_EQ(what.changes.size(), 1u);
  EXPECT_EQ(what.changes[0].parameter, "b");
  ASSERT_EQ(what.refused.size(), 1u);
  EXPECT_EQ(what.refused[0].path, "other");
}

// A variable that comes to hide a constant of the language, and one that is taken away.
TEST(TuningFormulas, NamesThatMeanSomethingElse) {
  const Diagram before = fcn("pi*u", "a", "2");
  Diagram after = before;
  after.variables.begin()->second.name = "pi";
  const ModelRun::Tuned what = tuned(before, after);
  ASSERT_EQ(what.refused.size(), 1u);
  EXPECT_EQ(what.refused[0].message, "'pi' in its formula is fixed while a simulation runs");
  const Diagram used = fcn("a*u", "a", "2");
  Diagram without = used;
  without.variables.clear();
  EXPECT_EQ(tuned(used, without).refused[0].message, "'a' in its formula is fixed while a simulation runs");
}

TEST(TuningFormulas, ConditionsOfAnIf) {
  ModelBuilder m;
  const Id clock = m.block("sources/clock", "clock"), decides = m.block("ports/if", "if"),
           scope = m.block("sinks/scope", "Scope");
  m.diagram.blocks.at(decides).parameters = {{"IfExpression", "u1 > limit"}, {"ShowElse", "off"}};
  const Id x = m.block("continuous/integrator", "x");
  m.connect(clock, decides).connect(decides, x).connect(x, scope);
  m.variable("limit", "1").set("StopTime", "2").set("MaxStep", "0.1").set("UnconnectedOutput", "none");
  double at = 0;
  EXPECT_NEAR(end_of(m.diagram, with_variable(m.diagram, "limit", "1.75"), at), 0.25, 1e-9);
}

// A block that computes with its masses while the program is made reads numbers.
TEST(TuningFormulas, MassesOfAnEnergyProjectionAreFixed) {
  OfTime model("user_defined/fcn", {{"Expression", "[u; -u]"}});
  const Id projection = model.m.block("constraints/energy_projection", "projection");
  model.m.diagram.blocks.at(projection).parameters = {{"M", "[m1; 1]"}};
  model.m.connect(model.block, projection).connect(projection, model.m.block("sinks/scope", "Shown"));
  model.variable("m1", "2");
  EXPECT_EQ(refusal(model.m.diagram, "m1", "3"),
            "projection: 'm1' in its formula is fixed while a simulation runs");
}

// A run with the new values from its beginning needs no compiling, and is the one that is compiled.
TEST(TuningFormulas, FastRestart) {
  const Diagram before = fcn("a*sin(u)", "a", "2"), after = with_variable(before, "a", "5");
  auto first = ModelRun::prepare(before, the_library());
  ASSERT_TRUE(first);
  (*first)->execute();
  auto second = ModelRun::prepare(after, the_library(), **first, before);
  ASSERT_TRUE(second);
  EXPECT_FALSE((*second)->was_compiled());
  (*second)->execute();
  const SignalLog& log = (*second)->log();
  EXPECT_NEAR(log.value(0, log.size() - 1), 5 * (1 - std::cos(2.0)), 1e-8);
}

}  // namespace sim
