// Parameters of models that keep goals: against closed forms, and what is said where that cannot be.
#include "sim_core/optimization/optimization.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <numbers>

#include "sim_core/blocks/standard_library.h"
#include "sim_core/optimization/kept_problem.h"
#include "tests/support/equation_model.h"

namespace sim {

namespace {

const BlockLibrary& library() {
  static const BlockLibrary all = standard_library();
  return all;
}

std::vector<Goal> goals_of(const std::vector<std::string>& lines) {
  std::vector<Goal> goals;
  for (const std::string& line : lines) {
    const auto goal = read_goal(line);
    EXPECT_TRUE(goal) << to_text(goal.error());
    if (goal) goals.push_back(*goal);
  }
  return goals;
}

Result<OptimizationReport> optimized(const Diagram& diagram, std::vector<VariedParameter> parameters,
                                     const std::vector<std::string>& goals,
                                     const OptimizationOptions& options = {}) {
  const auto optimization =
      Optimization::prepare(diagram, library(), {std::move(parameters), goals_of(goals)});
  if (!optimization) return optimization.errors();
  return optimization->run(options);
}

std::string all_notes(const OptimizationReport& report) {
  std::string text;
  for (const Diagnostic& note : report.notes) text += to_text(note) + "\n";
  return text;
}

// y'' + 2 d y' + y = 1, with the error 1 - y as "y".
Diagram second_order(const std::string& damping, const std::string& end) {
  Diagram diagram = equations({"u(2)", "1-u(1)-2*d*u(2)"}, {"0", "0"}, {{"d", damping}}, "1-u(1)");
  diagram.settings["StopTime"] = end;
  return diagram;
}

// Variables and one output that is a formula of them.
Diagram formula(const std::map<std::string, std::string>& variables, const std::string& of) {
  ModelBuilder m;
  for (const auto& [name, value] : variables) m.variable(name, value);
  const Id constant = m.block("sources/constant", "value", {{"value", of}});
  m.connect(constant, m.block("ports/outport", "f"));
  m.set("StopTime", "1");
  return m.diagram;
}

}  // namespace

// The overshoot of a system of second order is exp(-pi d / sqrt(1 - d^2)).
TEST(Optimization, TheDampingOfFivePercentOvershoot) {
  const double log = std::log(0.05), wanted = -log / std::hypot(std::numbers::pi, log);
  const auto found =
      optimized(second_order("0.3", "20"), {{"d", {}, 0.05, 2}},
                {"out x1: overshoot <= 5 initial 0 final 1", "minimize out x1: rise time initial 0 final 1"});
  ASSERT_TRUE(found) << to_text(found.error());
  EXPECT_NEAR(wanted, 0.690, 1e-3);
  EXPECT_NEAR(found->x[0], wanted, 5e-5);
  EXPECT_TRUE(found->all_kept);
  EXPECT_TRUE(found->converged);
  EXPECT_NEAR(found->goals[0].found.value, 5, 1e-3);
  EXPECT_NEAR(found->goals[0].at_start.value, 100 * std::exp(-std::numbers::pi * 0.3 / std::sqrt(1 - 0.09)),
              1e-3);
  EXPECT_TRUE(found->notes.empty()) << all_notes(*found);
  RecordProperty("runs", found->runs);
}

// The integral of the squared error is d + 1/(4 d).
TEST(Optimization, TheDampingOfTheLeastSquaredError) {
  const auto found = optimized(second_order("1.5", "40"), {{"d"}}, {"minimize y: integral of square"});
  ASSERT_TRUE(found) << to_text(found.error());
  EXPECT_NEAR(found->x[0], 0.5, 1e-3);
  EXPECT_NEAR(found->cost, 1, 1e-5);
  EXPECT_NEAR(found->cost_at_start, 1.5 + 1 / 6.0, 1e-5);
  const auto tracked =
      optimized(second_order("1.5", "40"), {{"d"}}, {"minimize out x1: tracking [0 1; 40 1]"});
  ASSERT_TRUE(tracked) << to_text(tracked.error());
  EXPECT_NEAR(tracked->x[0], 0.5, 1e-3);
}

TEST(Optimization, AValleyOfFormulas) {
  const auto found = optimized(formula({{"a", "-1.2"}, {"b", "1"}}, "(1-a)^2+100*(b-a^2)^2"), {{"a"}, {"b"}},
                               {"minimize f: final value"});
  ASSERT_TRUE(found) << to_text(found.error());
  EXPECT_NEAR(found->x[0], 1, 1e-3);
  EXPECT_NEAR(found->x[1], 1, 2e-3);
  EXPECT_LT(found->cost, 1e-6);
}

TEST(Optimization, WithLimitsAloneItEndsWhereTheyAreKept) {
  const auto found =
      optimized(second_order("0.1", "20"), {{"d", {}, 0.05, 5}},
                {"out x1: upper bound [0 1.05; 20 1.05]", "out x1: settling time <= 6 initial 0 final 1"});
  ASSERT_TRUE(found) << to_text(found.error());
  EXPECT_TRUE(found->all_kept) << all_notes(*found);
  EXPECT_GE(found->x[0], 0.69);
  EXPECT_LE(found->x[0], 0.95);
  EXPECT_LT(found->runs, 60);
  EXPECT_FALSE(found->has_cost);
}

TEST(Optimization, WhichGoalIsNotKeptIsSaid) {
  // A rise time of 1 s needs no damping at all.
  const auto found =
      optimized(second_order("0.5", "20"), {{"d", {}, 0.05, 2}},
                {"out x1: overshoot <= 5 initial 0 final 1", "out x1: rise time <= 1 initial 0 final 1"});
  ASSERT_TRUE(found) << to_text(found.error());
  EXPECT_FALSE(found->all_kept);
  std::string notes = all_notes(*found);
  EXPECT_NE(notes.find("out x1: rise time <= 1 initial 0 final 1 is not kept: it is "), std::string::npos)
      << notes;
  EXPECT_NE(notes.find(" s too much"), std::string::npos) << notes;
}

TEST(Optimization, ParametersAtTheirBoundAreSaid) {
  const auto found = optimized(second_order("1", "20"), {{"d", {}, 0.8, 2}},
                               {"minimize out x1: rise time initial 0 final 1"});
  ASSERT_TRUE(found) << to_text(found.error());
  EXPECT_EQ(found->x[0], 0.8);
  EXPECT_EQ(all_notes(*found), "d is at its bound, 0.8 (widen its bounds if it may go on)\n");
}

// x' = k x^2 from 1 is 1/(1 - k t): with k from 0.2 on there is no run to t = 5.
// The largest of (x - a)^2 over a = 0 and a = 1 is least in the middle.
TEST(Optimization, TheLargestCostOfAllCasesIsLeast) {
  const auto optimization =
      Optimization::prepare(formula({{"x", "3"}, {"a", "0"}}, "(x-a)^2"), library(),
                            {{{"x"}}, goals_of({"minimize f: maximum"}), {"a = 1", "a = 0.4"}});
  ASSERT_TRUE(optimization) << to_text(optimization.error());
  const auto found = optimization->run();
  ASSERT_TRUE(found) << to_text(found.error());
  EXPECT_NEAR(found->x[0], 0.5, 1e-3);
  EXPECT_NEAR(found->cost, 0.25, 1e-3);
}

// 3 x <= 6 is harder than 2 x <= 6; what is maximized is least where a is 2.
TEST(Optimization, GoalsAreKeptInEachCase) {
  const auto optimization = Optimization::prepare(
      formula({{"x", "0.1"}, {"a", "2"}}, "a*x"), library(),
      {{{"x"}}, goals_of({"f: maximum <= 6", "maximize f: final value"}), {"a = 3", "a = 2.5"}});
  ASSERT_TRUE(optimization) << to_text(optimization.error());
  const auto found = optimization->run();
  ASSERT_TRUE(found) << to_text(found.error());
  EXPECT_NEAR(found->x[0], 2, 1e-3);
  EXPECT_TRUE(found->all_kept);
  EXPECT_EQ(found->goals[0].worst, "a = 3");
  EXPECT_NEAR(found->goals[0].found.value, 6, 1e-3);
  EXPECT_EQ(found->goals[1].worst, "");
  EXPECT_NEAR(found->goals[1].found.value, 4, 1e-3);
}

TEST(Optimization, CasesThatAreWrongAreSaid) {
  const auto said = [](const std::string& text) {
    const auto optimization = Optimization::prepare(formula({{"x", "1"}, {"a", "2"}}, "a*x"), library(),
                                                    {{{"x"}}, goals_of({"f: maximum <= 6"}), {text}});
    return optimization ? std::string("it was not refused") : to_text(optimization.error());
  };
  EXPECT_EQ(said("x = 2"), "case x = 2: x: the search varies it (leave it out of the case)");
  EXPECT_EQ(said("a"), "case a: a: this gives nothing a value (write mass = 1.2; c = 0.5)");
  EXPECT_NE(said("b = 1").find("case b = 1: b:"), std::string::npos) << said("b = 1");
}

TEST(Optimization, RunsThatFailAreKeptAwayFrom) {
  Diagram diagram = equations({"k*u(1)^2"}, {"1"}, {{"k", "-0.1"}});
  diagram.settings["StopTime"] = "5";
  const auto found =
      optimized(diagram, {{"k", -1, -1, 1}}, {"maximize out x1: final value", "out x1: final value <= 4"});
  ASSERT_TRUE(found) << to_text(found.error());
  EXPECT_NEAR(found->x[0], 0.15, 1e-4);
  EXPECT_GT(found->failed_runs, 0);
  EXPECT_LT(found->failed_runs, found->runs);
  const std::string notes = all_notes(*found);
  EXPECT_NE(notes.find(" runs failed, the first at k = "), std::string::npos) << notes;
  const auto nowhere = optimized(diagram, {{"k", 0.9, -1, 1}}, {"out x1: final value <= 4"});
  ASSERT_FALSE(nowhere);
  EXPECT_EQ(to_text(nowhere.error()), "the model has no results at the starting values (begin elsewhere)");
  EXPECT_EQ(nowhere.errors().size(), 2u);  // and why the run failed
}

TEST(Optimization, FixedStepsAreTakenAsTheyAre) {
  Diagram diagram = second_order("0.3", "20");
  diagram.settings["Solver"] = "ode4", diagram.settings["FixedStep"] = "0.01";
  for (const char* setting : {"RelTol", "AbsTol"}) diagram.settings.erase(setting);
  const auto found =
      optimized(diagram, {{"d", {}, 0.05, 2}},
                {"out x1: overshoot <= 5 initial 0 final 1", "minimize out x1: rise time initial 0 final 1"});
  ASSERT_TRUE(found) << to_text(found.error());
  EXPECT_NEAR(found->x[0], 0.690107, 1e-4);
}

TEST(Optimization, WhatCannotBeOptimizedIsRefused) {
  const Diagram diagram = second_order("0.3", "20");
  const auto why = [&](std::vector<VariedParameter> parameters, const std::vector<std::string>& goals) {
    const auto found = optimized(diagram, std::move(parameters), goals);
    return found ? "not refused" : to_text(found.error());
  };
  EXPECT_EQ(why({}, {"y: maximum <= 1"}), "there is no parameter to vary (name at least one)");
  EXPECT_EQ(why({{"d"}}, {}), "there is no goal (give at least one, such as \"y: overshoot <= 5\")");
  EXPECT_NE(
      why({{"d"}}, {"z: maximum <= 1"}).find("z: maximum <= 1: 'z': no signal of this name is recorded"),
      std::string::npos)
      << why({{"d"}}, {"z: maximum <= 1"});
  EXPECT_NE(why({{"d"}}, {"minimize y: tracking z"}).find("'z': no signal of this name is recorded"),
            std::string::npos);
  EXPECT_EQ(why({{"q"}}, {"y: maximum <= 1"}).substr(0, 2), "q:");
  EXPECT_NE(why({{"d", {}, 2, 1}}, {"y: maximum <= 1"}).find("its least value exceeds its greatest"),
            std::string::npos);
  EXPECT_EQ(why({{"d"}}, {"y: maximum <= 1 from 25"}),
            "y: maximum <= 1 from 25: its window is not within the run (the run goes from t = 0 s to 20 s)");
  EXPECT_NE(why({{"d"}}, {"y: settling time <= 30"}).find("its limit is longer than what is looked at"),
            std::string::npos);
  EXPECT_NE(why({{"d"}}, {"y: upper bound [30 1; 40 1]"}).find("its line has no time of the run"),
            std::string::npos);
  Diagram endless = diagram;
  endless.settings["StopTime"] = "inf";
  const auto refused = Optimization::prepare(endless, library(), {{{"d"}}, goals_of({"y: maximum <= 1"})});
  ASSERT_FALSE(refused);
  EXPECT_NE(to_text(refused.error()).find("the model runs without an end"), std::string::npos);
}

TEST(Optimization, ItStopsWithTheBestSoFar) {
  bool stop = false;
  OptimizationOptions options;
  int steps = 0;
  options.progress = [&](const OptimizationStep& step) {
    stop = ++steps == 3;
    EXPECT_EQ(step.responses->size(), 1u);
  };
  options.stop = [&] { return stop; };
  const auto found =
      optimized(second_order("1.5", "40"), {{"d"}}, {"minimize y: integral of square"}, options);
  ASSERT_TRUE(found) << to_text(found.error());
  EXPECT_TRUE(found->stopped);
  EXPECT_FALSE(found->converged);
  EXPECT_EQ(found->steps.size(), 3u);
  EXPECT_LT(found->cost, found->cost_at_start);
  EXPECT_EQ(found->x, found->steps.back().x);
}

// An oscillation of some million steps is left at once.
TEST(Optimization, ALongRunIsLeft) {
  Diagram diagram = equations({"u(2)", "-w*u(1)"}, {"1", "0"}, {{"w", "1"}}, "u(1)");
  diagram.settings["StopTime"] = "1e5";
  const auto begin = std::chrono::steady_clock::now();
  const auto elapsed = [&] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  };
  OptimizationOptions options;
  double asked = 0;
  options.stop = [&] {
    if (asked == 0 && elapsed() > 0.2) asked = elapsed();
    return asked > 0;
  };
  const auto found = optimized(diagram, {{"w"}}, {"minimize y: integral of square"}, options);
  ASSERT_GT(asked, 0) << "the whole search took " << elapsed() << " s";
  RecordProperty("milliseconds", static_cast<int>(1000 * (elapsed() - asked)));
  EXPECT_LT(elapsed() - asked, 1);
}

TEST(Optimization, ValuesAreWrittenInOneEdit) {
  const Diagram diagram = second_order("1.5", "40");
  const auto found = optimized(diagram, {{"d"}}, {"minimize y: integral of square"});
  ASSERT_TRUE(found);
  Diagram written = diagram;
  const auto edit = write_optimum(diagram, library(), *found);
  ASSERT_TRUE(edit);
  const Edit back = apply(written, *edit);
  EXPECT_EQ(written.variables.begin()->second.expression.substr(0, 3), found->x[0] < 0.5 ? "0.4" : "0.5");
  apply(written, back);
  EXPECT_EQ(written, diagram);
}

TEST(KeptOptimization, SurvivesTheModel) {
  Diagram diagram;
  EXPECT_EQ(kept_optimization(diagram), OptimizationProblem{});
  const OptimizationProblem problem{
      {{"d", 0.3, 0.05, 2}, {"Plant/Gain.k", {}, -INFINITY, 7, 0.5}, {"x \"y\""}},
      goals_of({"out x1: overshoot <= 5 initial 0 final 1", "minimize \"a: b\": tracking r"})};
  keep_optimization(diagram, problem);
  Diagnostics problems;
  EXPECT_EQ(kept_optimization(diagram, &problems), problem);
  EXPECT_TRUE(problems.empty());
  keep_optimization(diagram, {});
  EXPECT_EQ(diagram, Diagram{});
}

TEST(KeptOptimization, CasesAreKept) {
  Diagram diagram;
  const OptimizationProblem problem{{}, goals_of({"y: overshoot <= 5"}), {"mass = 1.2; c = 0.5", "mass = 2"}};
  keep_optimization(diagram, problem);
  Diagnostics problems;
  EXPECT_EQ(kept_optimization(diagram, &problems), problem);
  EXPECT_TRUE(problems.empty());
}

TEST(KeptOptimization, WhatCannotBeReadIsLeftOutAndSaid) {
  const auto kept = [](const std::string& json, Diagnostics& problems) {
    Diagram diagram;
    diagram.unknown[optimization_member] = json;
    return kept_optimization(diagram, &problems);
  };
  Diagnostics problems;
  const auto some = kept(R"({"parameters": [{"name": "a", "start": "1"}, {"start": 1}, 7, {"name": "b"}],
                            "goals": [3, "y: overshoot", "y: maximum <= 1"]})",
                         problems);
  EXPECT_EQ(some.parameters.size(), 1u);
  EXPECT_EQ(some.goals.size(), 1u);
  EXPECT_EQ(problems.size(), 5u);
  for (const char* json : {"[]", "7", "{\"goals\": 3}", "{"}) {
    problems.clear();
    EXPECT_EQ(kept(json, problems), OptimizationProblem{}) << json;
    EXPECT_EQ(problems.size(), 1u) << json;
  }
}

}  // namespace sim
