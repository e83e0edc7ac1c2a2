#include "sim_core/operating_points/point_transfer.h"

#include <gtest/gtest.h>

#include "sim_core/blocks/standard_library.h"
#include "sim_core/model_run/model_run.h"
#include "sim_core/model_run/open_inputs.h"
#include "sim_core/operating_points/operating_point_entries.h"
#include "sim_core/operating_points/operating_point_file.h"
#include "tests/support/model_builder.h"

namespace sim {

namespace {

const BlockLibrary& all_blocks() {
  static const BlockLibrary all = standard_library();
  return all;
}

// x' = u and a sampled delay of x, into scopes; and z' = 1.
struct Ramps {
  ModelBuilder m;
  Id u = m.block("ports/inport", "u"), x = m.block("continuous/integrator", "x", {{"x0", "3"}}),
     one = m.block("sources/constant", "one"), z = m.block("continuous/integrator", "z", {{"x0", "7"}}),
     delay = m.block("discrete/unit_delay", "delay", {{"SampleTime", "0.5"}});
  Ramps() {
    m.connect(u, x).connect(one, z).connect(x, delay);
    m.connect(x, m.block("sinks/scope", "Scope")).connect(delay, m.block("sinks/scope", "Held"));
    m.set("StopTime", "2");
  }
};

std::unique_ptr<ModelRun> run_of(const Diagram& diagram) {
  auto run = ModelRun::prepare(diagram, all_blocks());
  EXPECT_TRUE(run) << (run ? "" : to_text(run.error()));
  return *std::move(run);
}

}  // namespace

TEST(PointTransfer, FindsStatesAndSlotsByBlockAndName) {
  const Ramps ramps;
  Diagram without = ramps.m.diagram;
  std::erase_if(without.lines, [&](const auto& line) { return line.second.target->block == ramps.z; });
  without.blocks.erase(ramps.z);
  const auto small = run_of(without), large = run_of(ramps.m.diagram);
  ASSERT_EQ(small->program().state_count, 1);
  ASSERT_EQ(large->program().state_count, 2);
  const OperatingPoint beginning = *large->initial_point();
  OperatingPoint point = *small->initial_point();
  point.states[0] = 42, point.time = 1, point.inputs["u"] = 5;
  std::fill(point.discrete.begin(), point.discrete.end(), 8.0);
  const auto there = transfer_point(point, small->program(), beginning, large->program());
  ASSERT_TRUE(there) << to_text(there.error());
  EXPECT_EQ(there->time, 1);
  EXPECT_EQ(there->inputs.at("u"), 5);
  for (const PointEntry& entry : operating_point_entries(*there, large->program())) {
    if (entry.block == "x") {
      EXPECT_EQ(entry.value, 42);
    }
    if (entry.block == "z") {
      EXPECT_EQ(entry.value, 7);
    }
    if (entry.block == "delay" && entry.kind == PointEntry::Kind::Slot) {
      EXPECT_EQ(entry.value, 8);
    }
  }
  // And back, where z is left out again.
  const auto back = transfer_point(*there, large->program(), *small->initial_point(), small->program());
  ASSERT_TRUE(back);
  EXPECT_EQ(back->states, point.states);
  EXPECT_EQ(back->discrete, point.discrete);
  large->start_from(*there);
  EXPECT_EQ(large->execute().end, RunEnd::Finished);
}

TEST(PointTransfer, LeavesPointsOfTheSameProgramAsTheyAre) {
  const Ramps ramps;
  const auto first = run_of(ramps.m.diagram), second = run_of(ramps.m.diagram);
  first->execute();
  const OperatingPoint point = *first->operating_point();
  const auto there = transfer_point(point, first->program(), *second->initial_point(), second->program());
  ASSERT_TRUE(there);
  EXPECT_EQ(write_operating_point(*there, second->program()), write_operating_point(point, first->program()));
}

TEST(PointInputs, AreWrittenReadAndHeldByRuns) {
  const Ramps ramps;
  const auto plain = run_of(ramps.m.diagram);
  OperatingPoint point = *plain->initial_point();
  point.inputs["u"] = 0.1;
  const std::string text = write_operating_point(point, plain->program());
  const auto inputs = read_point_inputs(text);
  ASSERT_TRUE(inputs);
  EXPECT_EQ(*inputs, point.inputs);
  const auto run = run_of(with_held_inputs(ramps.m.diagram, *inputs));
  auto read = read_operating_point(text, run->program());
  ASSERT_TRUE(read) << to_text(read.error());
  run->start_from(*read);
  ASSERT_EQ(run->execute().end, RunEnd::Finished);
  EXPECT_NEAR(run->operating_point()->states[0], 3.2, 1e-12);
  EXPECT_EQ(run->operating_point()->inputs, point.inputs);
  for (const char* wrong :
       {"{\"inputs\": [1]}", "{\"inputs\": {\"u\": \"inf\"}}", "{\"inputs\": {\"u\": {}}}"})
    EXPECT_FALSE(read_point_inputs(wrong)) << wrong;
  EXPECT_TRUE(read_point_inputs("{}"));
}

TEST(PointInputs, AreEntriesThatCanBeWrittenIntoTheirInports) {
  const Ramps ramps;
  const auto run = run_of(ramps.m.diagram);
  OperatingPoint point = *run->initial_point();
  point.inputs["u"] = 0.1;
  auto entries = operating_point_entries(point, run->program());
  ASSERT_EQ(entries.back().kind, PointEntry::Kind::Input);
  EXPECT_TRUE(entries.back().editable());
  set_entry(point, entries.back(), 0.25);
  EXPECT_EQ(point.inputs.at("u"), 0.25);
  entries = operating_point_entries(point, run->program());
  EXPECT_NE(operating_point_csv(entries).find("u,input,,0.25,,input"), std::string::npos);
  const InitialValues values =
      initial_values(ramps.m.diagram, all_blocks(), run->program(), entries, {entries.size() - 1});
  EXPECT_EQ(values.written, std::vector<std::string>{"u"});
  Diagram changed = ramps.m.diagram;
  apply(changed, values.edit);
  EXPECT_EQ(changed.blocks.at(ramps.u).parameters.at("ModelInput"), "0.25");
}

}  // namespace sim
