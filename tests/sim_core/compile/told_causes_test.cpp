// What messages say of their causes: the sources of dimensions, the way round a loop, what else is wrong, and
// the numbers that made what is none.
#include "tests/support/compiling.h"
#include "tests/support/finished_run.h"

namespace sim {

static std::string messages_of(const Diagram& diagram) {
  std::string all;
  const auto result = compile(diagram, the_library());
  for (const Diagnostic& d : result ? result->warnings : result.errors()) all += to_text(d) + "\n";
  return all;
}

TEST(ToldCauses, DimensionsNameBothSources) {
  ModelBuilder m;
  const Id a = m.block("sources/constant", "Three", {{"value", "[1 2 3]"}}),
           b = m.block("sources/constant", "Two", {{"value", "[1 2]"}}), sum = m.block("math/sum", "Sum");
  m.connect(a, sum).connect(b, sum, 1).connect(sum, m.block("sinks/scope", "Scope"));
  expect_in(problems(m.diagram), {"Sum: ", "comes from 'Three' as [3]", "from 'Two' as [2]"});
}

TEST(ToldCauses, WrongParametersDoNotHideTheRest) {
  ModelBuilder m;
  const Id sub = m.block("ports/subsystem", "Sub");
  const Id in = m.block("ports/inport", "speed", {}, sub), inside = m.block("math/gain", "Inside", {}, sub);
  m.connect(in, inside).connect(inside, m.block("ports/outport", "y", {}, sub));
  m.connect(sub, m.block("sinks/scope", "Scope"));
  const Id a = m.block("math/gain", "A", {{"k", "foo"}}), b = m.block("math/gain", "B", {{"k", "2*"}}),
           sum = m.block("math/sum", "S", {{"signs", "x"}}), clock = m.block("sources/clock", "Clock");
  m.connect(clock, a).connect(a, b).connect(b, sum).connect(clock, sum, 1);
  m.connect(sum, m.block("sinks/scope", "Sums"));
  const std::string all = messages_of(m.diagram);
  expect_in(all, {"A: parameter 'Gain': unknown name 'foo'", "B: parameter 'Gain'",
                  "S: ", "Sub: nothing drives input speed"});
  EXPECT_EQ(all.find("'Gain' of"), std::string::npos);
  std::size_t count = 0;
  for (std::size_t at = all.find("unknown name"); at != all.npos; at = all.find("unknown name", at + 1))
    ++count;
  EXPECT_EQ(count, 1u) << "each is told once: " << all;
}

// How many ports there are is not known then.
TEST(ToldCauses, WrongParametersDoNotBlameTheLines) {
  ModelBuilder m;
  const Id old = m.block("user_defined/unresolved", "Old",
                         {{"SourceType", "S-Function"}, {"Inputs", "1"}, {"Outputs", "2"}});
  m.connect(m.block("sources/clock", "Clock"), old).connect(old, 1, m.block("sinks/scope", "Scope"), 0);
  const std::string told = problems(m.diagram);
  expect_in(told, {"Old: this block of an imported model has no counterpart here"});
  EXPECT_EQ(told.find("a line is connected"), std::string::npos) << told;
}

// Dimensions that do not fit are told beside wrong parameters; not where they follow from a default.
TEST(ToldCauses, WrongParametersDoNotHideDimensions) {
  ModelBuilder m;
  const Id two = m.block("sources/constant", "two", {{"Value", "[1; 2]"}}),
           three = m.block("sources/constant", "three", {{"Value", "[1; 2; 3]"}}),
           sum = m.block("math/sum", "sum"), wrong = m.block("math/gain", "wrong", {{"k", "nothing"}}),
           behind = m.block("math/sum", "behind");
  m.connect(two, 0, sum, 0).connect(three, 0, sum, 1).connect(sum, m.block("sinks/scope", "Scope"));
  m.connect(two, wrong).connect(wrong, 0, behind, 0).connect(three, 0, behind, 1);
  m.connect(behind, m.block("sinks/scope", "Other"));
  const std::string told = problems(m.diagram);
  expect_in(told,
            {"wrong: parameter 'Gain'", "nothing", "sum: inputs of shapes [2] and [3] cannot be added"});
  EXPECT_EQ(told.find("behind"), std::string::npos) << told;
  // With the parameter put right, the other is told too.
  m.diagram.blocks.at(wrong).parameters["k"] = "1";
  expect_in(problems(m.diagram), {"sum: ", "behind: "});
}

TEST(ToldCauses, LoopsAreToldByTheirWayRound) {
  ModelBuilder m;
  const Id clock = m.block("sources/clock", "Clock"), sum = m.block("math/sum", "Sum"),
           gain = m.block("math/gain", "Gain", {{"k", "0.5"}}), away = m.block("math/gain", "Away");
  m.connect(clock, sum).connect(sum, gain).connect(gain, sum, 1).connect(sum, away);
  m.connect(away, m.block("sinks/scope", "Scope"));
  const std::string all = messages_of(m.diagram);
  EXPECT_TRUE(all.find("algebraic loop 'Sum' (input u2) -> 'Gain' -> 'Sum' (input u2)") != all.npos ||
              all.find("algebraic loop 'Gain' -> 'Sum' (input u2) -> 'Gain'") != all.npos)
      << all;
  EXPECT_EQ(all.find("Away"), std::string::npos) << all;
}

// x^2 = t, closed by a block that says so; then with a second way round that nobody has meant.
TEST(ToldCauses, LoopsThatAreMeantAreNoWarning) {
  ModelBuilder m;
  const Id clock = m.block("sources/clock", "Clock"), sum = m.block("math/sum", "Sum", {{"signs", "+-"}}),
           constraint = m.block("math/algebraic_constraint", "Root", {{"z0", "1"}}),
           square = m.block("math/product", "Square");
  m.connect(constraint, square).connect(constraint, square, 1).connect(square, sum).connect(clock, sum, 1);
  m.connect(sum, constraint).connect(constraint, m.block("sinks/scope", "Scope"));
  m.set("StartTime", "1").set("StopTime", "2");
  EXPECT_EQ(messages_of(m.diagram).find("algebraic loop"), std::string::npos) << messages_of(m.diagram);
  EXPECT_NEAR(value_at(finished_run(m), "Root", 2), std::sqrt(2.0), 1e-9);
  m.set("AlgebraicLoopMsg", "error");
  expect_in(problems(m.diagram),
            {"algebraic loop 'Root' -> 'Square' (input u1, u2) -> 'Sum' (input u1) -> 'Root'"});
  m.set("AlgebraicLoopMsg", "warning");
  ModelBuilder more = m;
  const Id own = more.block("math/sum", "Own"), half = more.block("math/gain", "Half", {{"k", "0.5"}});
  more.connect(constraint, own).connect(own, half).connect(half, own, 1);
  more.connect(half, more.block("sinks/scope", "Scope 2"));
  expect_in(messages_of(more.diagram), {"'Own' (input ", "'Half'", "algebraic loop"});
}

// sqrt(1 - t) is no number from t = 1 on.
TEST(ToldCauses, TheFirstNaNIsToldOnceAsANote) {
  ModelBuilder m;
  const Id clock = m.block("sources/clock", "Clock"),
           root = m.block("user_defined/fcn", "Root", {{"expression", "sqrt(1 - u)"}}),
           logarithm = m.block("user_defined/fcn", "Log", {{"expression", "log(3 - u)"}});
  m.connect(clock, root).connect(clock, logarithm);
  m.connect(root, m.block("sinks/scope", "A")).connect(logarithm, m.block("sinks/scope", "B"));
  m.set("Solver", "ode4").set("FixedStep", "0.5");
  const RunOutcome run = run_diagram(m.diagram);
  EXPECT_EQ(run.end, RunEnd::Finished);
  int notes = 0;
  for (const Diagnostic& d : run.diagnostics)
    if (d.message.find("nan") != std::string::npos) {
      ++notes;
      EXPECT_EQ(d.severity, Severity::Note);
      EXPECT_EQ(d.path, "Root");
      EXPECT_EQ(d.message, "its output is nan at t = 1.5, by sqrt(-0.5)");
    }
  EXPECT_EQ(notes, 1);
  m.set("NonFiniteOutput", "none");
  EXPECT_EQ(run_diagram(m.diagram).messages().find("nan"), std::string::npos);
}

TEST(ToldCauses, WhatCannotBeEvaluatedIsToldWithItsNumbers) {
  ModelBuilder m;
  const Id clock = m.block("sources/clock", "Clock"),
           divide = m.block("user_defined/fcn", "Divide", {{"expression", "u/0"}}),
           x = m.block("continuous/integrator", "x");
  m.connect(clock, divide).connect(divide, x).connect(x, m.block("sinks/scope", "Scope"));
  m.set("StartTime", "2").set("StopTime", "3");
  const RunOutcome run = run_diagram(m.diagram);
  EXPECT_EQ(run.end, RunEnd::Failed);
  EXPECT_NE(run.messages().find("Divide: it gives inf at t = 2, by 2 / 0"), std::string::npos)
      << run.messages();
}

}  // namespace sim
