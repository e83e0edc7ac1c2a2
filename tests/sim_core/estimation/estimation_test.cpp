// Parameters of models from measured tables: against fits by another solver in 12 digits (reference.json),
// and what is refused.
#include "sim_core/estimation/estimation.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "sim_core/base/text.h"
#include "sim_core/base/work.h"
#include "sim_core/blocks/standard_library.h"
#include "sim_core/model_run/model_run.h"
#include "tests/support/equation_model.h"

namespace sim {

namespace {

using Json = nlohmann::json;
using Values = std::vector<double>;

const BlockLibrary& library() {
  static const BlockLibrary all = standard_library();
  return all;
}

Json measured_case(const std::string& id) {
  for (const Json& each : Json::parse(std::ifstream("tests/sim_core/estimation/reference.json")))
    if (each["id"] == id) return each;
  return {};
}

double read_number(const Json& text) { return parse_number(text.get<std::string>()).value(); }
Values read_numbers(const Json& texts) {
  Values out;
  for (const Json& text : texts) out.push_back(read_number(text));
  return out;
}

Experiment experiment(Values times, std::vector<std::pair<std::string, Values>> signals) {
  Experiment out{"data", std::move(times), {}, {}, {}, {}};
  for (auto& [name, values] : signals) out.measured.push_back({name, std::move(values), 1});
  return out;
}

Result<EstimationReport> estimated(const Diagram& diagram, std::vector<VariedParameter> parameters,
                                   std::vector<Experiment> experiments) {
  const auto estimation =
      Estimation::prepare(diagram, library(), std::move(parameters), std::move(experiments));
  if (!estimation) return estimation.errors();
  return estimation->run();
}

void expect_reference(const EstimationReport& found, const Values& values, const Values& errors,
                      double relative) {
  for (std::size_t k = 0; k < values.size(); ++k) {
    EXPECT_NEAR(found.search.x[k], values[k], relative * std::abs(values[k])) << found.parameters[k].name;
    EXPECT_NEAR(found.statistics.standard_error[k], errors[k], 1e-4 * errors[k]) << found.parameters[k].name;
  }
}

// Four parameters of two differential equations, and what was measured of them.
struct PredatorsAndPrey {
  Json reference = measured_case("est-lotka-volterra");
  Diagram diagram;
  Experiment measured;

  PredatorsAndPrey() {
    const Values start = read_numbers(reference["data"]["start"]);
    diagram = equations({"a*u(1)-b*u(1)*u(2)", "-c*u(2)+d*u(1)*u(2)"}, {"10", "5"},
                        {{"a", to_text(start[0])},
                         {"b", to_text(start[1])},
                         {"c", to_text(start[2])},
                         {"d", to_text(start[3])}});
    Values x, y;
    for (const Json& row : reference["data"]["y_rows"])
      x.push_back(read_number(row[0])), y.push_back(read_number(row[1]));
    measured = experiment(read_numbers(reference["data"]["times"]), {{"out x1", x}, {"out x2", y}});
  }
};

}  // namespace

TEST(Estimation, ADecayWithItsInitialState) {
  const Json reference = measured_case("est-decay");
  const Diagram diagram = equations({"-k*u(1)"}, {"a"}, {{"k", "1"}, {"a", "4"}, {"c", "0"}}, "u(1)+c");
  const auto found = estimated(
      diagram, {{"a"}, {"k"}, {"c"}},
      {experiment(read_numbers(reference["data"]["x"]), {{"y", read_numbers(reference["data"]["y"])}})});
  ASSERT_TRUE(found) << to_text(found.error());
  EXPECT_TRUE(found->search.converged);
  const Json& wanted = reference["expected"];
  expect_reference(*found, read_numbers(wanted["b"]), read_numbers(wanted["standard_error"]), 1e-6);
  EXPECT_NEAR(found->search.sum, read_number(wanted["rss"]), 1e-9);
  for (std::size_t k = 0; k < 3; ++k) {
    EXPECT_NEAR(found->statistics.low[k], read_number(wanted["ci95"][k][0]), 1e-4);
    EXPECT_NEAR(found->statistics.high[k], read_number(wanted["ci95"][k][1]), 1e-4);
  }
  EXPECT_TRUE(found->notes.empty());
}

TEST(Estimation, FourParametersOfPredatorsAndPrey) {
  const PredatorsAndPrey lv;
  const auto found = estimated(lv.diagram, {{"a"}, {"b"}, {"c"}, {"d"}}, {lv.measured});
  ASSERT_TRUE(found) << to_text(found.error());
  const Json& wanted = lv.reference["expected"];
  expect_reference(*found, read_numbers(wanted["p"]), read_numbers(wanted["standard_error"]), 1e-6);
  EXPECT_NEAR(found->fits[0].percent, read_number(wanted["fit_percent"][0]), 1e-5);
  EXPECT_NEAR(found->fits[1].percent, read_number(wanted["fit_percent"][1]), 1e-5);
}

TEST(Estimation, AnInitialVelocityAndAParameterOfAnOscillator) {
  const Json reference = measured_case("est-van-der-pol");
  const Diagram diagram =
      equations({"u(2)", "mu*(1-u(1)^2)*u(2)-u(1)"}, {"2", "v0"}, {{"mu", "1.2"}, {"v0", "0"}});
  Values x;
  for (const Json& row : reference["data"]["y_rows"]) x.push_back(read_number(row[0]));
  const auto found = estimated(diagram, {{"mu"}, {"v0"}},
                               {experiment(read_numbers(reference["data"]["times"]), {{"out x1", x}})});
  ASSERT_TRUE(found) << to_text(found.error());
  expect_reference(*found, read_numbers(reference["expected"]["p"]),
                   read_numbers(reference["expected"]["standard_error"]), 2e-6);
}

// Two experiments from different initial values, one of a parameter of a block; bounds.
TEST(Estimation, SeveralExperimentsCountTogether) {
  const Diagram diagram = equations({"-k*u(1)"}, {"a"}, {{"k", "0.3"}, {"a", "1"}});
  Values times, once, twice;
  for (int k = 0; k <= 20; ++k) {
    times.push_back(0.1 * k);
    once.push_back(std::exp(-0.08 * k) + (k % 2 ? 1e-3 : -1e-3));
    twice.push_back(2 * std::exp(-0.08 * k) + (k % 2 ? -1e-3 : 1e-3));
  }
  Experiment second = experiment(times, {{"out x1", twice}});
  second.values.push_back({Assignment::Kind::Value, "a", "2"});
  const auto found = estimated(diagram, {{"k", {}, 0, 10}}, {experiment(times, {{"out x1", once}}), second});
  ASSERT_TRUE(found) << to_text(found.error());
  EXPECT_NEAR(found->search.x[0], 0.8, 1e-3);
  EXPECT_EQ(found->statistics.degrees, 41);
  EXPECT_EQ(found->fits.size(), 2u);
  const auto bounded = estimated(diagram, {{"k", {}, 0, 0.5}}, {experiment(times, {{"out x1", once}})});
  ASSERT_TRUE(bounded);
  EXPECT_EQ(bounded->search.x[0], 0.5);
  ASSERT_EQ(bounded->notes.size(), 1u);
  EXPECT_EQ(to_text(bounded->notes[0]),
            "k is at its bound: it has no interval (widen its bounds if it may go on)");
}

TEST(Estimation, ExactDerivativesComeToTheSameInFewerRuns) {
  const PredatorsAndPrey lv;
  const auto run = [&](bool differences) {
    auto estimation = Estimation::prepare(lv.diagram, library(), {{"a"}, {"b"}, {"c"}, {"d"}}, {lv.measured});
    if (differences) estimation->use_differences();
    return estimation->run();
  };
  const auto exact = run(false), differenced = run(true);
  ASSERT_TRUE(exact && differenced);
  EXPECT_EQ(exact->differences, "");
  EXPECT_NE(differenced->differences, "");
  for (std::size_t k = 0; k < 4; ++k) {
    EXPECT_NEAR(exact->search.x[k], differenced->search.x[k], 1e-6 * std::abs(exact->search.x[k]));
    EXPECT_NEAR(exact->statistics.standard_error[k], differenced->statistics.standard_error[k],
                1e-4 * exact->statistics.standard_error[k]);
    for (std::size_t i = 0; i < exact->search.residuals.size(); ++i)
      EXPECT_NEAR(exact->search.jacobian[k][i], differenced->search.jacobian[k][i],
                  2e-5 * std::abs(exact->search.jacobian[k][i]) + 1e-3);
  }
  RecordProperty("runs_exact", exact->runs);
  RecordProperty("runs_by_differences", differenced->runs);
  EXPECT_LT(2 * exact->runs, differenced->runs);
}

// What is compiled in cannot be differentiated: differences of runs, and why.
TEST(Estimation, WhereThereAreDifferencesOnlyItSaysSo) {
  ModelBuilder m;
  m.variable("T", "0.5").variable("k", "1");
  const Id one = m.block("sources/constant", "one"), gain = m.block("math/gain", "gain", {{"k", "k"}}),
           late = m.block("continuous/transport_delay", "late", {{"DelayTime", "T"}}),
           x = m.block("continuous/integrator", "x"), y = m.block("ports/outport", "y");
  m.connect(one, gain).connect(gain, x).connect(x, late).connect(late, y);
  m.set("Solver", "ode45");
  Values times, measured;
  for (int k = 0; k <= 20; ++k)
    times.push_back(0.1 * k), measured.push_back(2 * std::max(0.0, 0.1 * k - 0.5));
  const auto said = [&](std::vector<VariedParameter> parameters) {
    const auto found = estimated(m.diagram, std::move(parameters), {experiment(times, {{"y", measured}})});
    if (!found) return to_text(found.error());
    EXPECT_NEAR(found->search.x[0], 2, 1e-4);
    if (found->notes.empty() || found->notes.back().severity != Severity::Note) return std::string();
    return to_text(found->notes.back());
  };
  const std::string begin = "derivatives along the parameters are differences of runs: ";
  EXPECT_EQ(said({{"k"}}), begin + "late reads the past of a signal");
  EXPECT_EQ(said({{"k"}, {"T", 0.4, 0.1, 1}}), begin + "with another T the model is compiled again");
}

TEST(Estimation, WhatTheDataDoNotSayIsNamed) {
  const Diagram diagram = equations({"-k*m*u(1)"}, {"1"}, {{"k", "1"}, {"m", "1"}, {"idle", "3"}});
  Values times, y;
  for (int k = 0; k <= 20; ++k)
    times.push_back(0.1 * k), y.push_back(std::exp(-0.2 * k) + (k % 2 ? 1e-3 : -1e-3));
  const auto found = estimated(diagram, {{"k"}, {"m"}, {"idle"}}, {experiment(times, {{"out x1", y}})});
  ASSERT_TRUE(found) << to_text(found.error());
  EXPECT_NEAR(found->search.x[0] * found->search.x[1], 2, 0.01);
  std::string notes;
  for (const Diagnostic& note : found->notes) notes += to_text(note) + "\n";
  EXPECT_NE(notes.find("the data do not tell k and m apart (fix one of them, or measure something else)"),
            std::string::npos)
      << notes;
  EXPECT_NE(notes.find("idle has no influence on what was measured"), std::string::npos) << notes;
}

TEST(Estimation, WhatCannotBeEstimatedIsRefused) {
  const Diagram diagram = equations({"-k*u(1)"}, {"1"}, {{"k", "1"}, {"v", "[1 2]"}});
  const Experiment data = experiment({0, 1, 2}, {{"out x1", {1, 0.5, 0.2}}});
  const auto why = [&](std::vector<VariedParameter> parameters, std::vector<Experiment> experiments) {
    const auto found = estimated(diagram, std::move(parameters), std::move(experiments));
    return found ? "not refused" : to_text(found.error());
  };
  EXPECT_EQ(why({{"q"}}, {data}).substr(0, 2), "q:");
  EXPECT_NE(why({{"v"}}, {data}).find("v: it is no single number"), std::string::npos);
  EXPECT_NE(why({{"x1.Nothing"}}, {data}).find("x1.Nothing"), std::string::npos);
  EXPECT_EQ(why({{"k", {}, 2, 1}}, {data}), "k: its least value exceeds its greatest (exchange the bounds)");
  EXPECT_EQ(why({}, {data}), "there is no parameter to estimate (name at least one)");
  EXPECT_EQ(why({{"k"}}, {experiment({-1, 0}, {{"out x1", {1, 1}}})}),
            "data: its first time, -1 s, is before the start of the model's run (set StartTime to it)");
  EXPECT_EQ(why({{"k"}}, {experiment({1}, {{"out x1", {1}}})}),
            "1 samples do not determine 1 parameters and their errors (measure more, or estimate fewer "
            "parameters)");
  Diagram fixed = diagram;
  fixed.settings["Solver"] = "ode4";
  const auto refused = Estimation::prepare(fixed, library(), {{"k"}}, {data});
  ASSERT_FALSE(refused);
  EXPECT_NE(to_text(refused.error()).find("a solver with fixed steps does not come to the times"),
            std::string::npos);
  EXPECT_NE(why({{"k", -1e6}}, {data}).find("the model has no finite results at the starting values"),
            std::string::npos);
}

TEST(Estimation, ItStopsWhereItIsAskedTo) {
  const Diagram diagram = equations({"-k*u(1)"}, {"1"}, {{"k", "1"}});
  Values times, y;
  for (int k = 0; k < 100; ++k) times.push_back(0.1 * k), y.push_back(std::exp(-0.3 * k));
  const auto estimation =
      Estimation::prepare(diagram, library(), {{"k"}}, {experiment(times, {{"out x1", y}})});
  ASSERT_TRUE(estimation);
  bool stop = false;
  const Work work([&] { return stop; });
  EXPECT_THROW((void)estimation->run([&](const LeastSquaresStep&) { stop = true; }), WorkStopped);
}

// A chain of 10 lags, 5 parameters, 1,000 samples.
TEST(Estimation, ATenStateModelTakesLittleTime) {
  std::vector<std::string> rates{"k1*(1-u(1))"}, initial(10, "0");
  for (int k = 2; k <= 10; ++k) {
    const std::string i = std::to_string(k), before = std::to_string(k - 1);
    rates.push_back("k" + std::to_string((k - 1) / 2 + 1) + "*(u(" + before + ")-u(" + i + "))");
  }
  const Values truth{1, 1.5, 2, 2.5, 3};
  std::map<std::string, std::string> variables;
  for (int k = 0; k < 5; ++k)
    variables["k" + std::to_string(k + 1)] = to_text(truth[static_cast<std::size_t>(k)]);
  Diagram diagram = equations(rates, initial, variables);
  Values times;
  for (int k = 0; k < 500; ++k) times.push_back(0.04 * k);
  std::string text = "[";
  for (double t : times) text += to_text(t) + ' ';
  Diagram made = diagram;
  made.settings["OutputOption"] = "SpecifiedOutputTimes";
  made.settings["OutputTimes"] = text + "]";
  made.settings["StopTime"] = to_text(times.back());
  const auto run = ModelRun::prepare(made, library());
  ASSERT_TRUE(run) << to_text(run.error());
  ASSERT_EQ((*run)->execute().end, RunEnd::Finished);
  Values a, b;
  for (std::size_t k = 0; k < times.size(); ++k)
    a.push_back((*run)->log().value(4, k)), b.push_back((*run)->log().value(9, k));
  std::vector<VariedParameter> parameters;
  for (int k = 1; k <= 5; ++k) parameters.push_back({"k" + std::to_string(k), 1.8});
  // Measured to six digits.
  for (std::size_t k = 0; k < times.size(); ++k)
    a[k] += k % 2 ? 5e-7 : -5e-7, b[k] += k / 2 % 2 ? 5e-7 : -5e-7;
  diagram.settings["RelTol"] = "1e-8";
  for (const bool differences : {false, true}) {
    auto estimation = Estimation::prepare(diagram, library(), parameters,
                                          {experiment(times, {{"out x5", a}, {"out x10", b}})});
    ASSERT_TRUE(estimation) << to_text(estimation.error());
    if (differences) estimation->use_differences();
    const auto begin = std::chrono::steady_clock::now();
    const auto found = estimation->run();
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    ASSERT_TRUE(found) << to_text(found.error());
    const std::string how = differences ? "_by_differences" : "_exact";
    RecordProperty("milliseconds" + how, static_cast<int>(1000 * seconds));
    RecordProperty("runs" + how, found->runs);
    EXPECT_LT(found->search.sum, 1e-9);  // two of the lags may have changed places
  }
}

}  // namespace sim
