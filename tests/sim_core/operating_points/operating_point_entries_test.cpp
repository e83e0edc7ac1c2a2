// Operating points as lists of numbers with names.
#include "sim_core/operating_points/operating_point_entries.h"

#include <gtest/gtest.h>

#include <cmath>
#include <thread>

#include "sim_core/blocks/standard_library.h"
#include "sim_core/model_run/model_run.h"
#include "tests/support/model_builder.h"

namespace sim {
namespace {

const BlockLibrary& library() {
  static const BlockLibrary all = standard_library();
  return all;
}

// x' = -x from [1 2], and a counter that is held.
ModelBuilder decay() {
  ModelBuilder m;
  const Id x = m.block("continuous/integrator", "x", {{"x0", "[1 2]"}}),
           back = m.block("math/gain", "back", {{"k", "-1"}}), one = m.block("sources/constant", "one"),
           delay = m.block("discrete/unit_delay", "Delay, held", {{"SampleTime", "0.5"}});
  m.connect(x, back).connect(back, x).connect(one, delay);
  m.connect(x, m.block("sinks/scope", "Scope")).connect(delay, m.block("sinks/scope", "Other"));
  return m.set("StopTime", "1");
}

std::unique_ptr<ModelRun> prepared(const Diagram& diagram) {
  auto run = ModelRun::prepare(diagram, library());
  EXPECT_TRUE(run) << (run ? "" : to_text(run.error()));
  return run ? *std::move(run) : nullptr;
}

TEST(OperatingPointEntries, NameEveryNumber) {
  const auto run = prepared(decay().diagram);
  ASSERT_EQ(run->execute().end, RunEnd::Finished);
  const auto entries = operating_point_entries(*run->operating_point(), run->program());
  ASSERT_GE(entries.size(), 3u);
  EXPECT_EQ(entries[0].block, "x");
  EXPECT_EQ(entries[1].element, 1);
  EXPECT_NEAR(entries[1].value, 2 * std::exp(-1), 1e-2);
  const auto slot = std::find_if(entries.begin(), entries.end(),
                                 [](const PointEntry& e) { return e.kind == PointEntry::Kind::Slot; });
  ASSERT_NE(slot, entries.end());
  EXPECT_EQ(slot->block, "Delay, held");
  const std::string csv = operating_point_csv(entries);
  EXPECT_NE(csv.find("\nx,x,2,"), std::string::npos) << csv;
  EXPECT_NE(csv.find("\"Delay, held\""), std::string::npos) << csv;
}

TEST(OperatingPointEntries, TheInitialPointIsWhereRunsBegin) {
  const auto run = prepared(decay().set("StartTime", "0.25").diagram);
  const auto point = run->initial_point();
  ASSERT_TRUE(point);
  EXPECT_EQ(point->time, 0.25);
  EXPECT_EQ(point->states, (std::vector<double>{1, 2}));
}

TEST(OperatingPointEntries, ARunStartsFromEditedValues) {
  const Diagram model = decay().set("Solver", "ode15s").set("RelTol", "1e-8").diagram;
  const auto first = prepared(model);
  OperatingPoint point = *first->initial_point();
  auto entries = operating_point_entries(point, first->program());
  set_entry(point, entries[0], 5);
  EXPECT_TRUE(point.solver.empty());
  const auto second = prepared(model);
  second->start_from(point);
  ASSERT_EQ(second->execute().end, RunEnd::Finished);
  EXPECT_NEAR(second->operating_point()->states[0], 5 * std::exp(-1), 1e-6);
}

TEST(OperatingPointEntries, APausedRunTellsWhereItIs) {
  const auto run =
      prepared(decay().set("StopTime", "1e9").set("MaxStep", "0.1").set("Decimation", "100000").diagram);
  EXPECT_FALSE(run->operating_point());
  std::thread thread([&] { run->execute(); });
  run->control().request_pause();
  while (!run->control().paused()) std::this_thread::yield();
  const auto point = run->operating_point();
  EXPECT_TRUE(point);
  EXPECT_EQ(point ? point->time : -1, run->control().progress().time);
  run->control().request_stop();
  run->control().resume();
  thread.join();
}

TEST(OperatingPointEntries, ValuesBecomeInitialConditions) {
  const Diagram model = decay().diagram;
  const auto run = prepared(model);
  run->execute();
  const auto entries = operating_point_entries(*run->operating_point(), run->program());
  std::vector<std::size_t> all(entries.size());
  for (std::size_t k = 0; k < all.size(); ++k) all[k] = k;
  const InitialValues values = initial_values(model, library(), run->program(), entries, {1});
  ASSERT_EQ(values.written, (std::vector<std::string>{"x"}));
  EXPECT_TRUE(values.left_out.empty());
  Diagram changed = model;
  apply(changed, values.edit);
  const auto again = prepared(changed);
  ASSERT_TRUE(again);
  EXPECT_EQ(again->initial_point()->states, run->operating_point()->states);
  apply(changed, initial_values(model, library(), run->program(), entries, all).edit);
  EXPECT_EQ(prepared(changed)->initial_point()->discrete, run->operating_point()->discrete);
}

}  // namespace
}  // namespace sim
