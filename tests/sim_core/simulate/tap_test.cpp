// Signals that are recorded beside the log because somebody asks for them during a run.
#include "sim_core/simulate/tap.h"

#include <gtest/gtest.h>

#include <cmath>
#include <thread>

#include "sim_core/blocks/standard_library.h"
#include "sim_core/model_run/model_run.h"
#include "tests/support/model_builder.h"

namespace sim {

namespace {

// x' = v, v' = -k x from (1, 0): x = cos(sqrt(k) t). Only x is recorded; a loop of its own depends on it.
struct Oscillator {
  ModelBuilder m;
  Id x = m.block("continuous/integrator", "x", {{"x0", "1"}}), v = m.block("continuous/integrator", "v"),
     spring = m.block("math/gain", "spring", {{"k", "-1"}}),
     parts = m.block("math/gain", "parts", {{"k", "[1; 2; 3; 4; 5; 6]"}}),
     loop = m.block("user_defined/fcn", "loop", {{"expression", "0.5*cos(u) + 0.1*sin(3*u)"}}),
     sum = m.block("math/sum", "sum"),
     held = m.block("discrete/zero_order_hold", "held", {{"SampleTime", "0.5"}});
  Oscillator() {
    m.connect(v, x).connect(x, spring).connect(spring, v).connect(x, parts).connect(x, held);
    m.connect(x, sum, 0).connect(loop, sum, 1).connect(sum, loop);
    for (Id id : {parts, sum, held})
      m.connect(id, m.block("continuous/integrator", "user" + std::to_string(to_number(id))));
    m.connect(x, m.block("sinks/scope", "Scope")).set("StopTime", "10").set("RelTol", "1e-8");
  }
  std::unique_ptr<ModelRun> run() {
    static const BlockLibrary library = standard_library();
    auto prepared = ModelRun::prepare(m.diagram, library);
    if (prepared) return *std::move(prepared);
    ADD_FAILURE() << to_text(prepared.error());
    return nullptr;
  }
};

int index_of(const Program& program, Id id) {
  for (std::size_t k = 0; k < program.watched.size(); ++k)
    if (program.blocks[static_cast<std::size_t>(program.watched[k].block)].id == id)
      return static_cast<int>(k);
  ADD_FAILURE() << "cannot be looked at";
  return 0;
}

std::shared_ptr<Tap> tap_of(const ModelRun& run, const std::vector<Id>& blocks) {
  std::vector<int> outputs;
  for (const Id id : blocks) outputs.push_back(index_of(run.program(), id));
  return std::make_shared<Tap>(run.program(), outputs);
}

void wait_for_pause(ModelRun& run) {
  for (int k = 0; k < 10000 && !run.control().paused(); ++k)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  ASSERT_TRUE(run.control().paused());
}

void expect_same(const SignalLog& a, const SignalLog& b) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t row = 0; row < a.size(); ++row) {
    ASSERT_EQ(a.time(row), b.time(row));
    for (int column = 0; column < a.column_count(); ++column)
      ASSERT_EQ(a.value(column, row), b.value(column, row)) << "row " << row;
  }
}

}  // namespace

TEST(Tap, RecordsWholeSignalsWhereverTheLogHasARow) {
  Oscillator o;
  o.m.set("Refine", "3");
  const auto run = o.run();
  const auto tap = tap_of(*run, {o.parts, o.v, o.held});
  run->control().set_taps({tap});
  ASSERT_EQ(run->execute().end, RunEnd::Finished);
  const SignalLog& log = tap->log();
  ASSERT_EQ(log.column_count(), 8);
  EXPECT_EQ(log.column_names()[2], "parts[3]");
  EXPECT_EQ(log.column_names()[6], "v");
  ASSERT_EQ(log.size(), run->log().size());
  for (std::size_t row = 0; row < log.size(); ++row) {
    const double t = log.time(row);
    ASSERT_EQ(t, run->log().time(row));
    for (int k = 0; k < 6; ++k) EXPECT_NEAR(log.value(k, row), (k + 1) * std::cos(t), 1e-5);
    EXPECT_NEAR(log.value(tap->first(1), row), -std::sin(t), 1e-6);
  }
  EXPECT_NEAR(log.value(tap->first(2), log.size() - 1), std::cos(10.0), 1e-6);
  const Program& p = run->program();
  EXPECT_FALSE(p.watched[static_cast<std::size_t>(index_of(p, o.v))].held);
}

TEST(Tap, ChangesNoDigitOfTheRun) {
  for (const char* solver : {"ode45", "ode15s", "ode3"}) {
    Oscillator o;
    o.m.set("Solver", solver).set("FixedStep", "0.01").set("RelTol", "1e-4");
    const auto plain = o.run(), tapped = o.run();
    tapped->control().set_taps({tap_of(*tapped, {o.loop, o.parts}), tap_of(*tapped, {o.spring})});
    plain->execute();
    tapped->execute();
    expect_same(plain->log(), tapped->log());
  }
}

TEST(Tap, BeginsWhereTheRunIsAndGoesBackWithIt) {
  Oscillator o;
  o.m.set("MaxStep", "0.1").set("Refine", "1");
  const auto run = o.run();
  run->control().keep_points(20, 1);
  run->control().set_pause_conditions({{1, PauseCondition::Kind::Time, 0, -1, Relation::Above, 3.0}});
  std::thread thread([&] { run->execute(); });
  wait_for_pause(*run);
  const auto tap = tap_of(*run, {o.v});
  run->control().set_taps({tap});
  const double begun = run->control().progress().time;
  const std::uint64_t steps = run->control().progress().steps + 5;
  run->control().step_forward(5);
  for (int k = 0; k < 10000 && run->control().progress().steps < steps; ++k)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  wait_for_pause(*run);
  EXPECT_EQ(tap->log().time(0), begun);
  EXPECT_EQ(tap->log().size(), 6u);
  run->control().step_back();
  while (run->control().stepping_back()) std::this_thread::yield();
  EXPECT_EQ(tap->log().size(), 5u);
  EXPECT_EQ(tap->log().time(4), run->control().progress().time);
  run->control().resume();
  thread.join();
  const SignalLog& log = tap->log();
  for (std::size_t row = 0; row < log.size(); ++row) {
    EXPECT_NEAR(log.value(0, row), -std::sin(log.time(row)), 1e-6);
    if (row > 0) {
      EXPECT_GT(log.time(row), log.time(row - 1));
    }
  }
  EXPECT_EQ(log.time(log.size() - 1), 10);
}

// What a parameter drives follows it at once.
TEST(Tap, GoesOnWithOtherParameters) {
  static const BlockLibrary library = standard_library();
  ModelBuilder m;
  const Id slope = m.block("sources/constant", "slope", {{"value", "1"}}),
           twice = m.block("math/gain", "twice", {{"k", "2"}}), x = m.block("continuous/integrator", "x");
  m.connect(slope, twice).connect(twice, x).connect(x, m.block("sinks/scope", "Scope"));
  m.set("StopTime", "4").set("MaxStep", "0.25");
  auto run = *ModelRun::prepare(m.diagram, library);
  const auto tap = tap_of(*run, {twice});
  run->control().set_taps({tap});
  run->control().set_pause_conditions({{1, PauseCondition::Kind::Time, 0, -1, Relation::Above, 2.0}});
  std::thread thread([&] { run->execute(); });
  wait_for_pause(*run);
  Diagram now = m.diagram;
  now.blocks.at(slope).parameters["value"] = "5";
  const double changed = run->control().progress().time;
  EXPECT_EQ(run->tune(m.diagram, now, library).changes.size(), 1u);
  run->control().resume();
  thread.join();
  const SignalLog& log = tap->log();
  EXPECT_EQ(log.value(0, 0), 2);
  EXPECT_EQ(log.value(0, log.size() - 1), 10);
  EXPECT_NEAR(run->log().value(0, run->log().size() - 1), 2 * changed + 10 * (4 - changed), 1e-12);
}

TEST(Tap, ARunThatIsOverCanBeRepeatedForOne) {
  Oscillator o;
  const auto first = o.run();
  first->execute();
  const auto second = first->again();
  const auto tap = tap_of(*second, {o.v});
  second->control().set_taps({tap});
  ASSERT_EQ(second->execute().end, RunEnd::Finished);
  expect_same(first->log(), second->log());
  EXPECT_EQ(tap->log().size(), first->log().size());
}

TEST(Tap, ARepetitionEndsWhereTheRunWasStopped) {
  Oscillator o;
  const auto run = o.run();
  run->control().end_behind(4);
  EXPECT_EQ(run->execute().end, RunEnd::Stopped);
  const double end = run->log().time(run->log().size() - 1);
  EXPECT_GE(end, 4);
  EXPECT_LT(end, 5);
  const auto whole = o.run();
  whole->execute();
  for (std::size_t row = 0; row < run->log().size(); ++row)
    ASSERT_EQ(run->log().value(0, row), whole->log().value(0, row));
}

// A gain that drives nothing, and a comparison that does not either: its crossings are those of a signal that
// is recorded.
TEST(Tap, WhatIsLookedAtIsComputedAlthoughNobodyNeedsIt) {
  static const BlockLibrary library = standard_library();
  Oscillator o;
  const Id idle = o.m.block("math/gain", "idle", {{"k", "3"}}),
           above = o.m.block("logic/compare_to_constant", "above", {{"relop", ">"}, {"const", "0"}});
  o.m.connect(o.v, idle).connect(idle, o.m.block("sinks/terminator", "end"));
  o.m.connect(o.x, above).connect(above, o.m.block("sinks/terminator", "end of above"));
  const std::vector<PortRef> looked_at{{idle, 0}};
  const auto computed = [](const ModelRun& run, Id id) {
    return std::ranges::any_of(run.program().watched, [&](const WatchedSignal& s) {
      return run.program().blocks[static_cast<std::size_t>(s.block)].id == id;
    });
  };
  const auto plain = o.run();
  plain->execute();
  ASSERT_FALSE(computed(*plain, idle));
  const auto looking = *ModelRun::prepare(o.m.diagram, library, looked_at);
  const auto tap = tap_of(*looking, {idle});
  looking->control().set_taps({tap});
  looking->execute();
  expect_same(plain->log(), looking->log());
  for (std::size_t row = 0; row < tap->log().size(); ++row)
    ASSERT_NEAR(tap->log().value(0, row), -3 * std::sin(tap->log().time(row)), 1e-5);
  // A run that is over is made again for it.
  const auto again = *plain->again(o.m.diagram, library, std::vector<PortRef>{{above, 0}});
  const auto truth = tap_of(*again, {above});
  again->control().set_taps({truth});
  ASSERT_EQ(again->execute().end, RunEnd::Finished);
  EXPECT_TRUE(again->was_compiled());
  EXPECT_EQ(truth->log().value(0, 0), 1);
  EXPECT_GT(again->log().size(), plain->log().size());  // it locates the comparison's crossings
}

TEST(Tap, LookingAtOtherSignalsCompilesOnlyWhereItMust) {
  static const BlockLibrary library = standard_library();
  Oscillator o;
  const Id idle = o.m.block("math/gain", "idle");
  o.m.connect(o.v, idle).connect(idle, o.m.block("sinks/terminator", "end"));
  const auto prepare = [&](const ModelRun& earlier, std::vector<PortRef> looked_at) {
    return *ModelRun::prepare(o.m.diagram, library, earlier, o.m.diagram, looked_at);
  };
  const auto plain = o.run();
  EXPECT_FALSE(prepare(*plain, {})->was_compiled());
  EXPECT_FALSE(prepare(*plain, {{o.spring, 0}, {o.v, 0}})->was_compiled());
  const auto looking = prepare(*plain, {{idle, 0}});
  EXPECT_TRUE(looking->was_compiled());
  EXPECT_FALSE(prepare(*looking, {{idle, 0}, {o.v, 0}})->was_compiled());
  EXPECT_TRUE(prepare(*looking, {{o.v, 0}})->was_compiled());  // without it, for the same digits
}

// A block that cannot be computed where it is keeps no model from running.
TEST(Tap, WhatCannotBeComputedIsLeftOut) {
  static const BlockLibrary library = standard_library();
  ModelBuilder m;
  const Id clock = m.block("sources/clock", "Clock"), a = m.block("math/gain", "a"),
           b = m.block("math/gain", "b", {{"k", "2"}});
  m.connect(clock, m.block("sinks/scope", "Scope")).connect(a, b).connect(b, a);
  m.set("AlgebraicLoopMsg", "error");
  const std::vector<PortRef> looked_at{{a, 0}};
  auto run = ModelRun::prepare(m.diagram, library, looked_at);
  ASSERT_TRUE(run);
  EXPECT_EQ((*run)->execute().end, RunEnd::Finished);
  EXPECT_FALSE((*ModelRun::prepare(m.diagram, library, **run, m.diagram, looked_at))->was_compiled());
}

}  // namespace sim
