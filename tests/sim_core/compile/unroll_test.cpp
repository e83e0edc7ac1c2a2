// What the compiler refuses of iterated and For Each subsystems, and how copies are called.
#include <gtest/gtest.h>

#include "tests/support/compiling.h"

namespace sim {

namespace {

struct Iterated {
  ModelBuilder m;
  Id sub = m.block("ports/subsystem", "s");
  Id in = m.block("ports/inport", "in", {}, sub);
  Id out = m.block("ports/outport", "out", {}, sub);
  Id source = m.block("sources/constant", "source", {{"value", "[1; 2; 3; 4]"}});
  Id scope = m.block("sinks/scope", "Scope");
  Iterated(const std::string& type, Parameters parameters = {}) {
    m.block(type, "Repeat", std::move(parameters), sub);
    m.connect(source, sub).connect(sub, scope);
  }
  Id inside(const std::string& type, const std::string& name, Parameters parameters = {}) {
    return m.block(type, name, std::move(parameters), sub);
  }
  // in -> a block -> out
  Iterated& through(const std::string& type, Parameters parameters = {}) {
    const Id block = inside(type, "Block", std::move(parameters));
    m.connect(in, block).connect(block, out);
    return *this;
  }
  std::string problem() { return problems(m.diagram); }
};

}  // namespace

TEST(Unroll, RepeatingBlocksBelongIntoASubsystemAndAloneThere) {
  for (const char* type : {"ports/for_iterator", "ports/while_iterator", "ports/for_each"}) {
    ModelBuilder m;
    m.block(type, "Repeat");
    expect_in(problems(m.diagram), {"Repeat", "is in none", "move it into a subsystem"});
    for (const char* other : {"ports/for_iterator", "ports/for_each", "ports/enable"}) {
      Iterated two(type);
      two.through("math/gain").inside(other, "Other");
      expect_in(two.problem(), {"another block says already", "put a further subsystem inside"});
    }
  }
}

TEST(Unroll, WhatLivesInContinuousTimeCannotBeIterated) {
  expect_in(Iterated("ports/for_iterator").through("continuous/integrator").problem(),
            {"s/Block", "continuous states inside a subsystem that is iterated", "use a discrete block"});
  expect_in(Iterated("ports/for_iterator").through("discrete/unit_delay", {{"SampleTime", "0.1"}}).problem(),
            {"s/Block", "a sample time of its own", "-1"});
  expect_in(Iterated("ports/for_iterator").through("continuous/transport_delay").problem(),
            {"Block", "the past of a signal", "Unit Delay"});
  Iterated scope("ports/for_iterator");
  scope.through("math/gain").m.connect(scope.in, scope.inside("sinks/scope", "Look"));
  expect_in(scope.problem(), {"s/Look", "several values at one instant", "Outport"});
}

TEST(Unroll, TheNumberOfPassesIsAWholeNumberWithinLimits) {
  for (const char* n : {"2.5", "-1", "0", "10001", "nan", "[1 2]", "'a'"})
    EXPECT_NE(Iterated("ports/for_iterator", {{"IterationLimit", n}}).through("math/gain").problem(), "")
        << n;
  expect_in(Iterated("ports/while_iterator", {{"MaxIters", "2.5"}}).through("math/gain").problem(),
            {"Maximum number of iterations", "whole number"});
}

TEST(Unroll, ThereAreOnlySoManyCopies) {
  ModelBuilder m;
  Id parent = no_id;
  for (const char* name : {"a", "b", "c"}) {
    const Id sub = m.block("ports/subsystem", name, {}, parent);
    m.block("ports/for_iterator", "For", {{"IterationLimit", "1000"}, {"ShowIterationPort", "off"}}, sub);
    parent = sub;
  }
  m.connect(m.block("sources/constant", "one", {{"value", "1"}}, parent),
            m.block("verification/assertion", "check", {}, parent));
  expect_in(problems(m.diagram), {"a/b/For", "the model would have", "100,000"});
}

TEST(Unroll, SignalsLeaveThroughOutports) {
  Iterated model("ports/for_iterator");
  model.through("math/gain")
      .m.connect(model.in, model.inside("routing/goto", "Goto", {{"TagVisibility", "global"}}));
  const Id from = model.m.block("routing/from", "From"), gain = model.m.block("math/gain", "gain");
  model.m.connect(from, gain).connect(gain, model.m.block("sinks/scope", "Look"));
  EXPECT_TRUE(compiled(model.m.diagram));  // the signal of the Inport comes from outside
  model.m.diagram.lines.erase(std::prev(model.m.diagram.lines.end(), 3));
  const Id inside = model.inside("math/gain", "inside");
  for (auto& [id, block] : model.m.diagram.blocks)
    if (block.name == "Goto") model.m.connect(model.in, inside).connect(inside, id);
  expect_in(model.problem(), {"gain", "s/inside", "lead the signal out through an Outport"});
}

TEST(Unroll, PiecesHaveToFit) {
  expect_in(Iterated("ports/for_each", {{"InputPartitionWidth", "3"}}).through("math/gain").problem(),
            {"s/in", "4 elements", "pieces of 3"});
  expect_in(Iterated("ports/for_each", {{"InputPartition", "0"}}).through("math/gain").problem(),
            {"no input of the subsystem is split", "Inport"});
  expect_in(Iterated("ports/for_each", {{"InputPartitionWidth", "1.5"}}).through("math/gain").problem(),
            {"whole numbers"});
  Iterated two("ports/for_each");
  two.through("math/gain");
  const Id second = two.inside("ports/inport", "second", {{"port", "2"}});
  two.m.connect(second, two.inside("verification/assertion", "check"));
  two.m.connect(two.m.block("sources/constant", "three", {{"value", "[1 2 3]"}}), 0, two.sub, 1);
  expect_in(two.problem(), {"s/second", "3 pieces", "4"});
}

TEST(Unroll, CopiesHavePathsOfTheirOwn) {
  const auto program = compiled(Iterated("ports/for_each").through("continuous/integrator").m.diagram);
  ASSERT_TRUE(program);
  ASSERT_EQ(program->state_count, 4);
  EXPECT_EQ(program->state_name(2), "s[3]/Block.x");
}

// A loop through two pieces is one only where the same element goes round.
TEST(Unroll, PiecesAreSortedOneByOne) {
  ModelBuilder m;
  const Id sub = m.block("ports/subsystem", "s");
  m.block("ports/for_each", "Each", {}, sub);
  const Id in = m.block("ports/inport", "in", {}, sub), out = m.block("ports/outport", "out", {}, sub);
  const Id gain = m.block("math/gain", "gain", {{"k", "2"}}, sub);
  const Id one = m.block("sources/constant", "one", {{"value", "1"}});
  const Id mux = m.block("routing/mux", "mux"), demux = m.block("routing/demux", "demux");
  m.connect(in, gain).connect(gain, out).connect(one, mux, 0).connect(mux, sub).connect(sub, demux);
  m.connect(demux, 0, mux, 1).connect(demux, 1, m.block("sinks/scope", "Scope"), 0);
  const auto program = compiled(m.diagram);
  ASSERT_TRUE(program);
  EXPECT_TRUE(program->loops.empty());
}

}  // namespace sim
