// Each finding with a model that shows it, and models that show none.
#include "sim_core/reports/run_findings.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "sim_core/base/text.h"
#include "sim_core/reports/statistics_json.h"
#include "tests/support/finished_run.h"

namespace sim {
namespace {

using Kind = RunFinding::Kind;

// The number that a text begins with.
double number_at(const std::string& text) {
  return parse_number(text.substr(0, text.find_first_not_of("0123456789.e+-"))).value_or(-1);
}

const RunFinding* find(const std::vector<RunFinding>& all, Kind kind) {
  const auto at = std::find_if(all.begin(), all.end(), [&](const RunFinding& f) { return f.kind == kind; });
  return at == all.end() ? nullptr : &*at;
}

std::string texts(const std::vector<RunFinding>& all) {
  std::string text;
  for (const RunFinding& f : all) text += f.message + " (" + f.remedy + ")\n";
  return text;
}

// x' = rate (sin t - x), and a slow state beside it.
ModelBuilder follower(const std::string& rate) {
  ModelBuilder m;
  const Id sine = m.block("sources/sine_wave", "Sine"), x = m.block("continuous/integrator", "Fast"),
           gain = m.block("math/gain", "Gain", {{"k", rate}}),
           error = m.block("math/sum", "Error", {{"signs", "+-"}}),
           slow = m.block("continuous/integrator", "Slow");
  m.connect(sine, error, 0).connect(x, error, 1).connect(error, gain).connect(gain, x).connect(sine, slow);
  m.connect(x, m.block("sinks/scope", "Scope"));
  return m.set("Profile", "on");
}

// A relay in a loop around an integrator, which switches every 4 `width` seconds.
ModelBuilder chatter(const std::string& width) {
  ModelBuilder m;
  const Id x = m.block("continuous/integrator", "x"), back = m.block("math/gain", "back", {{"k", "-1"}}),
           relay = m.block("discontinuities/relay", "Relay",
                           {{"OnSwitchValue", width},
                            {"OffSwitchValue", "-" + width},
                            {"OnOutputValue", "1"},
                            {"OffOutputValue", "-1"}});
  m.connect(x, relay).connect(relay, back).connect(back, x);
  return m.set("Profile", "on").set("StopTime", "1");
}

TEST(RunFindings, StabilityLimitsTheStepsOfAnExplicitMethod) {
  const RunOutcome run = finished_run(follower("1000"));
  const auto found = find_costs(run.statistics);
  const RunFinding* stiff = find(found, Kind::Stiff);
  ASSERT_NE(stiff, nullptr) << texts(found);
  EXPECT_EQ(stiff->place, "Fast");
  EXPECT_NE(stiff->message.find("0.001 s"), std::string::npos) << stiff->message;
  EXPECT_EQ(find(found, Kind::ErrorOfState), nullptr) << "its error is the symptom";
  // What it promises is roughly what happens.
  const RunOutcome implicit = finished_run(follower("1000").set("Solver", "ode15s"));
  const double truth =
      static_cast<double>(run.statistics.steps) / static_cast<double>(implicit.statistics.steps);
  const auto at = stiff->message.find("some ");
  ASSERT_NE(at, std::string::npos);
  const double promised = number_at(stiff->message.substr(at + 5));
  EXPECT_GT(promised, truth / 4) << truth;
  EXPECT_LT(promised, truth * 4) << truth;
  EXPECT_EQ(find(find_costs(implicit.statistics), Kind::NotStiff), nullptr);
}

TEST(RunFindings, WhatIsNotStiffIsNotCalledSo) {
  for (const char* solver : {"ode45", "ode113", "dop853", "ode23"}) {
    const auto found = find_costs(finished_run(follower("2").set("Solver", solver)).statistics);
    EXPECT_EQ(find(found, Kind::Stiff), nullptr) << solver << '\n' << texts(found);
  }
  const auto found =
      find_costs(finished_run(follower("0.5").set("Solver", "ode15s").set("RelTol", "1e-8")).statistics);
  EXPECT_NE(find(found, Kind::NotStiff), nullptr) << texts(found);
}

TEST(RunFindings, AStateWhoseErrorLimitsMostStepsIsNamed) {
  ModelBuilder m;
  const Id fast = m.block("sources/sine_wave", "Quick", {{"frequency", "30"}, {"amplitude", "50"}}),
           x = m.block("continuous/integrator", "Swing"), still = m.block("continuous/integrator", "Still"),
           zero = m.block("sources/constant", "Zero", {{"value", "0"}});
  m.connect(fast, x).connect(zero, still).connect(x, m.block("sinks/scope", "Scope"));
  const auto found = find_costs(finished_run(m).statistics);
  const RunFinding* state = find(found, Kind::ErrorOfState);
  ASSERT_NE(state, nullptr) << texts(found);
  EXPECT_EQ(state->place, "Swing");
  EXPECT_EQ(state->block, x);
  EXPECT_GT(state->share, 0.9);
}

TEST(RunFindings, MaxStepIsNamedWhereItLimits) {
  const RunOutcome run = finished_run(follower("1").set("MaxStep", "0.01"));
  const RunFinding* limit = nullptr;
  const auto found = find_costs(run.statistics);
  ASSERT_NE(limit = find(found, Kind::MaxStep), nullptr) << texts(found);
  EXPECT_NE(limit->message.find("0.01 s"), std::string::npos) << limit->message;
  EXPECT_GT(limit->share, 0.95);
}

TEST(RunFindings, SampleHitsAreNamed) {
  ModelBuilder sampled;
  const Id sine = sampled.block("sources/sine_wave", "Sine"),
           hold = sampled.block("discrete/zero_order_hold", "Hold", {{"SampleTime", "0.01"}}),
           x = sampled.block("continuous/integrator", "x");
  sampled.connect(sine, hold).connect(hold, x).connect(x, sampled.block("sinks/scope", "Scope"));
  const auto hits = find_costs(finished_run(sampled).statistics);
  EXPECT_NE(find(hits, Kind::SampleHits), nullptr) << texts(hits);
}

TEST(RunFindings, ABlockThatSwitchesOftenIsNamedWithItsRate) {
  const RunOutcome run = finished_run(chatter("1e-4"));
  const auto found = find_costs(run.statistics);
  const RunFinding* crossing = find(found, Kind::Crossings);
  if (!crossing) crossing = find(found, Kind::LocatingCrossings);
  ASSERT_NE(crossing, nullptr) << texts(found);
  EXPECT_EQ(crossing->place, "Relay");
  EXPECT_NE(crossing->message.find("5,000 times a second"), std::string::npos) << crossing->message;
}

TEST(RunFindings, RejectionsAreCountedByState) {
  // As good as a discontinuity, three times a second, and nobody locates it.
  ModelBuilder m;
  const Id clock = m.block("sources/clock", "Clock"), x = m.block("continuous/integrator", "Driven"),
           pulse = m.block("user_defined/fcn", "Pulse", {{"expression", "100*tanh(1e6*sin(10*u))"}});
  m.connect(clock, pulse).connect(pulse, x).connect(x, m.block("sinks/scope", "Scope"));
  const RunOutcome run = finished_run(m);
  const auto found = find_costs(run.statistics);
  const RunFinding* rejected = find(found, Kind::Rejections);
  ASSERT_NE(rejected, nullptr) << texts(found);
  EXPECT_EQ(rejected->place, "Driven");
  EXPECT_EQ(run.statistics.profile.rejected_by_error, run.statistics.rejected);
}

TEST(RunFindings, JacobiansThatServeFewSteps) {
  ModelBuilder m = chatter("1e-3").set("Solver", "ode15s").set("SolverResetMethod", "Robust");
  const auto found = find_costs(finished_run(m).statistics);
  EXPECT_NE(find(found, Kind::JacobianRenewals), nullptr) << texts(found);
}

TEST(RunFindings, RecordingIsNamedWhereItTakesTheTime) {
  ModelBuilder m = follower("1");
  for (int k = 0; k < 40; ++k) {
    const std::string n = std::to_string(k);
    const Id clock = m.block("sources/clock", "Clock" + n),
             sine = m.block("math/trigonometric_function", "Sine" + n);
    m.connect(clock, sine).connect(sine, m.block("sinks/scope", "Scope" + n));
  }
  const RunOutcome run = finished_run(m.set("Refine", "50").set("RelTol", "1e-6"));
  const auto found = find_costs(run.statistics);
  EXPECT_NE(find(found, Kind::RecordingTime), nullptr) << texts(found);
}

TEST(RunFindings, TheCostliestBlockIsNamed) {
  ModelBuilder m = follower("1");
  const Id costly = m.block("user_defined/fcn", "Costly", {{"expression", "sin(u)+exp(cos(u))+sin(3*u)"}}),
           clock = m.block("sources/clock", "Clock");
  m.connect(clock, costly).connect(costly, m.block("continuous/integrator", "Sum"));
  const RunOutcome run = finished_run(m.set("RelTol", "1e-6"));
  EXPECT_EQ(run.statistics.profile.blocks.front().path, "Costly");
  const auto found = find_costs(run.statistics);
  const RunFinding* block = find(found, Kind::CostlyBlock);
  ASSERT_NE(block, nullptr) << texts(found);
  EXPECT_EQ(block->block, costly);
}

TEST(RunFindings, StepsOfEachReasonAddUp) {
  for (const ModelBuilder& m : {follower("100"), chatter("1e-2"), follower("1").set("Solver", "ode4")}) {
    const RunOutcome run = finished_run(m);
    std::uint64_t steps = 0;
    for (std::uint64_t part : run.statistics.profile.limited) steps += part;
    EXPECT_EQ(steps, run.statistics.steps);
  }
}

TEST(RunFindings, ProfilingChangesNoResult) {
  for (const char* solver : {"ode45", "ode15s", "radau5", "ode4"}) {
    ModelBuilder with = chatter("1e-2").set("Solver", solver), without = with;
    without.set("Profile", "off");
    EXPECT_EQ(difference(run_diagram(with.diagram), run_diagram(without.diagram)), "") << solver;
  }
}

TEST(RunFindings, PhasesMakeUpTheRun) {
  const RunOutcome run = finished_run(follower("1000").set("Solver", "radau5").set("RelTol", "1e-8"));
  const RunProfile& profile = run.statistics.profile;
  double sum = 0;
  for (double seconds : profile.seconds) sum += seconds;
  EXPECT_GT(sum, 0.2 * run.statistics.run_seconds);
  EXPECT_LT(sum, 1.05 * run.statistics.run_seconds);
  EXPECT_GT(profile[Phase::LinearAlgebra], 0);
  EXPECT_GT(profile[Phase::Jacobian], 0);
  EXPECT_EQ(profile[Phase::Projection], 0);
}

TEST(RunFindings, StandInTheStatistics) {
  RunResult result;
  result.statistics = finished_run(follower("1000")).statistics;
  const auto json = nlohmann::json::parse(statistics_json(result)).at("profile");
  EXPECT_EQ(json.at("rejected_by").at("error"), result.statistics.profile.rejected_by_error);
  EXPECT_GT(json.at("limited_by").at("error").get<int>(), 0);
  EXPECT_FALSE(json.at("findings").empty());
  EXPECT_TRUE(json.at("seconds").contains("derivatives"));
}

TEST(RunFindings, AShortCalmRunHasNone) {
  ModelBuilder m;
  const Id x = m.block("continuous/integrator", "x", {{"x0", "1"}});
  m.connect(m.block("sources/constant", "c"), x);
  EXPECT_TRUE(find_costs(finished_run(m.set("StopTime", "1e-3")).statistics).empty());
}

}  // namespace
}  // namespace sim
