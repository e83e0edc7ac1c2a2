// For Each subsystems: one copy for each piece of what arrives.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/finished_run.h"

namespace sim {

namespace {
using Numbers = std::vector<double>;
}

namespace {

// x' = -a x with three elements, as a vector or with a For Each subsystem of one Integrator a piece.
RunOutcome decays(bool each) {
  ModelBuilder m;
  const Id rates = m.block("sources/constant", "rates", {{"value", "[-1; -20; -300]"}});
  const Id start = m.block("sources/constant", "start", {{"value", "[1; 2; 3]"}});
  const Id sub = m.block("ports/subsystem", "s");
  const Id a = m.block("ports/inport", "a", {}, sub),
           x0 = m.block("ports/inport", "x0", {{"port", "2"}}, sub);
  if (each) m.block("ports/for_each", "Each", {}, sub);
  const Id x = m.block("continuous/integrator", "x", {{"InitialConditionSource", "external"}}, sub);
  const Id product = m.block("math/product", "product", {{"operations", "2"}}, sub);
  const Id out = m.block("ports/outport", "out", {}, sub);
  m.connect(a, product, 0).connect(x, product, 1).connect(product, x, 0).connect(x0, x, 1).connect(x, out);
  const Id sum = m.block("user_defined/fcn", "sum", {{"expression", "[u(3); u(1); u(2)]"}});
  m.connect(rates, sub, 0)
      .connect(start, sub, 1)
      .connect(sub, sum)
      .connect(sum, m.block("sinks/scope", "Scope"));
  m.set("StopTime", "2");
  return finished_run(m);
}

}  // namespace

TEST(ForEach, IntegratorsForEachPieceAreTheVectorToTheLastBit) {
  const RunOutcome each = decays(true);
  EXPECT_EQ(difference(each, decays(false)), "");
  EXPECT_NEAR(each.column("sum[2]").back(), std::exp(-2.0), 1e-3);
}

// Columns and rows of a matrix go in and come out again; what is not split goes to all.
TEST(ForEach, SplitsAndJoinsMatrices) {
  for (const char* dimension : {"1", "2"}) {
    ModelBuilder m;
    const Id matrix = m.block("sources/constant", "A", {{"value", "[1 2 3 4; 5 6 7 8]"}});
    const Id offset = m.block("sources/constant", "offset", {{"value", "10"}});
    const Id sub = m.block("ports/subsystem", "s");
    const Id u = m.block("ports/inport", "u", {}, sub),
             o = m.block("ports/inport", "o", {{"port", "2"}}, sub);
    m.block("ports/for_each", "Each",
            {{"InputPartition", "[1 0]"},
             {"InputPartitionDimension", dimension},
             {"InputPartitionWidth", std::string(dimension) == "2" ? "2" : "1"},
             {"OutputConcatenationDimension", dimension}},
            sub);
    const Id add = m.block("math/sum", "add", {}, sub), out = m.block("ports/outport", "out", {}, sub);
    const Id y = m.block("user_defined/fcn", "y", {{"expression", "u"}});
    m.connect(u, add, 0).connect(o, add, 1).connect(add, out).connect(matrix, sub, 0).connect(offset, sub, 1);
    m.connect(sub, y).connect(y, m.block("sinks/scope", "Scope")).set("StopTime", "1");
    const RunOutcome run = finished_run(m);
    for (int row = 1; row <= 2; ++row)
      for (int column = 1; column <= 4; ++column)
        EXPECT_EQ(run.column("y[" + std::to_string(row) + "," + std::to_string(column) + "]").back(),
                  10 + (row - 1) * 4 + column)
            << dimension;
  }
}

// sum(1..n) for n = 1..4, by a For in each piece; held: the passes of one piece do not disturb another's.
TEST(ForEach, HoldsIteratedSubsystems) {
  for (const char* states : {"reset", "held"}) {
    ModelBuilder m;
    const Id n = m.block("sources/constant", "n", {{"value", "[1; 2; 3; 4]"}});
    const Id each = m.block("ports/subsystem", "each");
    m.block("ports/for_each", "Each", {}, each);
    const Id in = m.block("ports/inport", "u", {}, each), out = m.block("ports/outport", "y", {}, each);
    const Id loop = m.block("ports/subsystem", "loop", {}, each);
    const Id u = m.block("ports/inport", "u", {}, loop), y = m.block("ports/outport", "y", {}, loop);
    const Id index =
        m.block("ports/for_iterator", "For",
                {{"IterationSource", "external"}, {"IterationLimit", "4"}, {"ResetStates", states}}, loop);
    const Id last = m.block("discrete/unit_delay", "last", {}, loop),
             sum = m.block("math/sum", "sum", {}, loop);
    m.connect(u, index).connect(index, sum, 0).connect(last, sum, 1).connect(sum, last).connect(sum, y);
    m.connect(in, loop).connect(loop, out).connect(n, each);
    const Id all = m.block("user_defined/fcn", "all", {{"expression", "u"}});
    m.connect(each, all).connect(all, m.block("sinks/scope", "Scope"));
    m.set("StopTime", "2").set("Solver", "ode1").set("FixedStep", "1");
    const RunOutcome run = finished_run(m);
    for (int k = 1; k <= 4; ++k) {
      const double s = k * (k + 1) / 2.0;
      EXPECT_EQ(run.column("all[" + std::to_string(k) + "]"),
                std::string(states) == "held" ? (Numbers{s, 2 * s, 3 * s}) : Numbers(3, s));
    }
  }
}

// A For around a For Each: each piece counts the passes, from a start of its own.
TEST(ForEach, StandsInsideAnIteratedSubsystem) {
  ModelBuilder m;
  const Id sub = m.block("ports/subsystem", "s"), out = m.block("ports/outport", "out", {}, sub);
  m.block("ports/for_iterator", "For",
          {{"IterationLimit", "5"}, {"ShowIterationPort", "off"}, {"ResetStates", "reset"}}, sub);
  const Id steps = m.block("sources/constant", "steps", {{"value", "[1; 10; 100]"}}, sub);
  const Id each = m.block("ports/subsystem", "each", {}, sub);
  m.block("ports/for_each", "Each", {}, each);
  const Id in = m.block("ports/inport", "u", {}, each), y = m.block("ports/outport", "y", {}, each);
  const Id last = m.block("discrete/unit_delay", "last", {}, each);
  const Id sum = m.block("math/sum", "sum", {}, each);
  m.connect(steps, each).connect(in, sum, 0).connect(last, sum, 1).connect(sum, last).connect(sum, y);
  m.connect(each, out)
      .connect(sub, m.block("sinks/scope", "Scope"))
      .set("StopTime", "3")
      .set("Solver", "ode1")
      .set("FixedStep", "1");
  const RunOutcome run = finished_run(m);
  EXPECT_EQ(run.column("out[1]"), Numbers(4, 5));
  EXPECT_EQ(run.column("out[3]"), Numbers(4, 500));
}

TEST(ForEach, AScopeInsideShowsEveryCopy) {
  ModelBuilder m;
  const Id sub = m.block("ports/subsystem", "s");
  m.block("ports/for_each", "Each", {}, sub);
  const Id in = m.block("ports/inport", "in", {}, sub),
           twice = m.block("math/gain", "twice", {{"k", "2"}}, sub);
  m.connect(in, twice).connect(twice, m.block("sinks/scope", "Scope", {}, sub));
  m.connect(m.block("sources/constant", "u", {{"value", "[1; 2]"}}), sub).set("StopTime", "1");
  const RunOutcome run = finished_run(m);
  EXPECT_EQ(run.column("s[1]/twice").back(), 2);
  EXPECT_EQ(run.column("s[2]/twice").back(), 4);
}

}  // namespace sim
