#include "sim_core/model_run/evaluated_run_options.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "sim_core/diagram/settings.h"
#include "sim_core/solvers/methods/registry.h"

namespace sim {

TEST(RunOptions, TheDefaultsOfEverySettingAreUsable) {
  const auto options = run_options(Diagram{});
  ASSERT_TRUE(options) << to_text(options.error());
  EXPECT_EQ(options->method->name, "ode45");
  EXPECT_EQ(options->max_step, 0.2);
  EXPECT_EQ(options->absolute_tolerance, 1e-6);
}

TEST(RunOptions, TheSolverSettingOffersJustTheMethodsThereAre) {
  std::vector<std::string> offered, there;
  for (auto choice : find_setting("Solver")->choices) offered.emplace_back(choice);
  for (const Method& method : methods()) there.emplace_back(method.name);
  for (const char* library : {"cvode", "ida"})  // in the builds that have it
    if (find_method(library) == nullptr) there.emplace_back(library);
  std::sort(offered.begin(), offered.end());
  std::sort(there.begin(), there.end());
  EXPECT_EQ(offered, there);
}

TEST(RunOptions, SettingsAreExpressionsOverTheModelsVariables) {
  Diagram diagram;
  diagram.variables[diagram.new_id()] = Variable{"T", "5", {}, {}, {}};
  diagram.settings = {{"StopTime", "4*T"}, {"RelTol", "1e-6"}};
  const auto options = run_options(diagram);
  ASSERT_TRUE(options);
  EXPECT_EQ(options->stop_time, 20);
  EXPECT_EQ(options->max_step, 0.4);  // a fiftieth
  EXPECT_EQ(options->absolute_tolerance, 1e-9);
}

TEST(RunOptions, EveryWrongSettingIsNamed) {
  Diagram diagram;
  diagram.settings = {
      {"StopTime", "-1"}, {"RelTol", "2"}, {"Solver", "ode99"}, {"MaxStep", "1/0*0"}, {"RelTool", "1e-3"}};
  const auto options = run_options(diagram);
  ASSERT_FALSE(options);
  std::vector<std::string> places;
  for (const Diagnostic& d : options.errors()) {
    places.push_back(d.path);
    EXPECT_FALSE(d.message.empty());
    EXPECT_FALSE(d.remedy.empty()) << d.message;
  }
  for (const char* name : {"StopTime", "RelTol", "Solver", "MaxStep", "RelTool"})
    EXPECT_NE(std::find(places.begin(), places.end(), name), places.end()) << name;
}

TEST(RunOptions, EveryStepMustMoveTheTimeAndEnd) {
  Diagram diagram;
  diagram.settings = {{"StopTime", "inf"}, {"MaxStep", "inf"}};
  ASSERT_FALSE(run_options(diagram));
  EXPECT_EQ(run_options(diagram).error().path, "MaxStep");
  diagram.settings = {
      {"StartTime", "1e20"}, {"StopTime", "1.1e20"}, {"FixedStep", "0.1"}, {"Solver", "ode4"}};
  ASSERT_FALSE(run_options(diagram));
  EXPECT_EQ(run_options(diagram).error().path, "FixedStep");
  diagram.settings["Solver"] = "ode45";
  EXPECT_TRUE(run_options(diagram));
}

TEST(RunOptions, WhatASolverDoesNotReadIsNamed) {
  Diagram diagram;
  diagram.settings = {{"Solver", "ode23t"}, {"MaxOrder", "3"}, {"SolverResetMethod", "Robust"}};
  auto options = run_options(diagram);
  ASSERT_TRUE(options);
  ASSERT_EQ(options->idle_settings.size(), 1u);
  EXPECT_EQ(options->idle_settings[0].name, "MaxOrder");
  EXPECT_TRUE(options->renew_jacobian);
  diagram.settings["Solver"] = "ode15s";
  options = run_options(diagram);
  ASSERT_TRUE(options);
  EXPECT_TRUE(options->idle_settings.empty());
  EXPECT_EQ(options->max_order, 3);
  for (const char* wrong : {"0", "6", "2.5"}) {
    diagram.settings["MaxOrder"] = wrong;
    EXPECT_FALSE(run_options(diagram)) << wrong;
  }
}

TEST(RunOptions, TheAbsoluteToleranceGrowsWhereItIsAutomatic) {
  Diagram diagram;
  EXPECT_FALSE(run_options(diagram)->scale_absolute_tolerance);
  diagram.settings = {{"AutoScaleAbsTol", "on"}};
  EXPECT_TRUE(run_options(diagram)->scale_absolute_tolerance);
  diagram.settings["AbsTol"] = "1e-9";
  EXPECT_FALSE(run_options(diagram)->scale_absolute_tolerance);
}

TEST(RunOptions, WhatContradictsItselfIsRefused) {
  Diagram diagram;
  diagram.settings = {{"MinStep", "1"}, {"MaxStep", "0.1"}};
  EXPECT_EQ(run_options(diagram).error().path, "MinStep");
  for (const char* times : {"[]", "-5", "[11 12]"}) {
    diagram.settings = {{"OutputOption", "SpecifiedOutputTimes"}, {"OutputTimes", times}};
    EXPECT_EQ(run_options(diagram).error().path, "OutputTimes") << times;
  }
  diagram.settings["OutputTimes"] = "10";
  EXPECT_TRUE(run_options(diagram));
}

TEST(RunOptions, MinStepMayComeWithTheNumberOfItsViolations) {
  Diagram diagram;
  const auto options = [&](const char* text) {
    diagram.settings["MinStep"] = text;
    return run_options(diagram);
  };
  for (const char* text : {"1e-3", "[1e-3 -1]"}) {
    const auto read = options(text);
    ASSERT_TRUE(read) << text;
    EXPECT_EQ(read->min_step, 1e-3);
    EXPECT_EQ(read->min_step_violation, Policy::Warning);
    EXPECT_EQ(read->max_consecutive_min_steps, 1);
  }
  const auto read = options("[1e-3, 5]");
  ASSERT_TRUE(read);
  EXPECT_EQ(read->min_step, 1e-3);
  EXPECT_EQ(read->min_step_violation, Policy::Error);
  EXPECT_EQ(read->max_consecutive_min_steps, 5);
  EXPECT_EQ(options("auto")->min_step, 0);
  for (const char* wrong :
       {"[1e-3 2.5]", "[1e-3 -2]", "[1e-3 1 1]", "[]", "-1", "'a'", "1i", "[nan 1]", "h"}) {
    const auto refused = options(wrong);
    ASSERT_FALSE(refused) << wrong;
    EXPECT_EQ(refused.errors().size(), 1u) << wrong;
    EXPECT_EQ(refused.error().path, "MinStep") << wrong;
    EXPECT_FALSE(refused.error().message.empty()) << wrong;
  }
}

// Long lists of plain numbers are read by a way of their own, to the same.
TEST(RunOptions, OutputTimesAreTheSameHoweverTheyAreWritten) {
  const auto times = [](const char* text) {
    Diagram diagram;
    diagram.settings = {{"OutputOption", "AdditionalOutputTimes"}, {"OutputTimes", text}};
    const auto options = run_options(diagram);
    EXPECT_TRUE(options) << text;
    return options ? options->output_times : std::vector<double>{};
  };
  const std::vector<double> wanted{-1, 0, 0.25, 3e2};
  for (const char* text : {"[0 0.25 3e2 -1 ]", "[0, 0.25, 3e2, -1]", "[ 0  .25 300 -1]", "[0 0.25 300 1-2]",
                           "[0 0.25 3e2 0 -1]"})
    EXPECT_EQ(times(text), wanted) << text;
  EXPECT_EQ(times("[5 - 2 1]"), (std::vector<double>{1, 3}));
}

TEST(RunOptions, CountsAreWholeNumbers) {
  for (const char* setting :
       {"Refine", "Decimation", "MaxConsecutiveMinStep", "MaxConsecutiveZCs", "MaxZcPerStep",
        "MaxZcBracketingIterations", "MaxOrder", "ExtrapolationOrder", "NumberNewtonIterations"}) {
    Diagram diagram;
    diagram.settings = {{setting, "2.5"}};
    const auto options = run_options(diagram);
    ASSERT_FALSE(options) << setting;
    ASSERT_EQ(options.errors().size(), 1u) << setting;
    EXPECT_EQ(options.error().path, setting);
    EXPECT_NE(options.error().message.find("has to be a whole number"), std::string::npos);
    diagram.settings = {{setting, "6/2"}};
    EXPECT_TRUE(run_options(diagram)) << setting;
  }
}

TEST(RunOptions, MaxStepMustMoveTheTime) {
  Diagram diagram;
  diagram.settings = {{"StopTime", "1"}, {"MaxStep", "1e-17"}};
  ASSERT_FALSE(run_options(diagram));
  EXPECT_EQ(run_options(diagram).error().path, "MaxStep");
  EXPECT_NE(run_options(diagram).error().message.find("does not move the time at t = 1"), std::string::npos);
  diagram.settings["Solver"] = "ode4";  // does not read it
  EXPECT_TRUE(run_options(diagram));
  diagram.settings = {{"StopTime", "1e-3"}, {"MaxStep", "1e-17"}};
  EXPECT_TRUE(run_options(diagram));
}

TEST(RunOptions, OdeNUsesTheFormulaAskedFor) {
  Diagram diagram;
  diagram.settings = {{"Solver", "odeN"}, {"ODENIntegrationMethod", "ode14x"}, {"ExtrapolationOrder", "2"}};
  const auto options = run_options(diagram);
  ASSERT_TRUE(options);
  EXPECT_EQ(options->method->name, "odeN");
  EXPECT_TRUE(options->method->implicit);
  EXPECT_EQ(options->method->kind, StepKind::Variable);
  EXPECT_TRUE(options->idle_settings.empty());
}

}  // namespace sim
