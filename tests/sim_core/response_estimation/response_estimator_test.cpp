// Measured responses against closed forms, exact linear models and describing functions.
#include "sim_core/response_estimation/response_estimator.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cmath>
#include <complex>
#include <limits>
#include <numbers>

#include "sim_core/base/text.h"
#include "sim_core/blocks/standard_library.h"
#include "sim_core/linear_analysis/frequency_response.h"
#include "sim_core/linear_analysis/linearize.h"
#include "tests/support/model_builder.h"

namespace sim {

namespace {

using Complex = std::complex<double>;
constexpr double begin = -std::numeric_limits<double>::infinity();

const BlockLibrary& library() {
  static const BlockLibrary all = standard_library();
  return all;
}

EstimatedResponse estimated(const Diagram& diagram, const ResponseWishes& wishes, double t = begin,
                            const std::vector<AnalysisPoint>& points = {}) {
  const auto estimator = ResponseEstimator::prepare(diagram, library(), wishes, points);
  EXPECT_TRUE(estimator) << (estimator ? "" : to_text(estimator.error()));
  if (!estimator) return {};
  const auto start = estimator->reach({t});
  EXPECT_TRUE(start) << (start ? "" : to_text(start.error()));
  if (!start) return {};
  const auto response = estimator->estimate(start->front());
  EXPECT_TRUE(response) << (response ? "" : to_text(response.error()));
  if (!response) return {};
  EXPECT_TRUE(response->finished);
  return *response;
}

// Between an Inport and an Outport.
ModelBuilder between_ports(const std::string& type, std::map<std::string, std::string> parameters) {
  ModelBuilder m;
  const Id in = m.block("ports/inport", "u"), plant = m.block(type, "plant", std::move(parameters));
  m.connect(in, plant).connect(plant, m.block("ports/outport", "y"));
  return m;
}

void expect_response(const EstimatedResponse& response, const std::function<Complex(double)>& exact,
                     double tolerance) {
  ASSERT_FALSE(response.points.empty());
  for (const EstimatedPoint& point : response.points) {
    ASSERT_EQ(point.message, "") << point.frequency;
    const Complex h = exact(point.frequency);
    EXPECT_LT(std::abs(point.values.at(0) - h), tolerance * std::abs(h))
        << point.frequency << " rad/s: " << point.values[0] << " in place of " << h;
  }
}

ResponseWishes exacting(std::vector<double> frequencies) {
  ResponseWishes wishes;
  wishes.frequencies = std::move(frequencies);
  wishes.amplitude = 1;
  wishes.settle_time = 40;
  wishes.agreement = 1e-7;
  return wishes;
}

// 2 / (s^2 + 0.8 s + 4), with a resonance.
Complex resonant(double w) {
  const Complex s(0, w);
  return 2.0 / (s * s + 0.8 * s + 4.0);
}
const std::map<std::string, std::string> resonant_plant = {{"Numerator", "[2]"},
                                                           {"Denominator", "[1 0.8 4]"}};

}  // namespace

TEST(ResponseEstimator, ALinearPlantWithVariableSteps) {
  const ModelBuilder m = between_ports("continuous/transfer_fcn", resonant_plant);
  expect_response(estimated(m.diagram, exacting({0.1, 0.5, 1.9, 2, 6, 30, 200})), resonant, 1e-6);
}

TEST(ResponseEstimator, ALinearPlantWithFixedSteps) {
  ModelBuilder m = between_ports("continuous/transfer_fcn", resonant_plant);
  m.set("Solver", "ode5").set("FixedStep", "0.01");
  expect_response(estimated(m.diagram, exacting({0.3, 1.7, 2, 11})), resonant, 1e-6);
}

TEST(ResponseEstimator, AStiffPlantWithAnImplicitSolver) {
  ModelBuilder m =
      between_ports("continuous/transfer_fcn", {{"Numerator", "[1e4]"}, {"Denominator", "[1 10001 10000]"}});
  m.set("Solver", "ode15s");
  const auto exact = [](double w) { return 1e4 / ((Complex(0, w) + 1.0) * (Complex(0, w) + 1e4)); };
  expect_response(estimated(m.diagram, exacting({0.1, 1, 20})), exact, 1e-6);
}

// All frequencies in one run.
TEST(ResponseEstimator, ASweepAndNoiseGiveTheSameResponse) {
  const ModelBuilder m = between_ports("continuous/transfer_fcn", resonant_plant);
  ResponseWishes wishes = exacting(spaced_frequencies(0.25, 16, 12));
  for (const ExcitationKind kind : {ExcitationKind::Sweep, ExcitationKind::Noise}) {
    wishes.excitation = kind;
    const EstimatedResponse response = estimated(m.diagram, wishes);
    EXPECT_GE(response.points.size(), 10u);
    expect_response(response, resonant, 1e-6);
  }
}

TEST(ResponseEstimator, ADelayIsExact) {
  const ModelBuilder m = between_ports("continuous/transport_delay", {{"DelayTime", "0.35"}});
  expect_response(
      estimated(m.diagram, exacting({0.2, 3, 25})), [](double w) { return std::exp(Complex(0, -0.35 * w)); },
      1e-6);
}

// An integrator's output drifts by what it began with, and that of two runs away evenly.
TEST(ResponseEstimator, ADriftIsTakenOut) {
  ModelBuilder m;
  const Id in = m.block("ports/inport", "u"), v = m.block("continuous/integrator", "v", {{"x0", "3"}}),
           x = m.block("continuous/integrator", "x");
  m.connect(in, v).connect(v, x).connect(x, m.block("ports/outport", "y"));
  expect_response(
      estimated(m.diagram, exacting({0.5, 4})), [](double w) { return -1 / (w * w); }, 1e-6);
}

// (2 / pi) (asin(1 / A) + sqrt(1 - 1 / A^2) / A) of an amplitude A beyond the limits of 1.
TEST(ResponseEstimator, ASaturationHasItsDescribingFunction) {
  const ModelBuilder m =
      between_ports("discontinuities/saturation", {{"UpperLimit", "1"}, {"LowerLimit", "-1"}});
  ResponseWishes wishes = exacting({3});
  wishes.settle_time = 0;
  for (const double amplitude : {0.5, 1.5, 4.0}) {
    wishes.amplitude = amplitude;
    const double a = std::max(1.0, amplitude);
    const double gain = 2 / std::numbers::pi * (std::asin(1 / a) + std::sqrt(1 - 1 / (a * a)) / a);
    expect_response(
        estimated(m.diagram, wishes), [&](double) { return Complex(gain); }, 1e-6);
  }
}

TEST(ResponseEstimator, ADiscretePlantIsSampled) {
  ModelBuilder m =
      between_ports("discrete/discrete_transfer_fcn",
                    {{"Numerator", "[0.3]"}, {"Denominator", "[1 -0.7]"}, {"SampleTime", "0.1"}});
  const auto exact = [](double w) { return 0.3 / (std::exp(Complex(0, 0.1 * w)) - 0.7); };
  for (const char* solver : {"discrete", "ode45", "ode4"}) {
    m.set("Solver", solver);
    const EstimatedResponse response = estimated(m.diagram, exacting({0.3, 2, 13, 29, 31}));
    EXPECT_EQ(response.sample_time, 0.1) << solver;
    expect_response(response, exact, 1e-9);
  }
}

// A controller that samples, and a plant that does not: the response from hit to hit.
TEST(ResponseEstimator, ASampledLoopAgreesWithItsExactMap) {
  ModelBuilder m;
  const Id in = m.block("ports/inport", "r"), sum = m.block("math/sum", "e", {{"signs", "+-"}});
  const Id hold = m.block("discrete/zero_order_hold", "hold", {{"SampleTime", "0.2"}});
  const Id gain = m.block("math/gain", "k", {{"k", "1.5"}});
  const Id plant =
      m.block("continuous/transfer_fcn", "plant", {{"Numerator", "[1]"}, {"Denominator", "[1 1.2 1]"}});
  m.connect(in, sum, 0).connect(sum, hold).connect(hold, gain).connect(gain, plant).connect(plant, sum, 1);
  m.connect(plant, m.block("ports/outport", "y"));
  ResponseWishes wishes = exacting({0.4, 2.1, 9});
  wishes.sample_time = 0;
  const auto linearizer = Linearizer::prepare(m.diagram, library());
  ASSERT_TRUE(linearizer);
  const auto map = linearizer->sampled_at(linearizer->reach({0})->front(), 0);
  ASSERT_TRUE(map);
  const FrequencyResponse exact(*map);
  expect_response(
      estimated(m.diagram, wishes), [&](double w) { return exact(w).front(); }, 1e-6);
}

// A converter that switches 20,000 times a second, by a comparison of its duty with a saw-tooth. Below a
// tenth of that the averaged model has its response: V / (1 + s L / R + s^2 L C).
TEST(ResponseEstimator, ASwitchingConverterHasTheResponseOfItsAverage) {
  const double V = 24, L = 1e-4, C = 2e-4, R = 3;
  ModelBuilder m;
  const Id duty = m.block("ports/inport", "duty", {{"ModelInput", "0.4"}}),
           saw = m.block("sources/repeating_sequence", "saw",
                         {{"TimeValues", "[0 5e-5]"}, {"OutValues", "[0 1]"}});
  const Id compared = m.block("math/sum", "compared", {{"signs", "+-"}});
  const Id on = m.block("sources/constant", "on", {{"Value", "24"}}),
           off = m.block("sources/constant", "off", {{"Value", "0"}});
  const Id gate = m.block("routing/switch", "gate");
  m.connect(duty, compared, 0).connect(saw, compared, 1);
  m.connect(on, gate, 0).connect(compared, gate, 1).connect(off, gate, 2);
  const Id filter = m.block("continuous/transfer_fcn", "filter",
                            {{"Numerator", "[1]"}, {"Denominator", "[2e-8 1e-4/3 1]"}});
  m.connect(gate, filter).connect(filter, m.block("ports/outport", "voltage"));
  m.set("MaxStep", "1e-5");
  ResponseWishes wishes;
  wishes.frequencies = spaced_frequencies(600, 2 * std::numbers::pi * 2000, 5);
  wishes.round_to = 5e-5;
  wishes.amplitude = 0.02;
  wishes.settle_time = 6e-3;
  const EstimatedResponse response = estimated(m.diagram, wishes, 5e-3);
  const auto averaged = [&](double w) {
    const Complex s(0, w);
    return V / (1.0 + s * L / R + s * s * L * C);
  };
  expect_response(response, averaged, 2e-3);
  // The linear model sees none of it: a comparison has no derivative.
  const auto linear = linearize(m.diagram, library(), 5e-3);
  ASSERT_TRUE(linear);
  EXPECT_EQ(std::abs(frequency_response(*linear, 0, 0, wishes.frequencies)[0]), 0);
}

// Loops are opened where their marks say, at the values that the signals have at the point.
TEST(ResponseEstimator, PointsMeanWhatTheyMeanToALinearModel) {
  ModelBuilder m;
  const Id reference = m.block("sources/constant", "r", {{"Value", "2"}}),
           sum = m.block("math/sum", "e", {{"signs", "+-"}});
  const Id controller =
      m.block("continuous/transfer_fcn", "controller", {{"Numerator", "[3 2]"}, {"Denominator", "[0.1 1]"}});
  const Id plant =
      m.block("continuous/transfer_fcn", "plant", {{"Numerator", "[1]"}, {"Denominator", "[1 1.5 1]"}});
  m.connect(reference, sum, 0).connect(sum, controller).connect(controller, plant).connect(plant, sum, 1);
  m.set("RelTol", "1e-10");
  ResponseWishes wishes = exacting({0.3, 2, 9});
  wishes.agreement = 1e-6;
  for (const PointKind kind :
       {PointKind::LoopTransfer, PointKind::Sensitivity, PointKind::ComplementarySensitivity}) {
    const std::vector<AnalysisPoint> points = {{{plant, 0}, kind}};
    const auto linearizer = Linearizer::prepare(m.diagram, library(), points);
    ASSERT_TRUE(linearizer);
    const auto linear = linearizer->at(linearizer->reach({60})->front());
    ASSERT_TRUE(linear);
    const FrequencyResponse exact(*linear);
    expect_response(
        estimated(m.diagram, wishes, 60, points), [&](double w) { return exact(w).front(); }, 2e-6);
  }
}

// From each input to each output, elements of vectors too.
TEST(ResponseEstimator, EveryInputIsDrivenAlone) {
  ModelBuilder m;
  const Id both = m.block("routing/mux", "both"),
           mix = m.block("math/gain", "mix", {{"k", "[1 2; 3 4; 5 6]"}, {"Multiplication", "matrix K*u"}});
  m.connect(m.block("sources/constant", "a"), both, 0).connect(m.block("sources/constant", "b"), both, 1);
  const Id lag = m.block("continuous/transfer_fcn", "lag", {{"Numerator", "[1]"}, {"Denominator", "[1 1]"}});
  m.connect(both, mix).connect(mix, lag).connect(lag, m.block("sinks/scope", "scope"));
  const EstimatedResponse response = estimated(
      m.diagram, exacting({0.7}), begin, {{{both, 0}, PointKind::Input}, {{lag, 0}, PointKind::Output}});
  ASSERT_EQ(response.inputs, (std::vector<std::string>{"both[1]", "both[2]"}));
  ASSERT_EQ(response.outputs.size(), 3u);
  ASSERT_EQ(response.points.size(), 2u);
  for (int j = 0; j < 2; ++j)
    for (int i = 0; i < 3; ++i) {
      const Complex exact = (2.0 * i + j + 1) / Complex(1, 0.7);
      const EstimatedPoint& point = response.points[static_cast<std::size_t>(j)];
      EXPECT_EQ(point.input, j);
      EXPECT_LT(std::abs(point.values.at(static_cast<std::size_t>(i)) - exact), 1e-6 * std::abs(exact));
    }
}

TEST(ResponseEstimator, WhatCannotBeMeasuredIsSaid) {
  const ModelBuilder m = between_ports("continuous/transfer_fcn", resonant_plant);
  const auto refused = [](const Diagram& diagram, const ResponseWishes& wishes) {
    const auto estimator = ResponseEstimator::prepare(diagram, library(), wishes);
    return estimator ? std::string("it was not refused") : to_text(estimator.error());
  };
  ResponseWishes wishes = exacting({1});
  wishes.amplitude = 0;
  EXPECT_EQ(refused(m.diagram, wishes),
            "an amplitude of 0 excites nothing that can be measured "
            "(write a number above 0, small enough that the model stays linear)");
  EXPECT_EQ(refused(m.diagram, exacting({})),
            "there are no frequencies (write frequencies in rad/s, such as 1:1000)");
  EXPECT_EQ(refused(m.diagram, exacting({1, -2})),
            "a frequency of -2 rad/s cannot be measured (write frequencies in rad/s, such as 1:1000)");
  ModelBuilder closed;
  closed.connect(closed.block("sources/constant", "c"), closed.block("sinks/scope", "scope"));
  EXPECT_EQ(refused(closed.diagram, exacting({1})),
            "no analysis point adds an input (mark a signal by a right click on its line, or name signals)");
}

TEST(ResponseEstimator, AnUnstableModelIsSaid) {
  const ModelBuilder m =
      between_ports("continuous/transfer_fcn", {{"Numerator", "[1]"}, {"Denominator", "[1 -1]"}});
  ResponseWishes wishes;
  wishes.frequencies = {0.5};
  const EstimatedResponse growing = estimated(m.diagram, wishes);
  ASSERT_EQ(growing.points.size(), 1u);
  EXPECT_NE(growing.points[0].message.find("unstable"), std::string::npos)
      << '"' << growing.points[0].message << '"';
}

TEST(ResponseEstimator, FixedStepsThatAreTooLongAreSaid) {
  ModelBuilder m = between_ports("continuous/transfer_fcn", resonant_plant);
  m.set("Solver", "ode4").set("FixedStep", "0.1");
  const EstimatedResponse response = estimated(m.diagram, exacting({1, 20}));
  ASSERT_EQ(response.points.size(), 2u);
  EXPECT_EQ(response.points[0].message, "");
  EXPECT_EQ(response.points[1].message.substr(0, 60),
            "FixedStep: a wave of 20 rad/s has less than 8 steps of 0.1 s");
  EXPECT_TRUE(response.points[1].values.empty());
}

TEST(ResponseEstimator, ItStopsWithWhatItHas) {
  const ModelBuilder m = between_ports("continuous/transfer_fcn", resonant_plant);
  ResponseWishes wishes = exacting({1e-6, 5, 6, 7});  // the lowest would take minutes
  const auto estimator = ResponseEstimator::prepare(m.diagram, library(), wishes);
  ASSERT_TRUE(estimator);
  const auto start = estimator->reach({begin});
  ASSERT_TRUE(start);
  std::atomic<bool> stop = false;
  std::chrono::steady_clock::time_point asked;
  ResponseOptions options;
  options.jobs = 1;
  options.stop = [&] { return stop.load(); };
  options.point = [&](const EstimatedPoint&, std::size_t done, std::size_t all) {
    EXPECT_EQ(all, 4u);
    if (done == 3) stop = true, asked = std::chrono::steady_clock::now();
  };
  const auto response = estimator->estimate(start->front(), options);
  ASSERT_TRUE(response);
  EXPECT_FALSE(response->finished);
  ASSERT_EQ(response->points.size(), 3u);
  EXPECT_EQ(response->points.front().frequency, 5);
  EXPECT_LT(std::chrono::duration<double>(std::chrono::steady_clock::now() - asked).count(), 0.1);
}

}  // namespace sim
