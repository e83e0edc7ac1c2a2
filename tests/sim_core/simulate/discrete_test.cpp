// Models in discrete time against their recurrences, bit for bit.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/finished_run.h"

namespace sim {

TEST(Discrete, APopulationFollowsItsRecurrence) {
  ModelBuilder m;
  const Id x = m.block("discrete/unit_delay", "x", {{"InitialCondition", "0.2"}, {"SampleTime", "0.1"}});
  const Id f = m.block("user_defined/fcn", "f", {{"expression", "3.7*u*(1-u)"}});
  const Id scope = m.block("sinks/scope", "Scope");
  m.connect(x, f).connect(f, x).connect(x, scope).set("StopTime", "5");
  const RunOutcome rows = finished_run(m);
  double expected = 0.2;
  for (int k = 0; k <= 50; ++k) {
    EXPECT_EQ(value_at(rows, "x", 0.1 * k + 0.01), expected) << k;
    EXPECT_EQ(value_at(rows, "x", 0.1 * k + 0.09), expected) << k;
    expected = 3.7 * expected * (1 - expected);
  }
}

TEST(Discrete, AHoldFollowsItsInputAtHitsOnly) {
  ModelBuilder m;
  const Id clock = m.block("sources/clock", "t");
  const Id hold = m.block("discrete/zero_order_hold", "h", {{"SampleTime", "[0.5, 0.2]"}});
  const Id integral = m.block("continuous/integrator", "s");
  const Id scope = m.block("sinks/scope", "Scope");
  m.connect(clock, hold).connect(hold, integral).connect(integral, scope).set("StopTime", "2");
  const RunOutcome rows = finished_run(m);
  // 0 to 0.2 at t(0), then 0.2, 0.7, 1.2, 1.7 for half a second each, the last for 0.3 s.
  EXPECT_NEAR(rows.column("s").back(), 0.5 * (0.2 + 0.7 + 1.2) + 0.3 * 1.7, 1e-14);
}

TEST(Discrete, ASlowRateReadsTheFastOneAtTheSameInstant) {
  ModelBuilder m;
  const Id count = m.block("discrete/unit_delay", "n", {{"SampleTime", "0.1"}});
  const Id next = m.block("user_defined/fcn", "f", {{"expression", "u+1"}});
  const Id slow = m.block("discrete/zero_order_hold", "slow", {{"SampleTime", "0.3"}});
  const Id delayed = m.block("discrete/unit_delay", "d", {{"SampleTime", "0.3"}, {"InitialCondition", "-1"}});
  const Id scope = m.block("sinks/scope", "Scope");
  const Id mux = m.block("routing/mux", "m", {{"inputs", "3"}});
  m.connect(count, next).connect(next, count).connect(count, slow).connect(count, delayed);
  m.connect(count, 0, mux, 0).connect(slow, 0, mux, 1).connect(delayed, 0, mux, 2).connect(mux, scope);
  m.set("StopTime", "3");
  const RunOutcome rows = finished_run(m);
  for (int k = 0; k <= 30; ++k) {
    const double t = 0.1 * k + 0.01;
    EXPECT_EQ(value_at(rows, "n", t), k);
    EXPECT_EQ(value_at(rows, "slow", t), k - k % 3);
    EXPECT_EQ(value_at(rows, "d", t), k < 3 ? -1 : k - k % 3 - 3);
  }
}

TEST(Discrete, AMemoryIsOneMajorStepBehind) {
  ModelBuilder m;
  const Id clock = m.block("sources/clock", "t");
  const Id memory = m.block("discrete/memory", "before", {{"X0", "-1"}});
  const Id mux = m.block("routing/mux", "m");
  const Id scope = m.block("sinks/scope", "Scope");
  m.connect(clock, memory).connect(clock, 0, mux, 0).connect(memory, 0, mux, 1).connect(mux, scope);
  m.set("StopTime", "1").set("MaxStep", "0.1");
  const RunOutcome rows = finished_run(m);
  EXPECT_EQ(rows.column("before")[0], -1);
  for (std::size_t r = 1; r < rows.column("time").size(); ++r)
    EXPECT_EQ(rows.column("before")[r], rows.column("t")[r - 1]);
}

}  // namespace sim
