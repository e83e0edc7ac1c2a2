// Settings without meaning for a solver: they change nothing, the user learns why, and nobody is told about
// those that do change something.
#include <gtest/gtest.h>

#include "sim_core/diagram/settings.h"
#include "sim_core/solvers/methods/settings_of_method.h"
#include "tests/support/model_builder.h"
#include "tests/support/run_results.h"

namespace sim {
namespace {

// A pendulum that slides against a stop, driven by a sample-and-hold; without states for solvers that need
// none.
ModelBuilder model(const Method& method) {
  ModelBuilder m;
  const Id scope = m.block("sinks/scope", "Scope");
  const Id wave = m.block("sources/sine_wave", "wave", {{"frequency", "2"}});
  const Id limit = m.block("discontinuities/saturation", "limit", {{"upper", "0.5"}, {"lower", "-0.5"}});
  m.connect(wave, limit).set("StopTime", "3");
  if (method.needs_no_states) {
    m.connect(limit, scope);
    return m;
  }
  const Id x = m.block("continuous/integrator", "x", {{"x0", "2"}}),
           decay = m.block("math/gain", "decay", {{"k", "-3"}}),
           sine = m.block("math/trigonometric_function", "sine"),
           sum = m.block("math/sum", "sum", {{"signs", "++"}});
  m.connect(x, sine).connect(sine, decay).connect(decay, sum).connect(limit, sum, 1);
  m.connect(sum, x).connect(x, scope);
  return m;
}

// Of each setting a value that is not its default.
const std::map<std::string, std::string> other_values{{"RelTol", "1e-5"},
                                                      {"AbsTol", "1e-2"},
                                                      {"AutoScaleAbsTol", "on"},
                                                      {"InitialStep", "1e-4"},
                                                      {"MaxStep", "0.03"},
                                                      {"MinStep", "[0.05 -1]"},
                                                      {"MinStepSizeMsg", "error"},
                                                      {"MaxConsecutiveMinStep", "7"},
                                                      {"FixedStep", "0.01"},
                                                      {"EnableFixedStepZeroCrossing", "on"},
                                                      {"MaxZcPerStep", "5"},
                                                      {"MaxZcBracketingIterations", "3"},
                                                      {"OutputOption", "AdditionalOutputTimes"},
                                                      {"OutputTimes", "[0.1 1]"},
                                                      {"Refine", "3"},
                                                      {"ShapePreserveControl", "EnableAll"},
                                                      {"SolverJacobianMethodControl", "Full perturbation"},
                                                      {"JacobianLinearSolver", "KLU"},
                                                      {"SolverResetMethod", "Robust"},
                                                      {"BdfFormula", "BDF"},
                                                      {"MaxOrder", "2"},
                                                      {"ExtrapolationOrder", "2"},
                                                      {"NumberNewtonIterations", "3"},
                                                      {"ODENIntegrationMethod", "ode5"}};

RunOutcome run(const Method& method, const std::string& formula, const std::string& setting) {
  ModelBuilder m = model(method);
  m.set("Solver", std::string(method.name));
  if (method.name == "odeN") m.set("ODENIntegrationMethod", formula);
  if (!setting.empty()) m.set(setting, other_values.at(setting));
  return run_diagram(m.diagram);
}

// The log is the same to the last bit, and the reason stands in the one message.
void expect_idle(const Method& method, const std::string& formula) {
  const RunOutcome usual = run(method, formula, "");
  ASSERT_EQ(usual.end, RunEnd::Finished) << usual.messages();
  EXPECT_TRUE(usual.diagnostics.empty()) << usual.messages();
  for (const auto& [setting, value] : other_values) {
    SCOPED_TRACE(std::string(method.name) + " " + formula + " " + setting);
    const auto idle = why_idle(setting, method, formula);
    if (!idle) continue;
    const RunOutcome other = run(method, formula, setting);
    EXPECT_EQ(difference(usual, other), "");
    ASSERT_EQ(other.diagnostics.size(), 1u) << other.messages();
    EXPECT_EQ(other.diagnostics[0].severity, Severity::Note);
    EXPECT_NE(other.diagnostics[0].message.find(setting), std::string::npos);
    EXPECT_NE(other.diagnostics[0].message.find(idle->reason), std::string::npos);
    EXPECT_EQ(other.diagnostics[0].remedy.substr(0, 9), "remove it");
  }
}

std::string messages(ModelBuilder m, const std::string& solver) {
  return run_diagram(m.set("Solver", solver).diagram).messages();
}

TEST(IdleSettings, ChangeNothingAndSayWhy) {
  for (const Method& method : methods())
    for (const std::string formula : {"ode4", "ode14x"})
      if (formula == "ode4" || method.name == "odeN") expect_idle(method, formula);
}

TEST(IdleSettings, OthersChangeSomething) {
  // Some settings decide only in certain runs: violations of MinStep, orders that are reached.
  const std::map<std::string, std::string> reader{{"RelTol", "ode45"},
                                                  {"AbsTol", "ode15s"},
                                                  {"InitialStep", "ode23"},
                                                  {"MaxStep", "odeN"},
                                                  {"MinStep", "ode45"},
                                                  {"FixedStep", "ode4"},
                                                  {"Refine", "ode113"},
                                                  {"EnableFixedStepZeroCrossing", "ode5"},
                                                  {"BdfFormula", "ode15s"},
                                                  {"MaxOrder", "ode15s"},
                                                  {"ExtrapolationOrder", "ode14x"},
                                                  {"NumberNewtonIterations", "ode1be"},
                                                  {"ODENIntegrationMethod", "odeN"},
                                                  {"SolverJacobianMethodControl", "ode23s"}};
  for (const auto& [setting, solver] : reader) {
    const Method& method = *find_method(solver);
    ASSERT_TRUE(setting_applies(setting, method, "ode3")) << setting;
    ModelBuilder usual = model(method).set("Solver", solver), other = usual;
    other.set(setting, other_values.at(setting));
    EXPECT_NE(difference(run_diagram(usual.diagram), run_diagram(other.diagram)), "") << setting;
  }
}

TEST(IdleSettings, EveryRuleIsAboutASettingThatThereIs) {
  for (const SettingSpec& setting : all_settings())
    for (const Method& method : methods())
      EXPECT_TRUE(setting_applies(setting.name, method, "ode3") ||
                  other_values.contains(std::string(setting.name)))
          << setting.name;
  for (const auto& [setting, value] : other_values)
    EXPECT_TRUE(find_setting(setting) != nullptr && check_setting(setting, value)) << setting;
}

TEST(IdleSettings, OnlyCountWhereTheyAreNotTheDefault) {
  const Method& ode4 = *find_method("ode4");
  EXPECT_EQ(messages(model(ode4).set("RelTol", "0.001").set("MaxStep", "auto").set("Refine", "4"), "ode4"),
            "");
  EXPECT_EQ(messages(model(ode4).set("RelTol", "1e-4"), "ode4"),
            "the setting RelTol has no meaning: ode4 takes fixed steps and estimates no error (remove it, or "
            "choose a solver with error control, such as ode45)\n");
}

// They are what its size is measured in, with every solver.
TEST(IdleSettings, TolerancesMatterToAProjection) {
  ModelBuilder m;  // on a circle
  const Id x = m.block("continuous/integrator", "x", {{"x0", "1"}}),
           v = m.block("continuous/integrator", "v"), back = m.block("math/gain", "back", {{"k", "-1"}}),
           both = m.block("routing/mux", "both"),
           radius = m.block("invariants/invariant", "radius", {{"expression", "u(1)^2 + u(2)^2"}});
  m.connect(v, x)
      .connect(x, back)
      .connect(back, v)
      .connect(x, both)
      .connect(v, both, 1)
      .connect(both, radius);
  m.set("AbsTol", "1e-4").set("RelTol", "1e-4").set("InitialStep", "0.1");
  const std::string told = messages(m, "ode4");
  EXPECT_NE(told.find("InitialStep"), std::string::npos) << told;
  EXPECT_EQ(told.find("RelTol"), std::string::npos) << told;
  EXPECT_EQ(told.find("AbsTol"), std::string::npos) << told;
}

}  // namespace
}  // namespace sim
