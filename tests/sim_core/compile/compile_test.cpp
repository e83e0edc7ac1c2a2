// The phases of compilation, each seen through its results and its messages.
#include "sim_core/compile/compile.h"

#include <gtest/gtest.h>

#include "tests/support/compiling.h"

namespace sim {

TEST(EvaluateParameters, NamesAnUnknownTypeAndOffersNearOnes) {
  ModelBuilder m;
  const Id plant = m.block("ports/subsystem", "Plant");
  m.block("math/gian", "Amplifier", {}, plant);
  expect_in(problems(m.diagram), {"Plant/Amplifier", "math/gian", "math/gain"});
}

TEST(EvaluateParameters, NamesEveryWrongParameterInOnePass) {
  ModelBuilder m;
  m.block("math/gain", "A", {{"k", "nosuch"}});
  m.block("math/gain", "B", {{"k", "[]"}});
  m.block("routing/mux", "C", {{"inputs", "2.5"}});
  m.block("routing/mux", "D", {{"inputs", "0"}});
  m.block("math/math_function", "E", {{"function", "nosuch"}});
  m.block("discontinuities/saturation", "F", {{"upper", "-1"}, {"lower", "1"}});
  m.block("math/gain", "G", {{"k", ""}});
  m.block("discontinuities/saturation", "H", {{"upper", "2i"}});
  const std::string text = problems(m.diagram);
  expect_in(text, {"A: parameter 'Gain'", "nosuch", "B: parameter 'Gain' is an empty array",
                   "C: ", "whole number", "D: ", "from 1 to 1000", "E: ", "choose exp",
                   "F: the lower limit exceeds", "G: parameter 'Gain' is empty", "H: "});
}

TEST(EvaluateParameters, UsesTheVariablesOfTheModel) {
  ModelBuilder m;
  m.variable("a", "2*b").variable("b", "3");
  const Id x = m.block("continuous/integrator", "x", {{"x0", "a + 1"}});
  m.connect(x, m.block("sinks/scope", "Scope"));
  const RunOutcome outcome = run_diagram(m.diagram);
  EXPECT_EQ(outcome.column("x").front(), 7);
}

TEST(EvaluateParameters, WhatIsInsideACommentedOutSubsystemIsNotLookedAt) {
  ModelBuilder m;
  const Id outer = m.block("ports/subsystem", "Outer"),
           inner = m.block("ports/subsystem", "Inner", {}, outer);
  m.block("no/such", "Broken", {}, inner);
  m.block("continuous/integrator", "x", {}, outer);
  m.diagram.blocks[outer].commented = CommentedOut::Out;
  const auto program = compiled(m.diagram);
  ASSERT_TRUE(program);
  EXPECT_EQ(program->state_count, 0);
}

TEST(Connect, RefusesLinesToPortsThatAreNotThere) {
  for (int port : {2, 4000, -1}) {
    ModelBuilder m;
    const Id a = m.block("sources/constant", "A"), b = m.block("math/sum", "B");
    m.connect(a, 0, b, port);
    expect_in(problems(m.diagram), {"B: ", "input", "has 2"});
    ModelBuilder n;
    const Id c = n.block("sources/constant", "C"), d = n.block("math/gain", "D");
    n.connect(c, port, d, 0);
    expect_in(problems(n.diagram), {"C: ", "output", "has 1"});
  }
  ModelBuilder m;
  const Id a = m.block("sources/constant", "A"), s = m.block("ports/subsystem", "S");
  m.connect(a, s);
  expect_in(problems(m.diagram), {"S: ", "has 0"});
}

TEST(Connect, RefusesTwoLinesToOneInput) {
  ModelBuilder m;
  const Id a = m.block("sources/constant", "A"), b = m.block("math/gain", "B");
  m.connect(a, b).connect(a, b);
  expect_in(problems(m.diagram), {"B: two lines drive input 1"});
}

TEST(Connect, AnUnconnectedInputReadsZeroAsConfigured) {
  for (const char* policy : {"none", "warning", "error"}) {
    ModelBuilder m;
    const Id sum = m.block("math/sum", "Sum"), one = m.block("sources/constant", "One"),
             end = m.block("sinks/terminator", "End");
    m.connect(one, sum, 0).connect(sum, end).set("UnconnectedInput", policy);
    auto result = compile(m.diagram, the_library());
    EXPECT_EQ(bool(result), std::string(policy) != "error");
    if (std::string(policy) == "error") {
      expect_in(to_text(result.error()), {"Sum: ", "input u2", "Constant"});
      continue;
    }
    EXPECT_EQ(result->warnings.size(), std::string(policy) == "warning" ? 1u : 0u);
  }
}

TEST(Connect, CommentedBlocksDisappearOrPassThrough) {
  for (auto commented : {CommentedOut::No, CommentedOut::Out, CommentedOut::Through}) {
    ModelBuilder m;
    const Id one = m.block("sources/constant", "One"), gain = m.block("math/gain", "Gain", {{"k", "5"}}),
             x = m.block("sinks/scope", "y");
    m.connect(one, gain).connect(gain, x).set("StopTime", "0");
    m.diagram.blocks[gain].commented = commented;
    const RunOutcome outcome = run_diagram(m.diagram);
    ASSERT_TRUE(outcome.prepared);
    if (commented == CommentedOut::No) {
      EXPECT_EQ(outcome.column("Gain"), std::vector<double>{5});
    }
    if (commented == CommentedOut::Through) {
      EXPECT_EQ(outcome.column("One"), std::vector<double>{1});
    }
    if (commented == CommentedOut::Out) {
      EXPECT_EQ(outcome.columns.size(), 1u);  // only the time
    }
  }
}

TEST(Connect, RefusesTwoPortsOfOneNumber) {
  ModelBuilder m;
  const Id s = m.block("ports/subsystem", "S");
  m.block("ports/inport", "In1", {}, s);
  m.block("ports/inport", "In2", {}, s);
  expect_in(problems(m.diagram), {"S/In", "number 1"});
}

TEST(Connect, SeesThroughSubsystemsThreeDeep) {
  ModelBuilder m;
  const Id one = m.block("sources/constant", "One", {{"value", "3"}}), out = m.block("sinks/scope", "y");
  Id parent = no_id, above_in = one;
  std::vector<Id> groups;
  for (int depth = 0; depth < 3; ++depth) {
    const Id group = m.block("ports/subsystem", "S", {}, parent);
    m.connect(above_in, group);
    parent = group;
    above_in = m.block("ports/inport", "In", {}, group);
    groups.push_back(group);
  }
  const Id gain = m.block("math/gain", "Gain", {{"k", "2"}}, parent);
  m.connect(above_in, gain);
  Id from = gain;
  for (int depth = 2; depth >= 0; --depth) {
    m.connect(from, m.block("ports/outport", "Out", {}, groups[static_cast<std::size_t>(depth)]));
    from = groups[static_cast<std::size_t>(depth)];
  }
  m.connect(from, out).set("StopTime", "0");
  const RunOutcome outcome = run_diagram(m.diagram);
  EXPECT_EQ(outcome.column("Gain"), std::vector<double>{6}) << outcome.messages();
}

TEST(PropagateAttributes, NamesBothShapesThatDoNotFit) {
  ModelBuilder m;
  const Id a = m.block("sources/constant", "A", {{"value", "[1 2 3]"}}),
           b = m.block("sources/constant", "B", {{"value", "[1 2]"}}), sum = m.block("math/sum", "Sum"),
           scope = m.block("sinks/scope", "Scope");
  m.connect(a, sum, 0).connect(b, sum, 1).connect(sum, scope);
  expect_in(problems(m.diagram), {"Sum: ", "[3]", "[2]"});
  ModelBuilder n;
  const Id u = n.block("sources/constant", "u", {{"value", "[1 2 3]"}}),
           k = n.block("math/gain", "K", {{"k", "[1 2; 3 4]"}, {"multiplication", "matrix K*u"}});
  n.connect(u, k).connect(k, n.block("sinks/scope", "Scope"));
  expect_in(problems(n.diagram), {"K: ", "[2x2]", "[3]"});
}

// Whatever the order of the ids: a Demux or a matrix gain may come before what drives it.
TEST(PropagateAttributes, JudgesWhenAllShapesAreKnown) {
  ModelBuilder m;
  const Id scope = m.block("sinks/scope", "Scope"), sum = m.block("math/sum", "Sum", {{"signs", "+++"}}),
           demux = m.block("routing/demux", "Demux", {{"outputs", "3"}}),
           k = m.block("math/gain", "K", {{"k", "[1 0 0; 0 2 0; 0 0 3]"}, {"multiplication", "matrix K*u"}}),
           mux = m.block("routing/mux", "Mux"), a = m.block("sources/constant", "A", {{"value", "[1 1]"}}),
           b = m.block("sources/constant", "B");
  m.connect(a, mux, 0).connect(b, mux, 1).connect(mux, k).connect(k, demux).connect(sum, scope);
  for (int port = 0; port < 3; ++port) m.connect(demux, port, sum, port);
  m.set("StopTime", "0");
  EXPECT_EQ(run_diagram(m.diagram).column("Sum"), std::vector<double>{6});
}

TEST(PropagateAttributes, GivesAStateTheShapeOfItsInputAroundALoop) {
  ModelBuilder m;
  const Id x = m.block("continuous/integrator", "x"),
           a = m.block("math/gain", "A", {{"k", "[0 1; -1 0]"}, {"multiplication", "matrix K*u"}});
  m.connect(x, a).connect(a, x).connect(x, m.block("sinks/scope", "Scope"));
  const auto program = compiled(m.diagram);
  ASSERT_TRUE(program);
  EXPECT_EQ(program->state_count, 2);
}

TEST(PropagateAttributes, CutsShapesThatGrowAroundALoop) {
  ModelBuilder m;
  const Id x = m.block("continuous/integrator", "x"), mux = m.block("routing/mux", "Mux");
  m.connect(x, mux, 0).connect(x, mux, 1).connect(mux, x);
  expect_in(problems(m.diagram), {"elements"});
  ModelBuilder n;
  const Id y = n.block("continuous/integrator", "y"), add = n.block("routing/mux", "Mux"),
           one = n.block("sources/constant", "One");
  n.connect(y, add, 0).connect(one, add, 1).connect(add, y);
  expect_in(problems(n.diagram), {"grow without end"});
}

TEST(PropagateAttributes, RefusesAnInitialConditionOfTheWrongSize) {
  ModelBuilder m;
  const Id u = m.block("sources/constant", "u", {{"value", "[1 2 3]"}}),
           x = m.block("continuous/integrator", "x", {{"x0", "[1 2]"}});
  m.connect(u, x);
  expect_in(problems(m.diagram), {"x: ", "[3]", "[2]"});
}

TEST(Lower, RefusesAModelThatNoMemoryHolds) {
  ModelBuilder m;
  Id from = m.block("sources/constant", "Huge", {{"value", "zeros(1000, 1000)"}});
  for (int k = 0; k < 25; ++k) {
    const Id gain = m.block("math/math_function", "f" + std::to_string(k));
    m.connect(from, gain);
    from = gain;
  }
  m.connect(from, m.block("continuous/integrator", "x"));
  expect_in(problems(m.diagram), {"20,000,000"});
}

TEST(AlgebraicLoops, NameTheirBlocks) {
  ModelBuilder m;
  const Id sum = m.block("math/sum", "Sum"), gain = m.block("math/gain", "Gain"),
           x = m.block("continuous/integrator", "x"), away = m.block("math/gain", "Away");
  m.connect(sum, gain).connect(gain, sum, 1).connect(x, sum, 0).connect(gain, x).connect(x, away);
  m.set("AlgebraicLoopMsg", "error");
  const std::string text = problems(m.diagram);
  expect_in(text, {"algebraic loop", "'Sum'", "'Gain'", "Integrator"});
  EXPECT_EQ(text.find("Away"), std::string::npos);
}

TEST(AlgebraicLoops, ABlockOnItselfIsOne) {
  ModelBuilder m;
  const Id gain = m.block("math/gain", "Gain"), scope = m.block("sinks/scope", "Scope");
  m.connect(gain, gain).connect(gain, scope).set("AlgebraicLoopMsg", "error");
  expect_in(problems(m.diagram), {"algebraic loop", "'Gain'"});
}

// [a; b] -> Mux -> Demux: b's way back to a is no loop, a's way back to a is.
TEST(AlgebraicLoops, AreJudgedByElement) {
  for (int back : {0, 1}) {
    ModelBuilder m;
    const Id a = m.block("math/gain", "A"), b = m.block("sources/clock", "B"),
             mux = m.block("routing/mux", "Mux"), demux = m.block("routing/demux", "Demux"),
             scope = m.block("sinks/scope", "Scope");
    m.connect(a, mux, 0).connect(b, mux, 1).connect(mux, demux).connect(demux, back, a, 0).connect(a, scope);
    m.set("AlgebraicLoopMsg", "error");
    auto result = compile(m.diagram, the_library());
    EXPECT_EQ(bool(result), back == 1);
  }
}

TEST(AlgebraicLoops, MuxAndDemuxAloneAreRefused) {
  ModelBuilder m;
  const Id mux = m.block("routing/mux", "Mux", {{"inputs", "1"}}),
           demux = m.block("routing/demux", "Demux", {{"outputs", "1"}});
  m.connect(mux, demux).connect(demux, mux).connect(demux, m.block("sinks/scope", "Scope"));
  expect_in(problems(m.diagram), {"comes back to itself"});
}

TEST(SortBlocks, PutsDriversBeforeDirectFeedthrough) {
  ModelBuilder m;
  const Id scope = m.block("sinks/scope", "Scope"), last = m.block("math/gain", "Last"),
           middle = m.block("math/sum", "Middle"), first = m.block("sources/clock", "First"),
           x = m.block("continuous/integrator", "x");
  m.connect(first, middle, 0)
      .connect(x, middle, 1)
      .connect(middle, last)
      .connect(last, x)
      .connect(last, scope);
  const auto program = compiled(m.diagram);
  std::map<std::string, std::size_t> place;
  for (std::size_t k = 0; k < program->order.size(); ++k)
    place[program->blocks[static_cast<std::size_t>(program->order[k])].path] = k;
  EXPECT_LT(place.at("First"), place.at("Middle"));
  EXPECT_LT(place.at("Middle"), place.at("Last"));
}

TEST(ReduceBlocks, LeavesOutWhatNobodyNeedsAndSaysSo) {
  ModelBuilder m;
  const Id clock = m.block("sources/clock", "Clock"), gain = m.block("math/gain", "Unused");
  m.connect(clock, gain).connect(clock, m.block("sinks/scope", "Scope"));
  auto result = compile(m.diagram, the_library());
  ASSERT_EQ(result->reductions.size(), 1u);
  expect_in(result->reductions[0], {"Unused"});
}

TEST(ReduceBlocks, KeepsWhatSomebodyLooksAtAndAllItNeeds) {
  ModelBuilder m;
  const Id clock = m.block("sources/clock", "Clock"), gain = m.block("math/gain", "Gain"),
           twice = m.block("math/gain", "Twice"), other = m.block("math/gain", "Other"),
           creator = m.block("routing/bus_creator", "Bus");
  m.connect(clock, gain).connect(gain, twice).connect(twice, creator, 0).connect(clock, creator, 1);
  m.connect(clock, other).connect(clock, m.block("sinks/scope", "Scope"));
  const auto watches = [](const Compilation& c, Id id) {
    return std::ranges::any_of(c.program->watched, [&](const WatchedSignal& s) {
      return c.program->blocks[static_cast<std::size_t>(s.block)].id == id;
    });
  };
  const auto plain = compile(m.diagram, the_library());
  for (Id id : {gain, twice, other, creator}) EXPECT_FALSE(watches(*plain, id));
  EXPECT_TRUE(plain->kept_to_look_at.empty());
  const std::vector<PortRef> bus{{creator, 0}, {clock, 0}};
  const auto looking = compile(m.diagram, the_library(), bus);
  for (Id id : {gain, twice, creator}) EXPECT_TRUE(watches(*looking, id));
  EXPECT_FALSE(watches(*looking, other));
  EXPECT_EQ(looking->kept_to_look_at, std::set<Id>{creator});
  EXPECT_EQ(looking->program->column_names(), plain->program->column_names());
}

TEST(Compile, AChainOfTwentyThousandGains) {
  ModelBuilder m;
  Id from = m.block("continuous/integrator", "x", {{"x0", "1"}});
  const Id x = from;
  for (int k = 0; k < 20000; ++k) {
    const Id gain = m.block("math/gain", "g" + std::to_string(k), {{"k", k % 2 ? "2" : "-0.5"}});
    m.connect(from, gain);
    from = gain;
  }
  m.connect(from, x).connect(x, m.block("sinks/scope", "Scope")).set("StopTime", "0.1");
  const auto program = compiled(m.diagram);
  ASSERT_TRUE(program);
  EXPECT_EQ(program->jacobian_pattern.nonzeros(), 1);
  const RunOutcome outcome = run_diagram(m.diagram);
  EXPECT_NEAR(outcome.column("x").back(), std::exp(0.1), 1e-6);
}

// Document 002: x1' reads x1 and x2, x2' reads x2, x3' reads x3 and x1: two evaluations give all.
TEST(Differentiate, ColorsTheDocumentsExampleWithTwo) {
  ModelBuilder m;
  std::vector<Id> x, f;
  for (int k = 0; k < 3; ++k) x.push_back(m.block("continuous/integrator", "x" + std::to_string(k + 1)));
  const std::vector<std::vector<std::size_t>> reads{{0, 1}, {1}, {0, 2}};
  for (std::size_t k = 0; k < 3; ++k) {
    const Id sum =
        m.block("math/sum", "f" + std::to_string(k), {{"signs", reads[k].size() == 2 ? "++" : "3"}});
    if (reads[k].size() == 2)
      for (std::size_t i = 0; i < 2; ++i) m.connect(x[reads[k][i]], sum, static_cast<int>(i));
    else
      for (int i = 0; i < 3; ++i) m.connect(x[reads[k][0]], sum, i);
    m.connect(sum, x[k]);
  }
  const auto program = compiled(m.diagram);
  EXPECT_EQ(program->jacobian_pattern.nonzeros(), 5);
  EXPECT_EQ(program->jacobian_coloring.count, 2);
}

TEST(Differentiate, ATridiagonalChainHasThreeColors) {
  ModelBuilder m;
  constexpr int n = 40;
  std::vector<Id> x;
  for (int k = 0; k < n; ++k) x.push_back(m.block("continuous/integrator", "x" + std::to_string(k)));
  for (int k = 0; k < n; ++k) {
    const Id f = m.block("math/sum", "f" + std::to_string(k), {{"signs", "+-+"}});
    for (int d = -1; d <= 1; ++d)
      if (k + d >= 0 && k + d < n) m.connect(x[static_cast<std::size_t>(k + d)], f, d + 1);
    m.connect(f, x[static_cast<std::size_t>(k)]);
  }
  m.set("UnconnectedInput", "none");
  const auto program = compiled(m.diagram);
  EXPECT_EQ(program->jacobian_coloring.count, 3);
  EXPECT_EQ(program->jacobian_pattern.nonzeros(), 3 * n - 2);
}

}  // namespace sim
