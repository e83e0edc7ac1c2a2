// Data stores: who reads what, by priorities and samples.
#include "tests/sim_core/blocks/one_block.h"

namespace sim {

namespace {

struct StoreModel {
  ModelBuilder m;
  Id scope;
  int shown = 0;

  explicit StoreModel(int readers, const std::string& initial = "0") {
    m.set("StopTime", "1").set("MaxStep", "0.02");
    m.block("routing/data_store_memory", "Memory", {{"InitialValue", initial}});
    scope = m.block("sinks/scope", "Scope", {{"inputs", std::to_string(readers)}});
  }
  Id write(const std::string& name, Id source, std::optional<int> priority = {}, Id parent = no_id) {
    const Id block = m.block("routing/data_store_write", name, {}, parent);
    m.diagram.blocks[block].priority = priority;
    m.connect(source, block);
    return block;
  }
  Id read(const std::string& name, std::optional<int> priority = {}, const std::string& sample_time = "-1") {
    const Id block = m.block("routing/data_store_read", name, {{"SampleTime", sample_time}});
    m.diagram.blocks[block].priority = priority;
    m.connect(block, scope, shown++);
    return block;
  }
};

// The value between two samples.
double value_within(const RunOutcome& run, const std::string& name, double at) {
  const std::vector<double> t = run.times(), y = run.column(name);
  for (std::size_t k = 1; k < t.size(); ++k)
    if (t[k] >= at) return y[k - 1];
  return y.empty() ? std::nan("") : y.back();
}

}  // namespace

TEST(DataStores, AReaderGetsWhatWasWrittenInTheStepBefore) {
  StoreModel s(2, "5");
  const Id read = s.read("Read", {}, "0.1"), next = s.m.block("math/bias", "Next", {{"Bias", "1"}});
  s.m.connect(read, next);
  s.write("Write", next);
  s.read("Later", 3);
  const RunOutcome run = run_diagram(s.m.diagram);
  ASSERT_EQ(run.end, RunEnd::Finished) << run.messages();
  for (int k = 0; k < 10; ++k) EXPECT_EQ(value_within(run, "Read", 0.1 * k + 0.05), 5 + k) << k;
  for (int k = 0; k < 10; ++k) EXPECT_EQ(value_within(run, "Later", 0.1 * k + 0.05), 6 + k) << k;
}

TEST(DataStores, WritersOfSeveralRatesFollowTheirPriorities) {
  for (bool swapped : {false, true}) {
    StoreModel s(2);
    const Id fast = s.m.block("sources/digital_clock", "Fast", {{"SampleTime", "0.1"}}),
             slow = s.m.block("sources/digital_clock", "Slow", {{"SampleTime", "0.25"}}),
             negative = s.m.block("math/gain", "Negative", {{"k", "-1"}});
    s.m.connect(slow, negative);
    s.write("First", fast, swapped ? 2 : 1);
    s.write("Second", negative, swapped ? 1 : 2);
    s.read("Before");
    s.read("Behind", 10, "0.05");
    const RunOutcome run = run_diagram(s.m.diagram);
    ASSERT_EQ(run.end, RunEnd::Finished) << run.messages();
    EXPECT_NEAR(value_within(run, "Behind", 0.27), -0.25, 1e-15);
    EXPECT_NEAR(value_within(run, "Behind", 0.33), 0.3, 1e-15);
    EXPECT_NEAR(value_within(run, "Before", 0.28), -0.25, 1e-12);  // behind the row at 0.27
    EXPECT_NEAR(value_within(run, "Before", 0.33), 0.3, 1e-12);
    EXPECT_NEAR(value_within(run, "Behind", 0.52), swapped ? 0.5 : -0.5, 1e-15);
  }
}

TEST(DataStores, AWriterInASubsystemThatIsNotExecutedWritesNothing) {
  StoreModel s(1, "[7; 8]");
  ModelBuilder& m = s.m;
  const Id clock = m.block("sources/clock", "Clock"),
           on = m.block("user_defined/fcn", "On", {{"expression", "(u > 0.3) & (u < 0.6)"}}),
           both = m.block("user_defined/fcn", "Both", {{"expression", "[u; 2*u]"}}),
           subsystem = m.block("ports/subsystem", "Sub"),
           in = m.block("ports/inport", "In", {{"port", "1"}}, subsystem);
  m.block("ports/enable", "Enable", {}, subsystem);
  m.connect(clock, on).connect(clock, both).connect(both, 0, subsystem, 0).connect(on, 0, subsystem, 1);
  s.write("Write", in, {}, subsystem);
  s.read("Read");
  const RunOutcome run = run_diagram(m.diagram);
  ASSERT_EQ(run.end, RunEnd::Finished) << run.messages();
  EXPECT_EQ(value_within(run, "Read[2]", 0.25), 8);
  EXPECT_NEAR(value_within(run, "Read[1]", 0.45), 0.45, 0.05);
  EXPECT_NEAR(value_within(run, "Read[1]", 0.9), 0.6, 0.025);
  EXPECT_NEAR(value_within(run, "Read[2]", 0.9), 1.2, 0.05);
}

TEST(DataStores, WhatIsAmbiguousOrMissingIsRefused) {
  const auto problem = [](auto change) {
    StoreModel s(1);
    const Id clock = s.m.block("sources/digital_clock", "Clock");
    s.read("Read", 4);
    change(s, clock);
    const RunOutcome run = run_diagram(s.m.diagram);
    EXPECT_FALSE(run.prepared);
    return run.messages();
  };
  EXPECT_NE(problem([](StoreModel& s, Id clock) {
              s.write("A", clock);
              s.write("B", clock, 2);
            }).find("priority"),
            std::string::npos);
  EXPECT_NE(problem([](StoreModel& s, Id clock) {
              s.write("A", clock, 2);
              s.write("B", clock, 2);
            }).find("same priority"),
            std::string::npos);
  EXPECT_NE(problem([](StoreModel& s, Id clock) { s.write("A", clock, 4); }).find("same priority"),
            std::string::npos);
  EXPECT_NE(problem([](StoreModel& s, Id clock) {
              s.m.diagram.blocks[s.write("A", clock)].parameters["DataStoreName"] = "a";
            }).find("did you mean A"),
            std::string::npos);
  EXPECT_NE(problem([](StoreModel& s, Id) {
              s.m.block("routing/data_store_memory", "Again");
            }).find("another data store"),
            std::string::npos);
}

}  // namespace sim
