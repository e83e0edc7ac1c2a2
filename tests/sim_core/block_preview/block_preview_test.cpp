// What blocks do, as curves.
#include "sim_core/block_preview/block_preview.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>

#include "sim_core/block_preview/frequency_response.h"
#include "sim_core/block_preview/preview_span.h"
#include "tests/sim_core/block_preview/inspect_library.h"

namespace sim {

using Kind = BlockPreview::Kind;

static BlockPreview preview(const std::string& type, std::map<std::string, std::string> parameters = {}) {
  PreviewLimits patient;  // sanitizers are slow
  patient.seconds = 60;
  return block_preview(
      {type, std::move(parameters)}, inspected_library(), [] { return true; }, patient);
}

TEST(BlockPreview, OfASineIsAFewOfItsPeriods) {
  const auto p = preview("sources/sine_wave", {{"frequency", "2*pi*50"}, {"amplitude", "3"}});
  ASSERT_EQ(p.kind, Kind::OverTime);
  const PreviewCurve& curve = p.curves.at(0);
  EXPECT_NEAR(curve.x.back(), 0.06, 1e-9);
  for (std::size_t k = 0; k < curve.x.size(); ++k)
    EXPECT_NEAR(curve.y[k], 3 * std::sin(2 * M_PI * 50 * curve.x[k]), 1e-9);
}

TEST(BlockPreview, OfAStepShowsTheJump) {
  const auto p = preview("sources/step", {{"time", "0.001"}});
  ASSERT_EQ(p.kind, Kind::OverTime);
  EXPECT_NEAR(p.curves.at(0).x.back(), 0.002, 1e-12);
  EXPECT_EQ(p.curves.at(0).y.front(), 0);
  EXPECT_EQ(p.curves.at(0).y.back(), 1);
}

TEST(BlockPreview, OfASaturationReachesBeyondItsLimits) {
  const auto p = preview("discontinuities/saturation", {{"upper", "20"}, {"lower", "10"}});
  ASSERT_EQ(p.kind, Kind::OverInput);
  const PreviewCurve& curve = p.curves.at(0);
  EXPECT_NEAR(curve.x.front(), 5, 1e-9);
  EXPECT_NEAR(curve.x.back(), 25, 1e-9);
  for (std::size_t k = 0; k < curve.x.size(); ++k)
    EXPECT_NEAR(curve.y[k], std::clamp(curve.x[k], 10.0, 20.0), 1e-9);
}

TEST(BlockPreview, OfARelayGoesUpAndDown) {
  const auto p = preview("discontinuities/relay", {{"OnSwitchValue", "1"}, {"OffSwitchValue", "-1"}});
  ASSERT_EQ(p.kind, Kind::OverInput);
  const PreviewCurve& curve = p.curves.at(0);
  EXPECT_EQ(curve.x.front(), curve.x.back());
  bool off = false, on = false;
  for (std::size_t k = 0; k < curve.x.size(); ++k)
    if (std::abs(curve.x[k]) < 0.5) (curve.y[k] > 0.5 ? on : off) = true;
  EXPECT_TRUE(off && on);
}

TEST(BlockPreview, OfATableRunsAlongItsBreakpoints) {
  const auto p =
      preview("lookup_tables/lookup_1d", {{"BreakpointsForDimension1", "[0 100]"}, {"Table", "[1 3]"}});
  ASSERT_EQ(p.kind, Kind::OverInput);
  EXPECT_NEAR(p.curves.at(0).x.front(), -15, 1e-9);
  EXPECT_NEAR(p.curves.at(0).y.back(), 1 + 2 * 1.15, 1e-9);
}

TEST(BlockPreview, OfATransferFunctionIsItsStepResponseAndItsMagnitude) {
  const auto p = preview("continuous/transfer_fcn", {{"Numerator", "[1]"}, {"Denominator", "[0.01 1]"}});
  ASSERT_EQ(p.kind, Kind::StepResponse);
  const PreviewCurve& curve = p.curves.at(0);
  EXPECT_NEAR(curve.x.back(), 0.06, 1e-9);
  for (std::size_t k = 0; k < curve.x.size(); ++k)
    EXPECT_NEAR(curve.y[k], 1 - std::exp(-100 * curve.x[k]), 2e-3);
  const PreviewCurve& magnitude = p.magnitude.at(0);
  for (std::size_t k = 0; k < magnitude.x.size(); ++k)
    EXPECT_NEAR(magnitude.y[k], -10 * std::log10(1 + std::pow(magnitude.x[k] / 100, 2)), 1e-6);
}

TEST(BlockPreview, OfADigitalFilterIsItsResponseSampleBySample) {
  const auto p = preview("discrete/discrete_filter", {{"Numerator", "[0.5]"}, {"Denominator", "[1 -0.5]"}});
  ASSERT_EQ(p.kind, Kind::StepResponse);
  const PreviewCurve& curve = p.curves.at(0);
  EXPECT_TRUE(curve.staircase);
  for (std::size_t k = 0; k < curve.y.size(); ++k)
    EXPECT_NEAR(curve.y[k], 1 - std::pow(0.5, static_cast<double>(k) + 1), 1e-9);
  ASSERT_FALSE(p.magnitude.empty());
  EXPECT_NEAR(p.magnitude.at(0).y.back(), 20 * std::log10(0.5 / 1.5), 1e-6);  // at half the rate
}

TEST(BlockPreview, CurvesAreNamedByTheOutputs) {
  const auto p = preview("continuous/second_order_integrator");
  ASSERT_EQ(p.curves.size(), 2u);
  EXPECT_EQ(p.curves[0].name, "x");
  EXPECT_EQ(p.curves[1].name, "dx");
}

TEST(BlockPreview, VariablesOfTheModelMayBeUsed) {
  BlockQuestion question{"math/gain", {{"k", "K"}}};
  question.variables[Id{7}] = Variable{"K", "-4", {}, {}, {}};
  const auto p = block_preview(question, inspected_library(), [] { return true; });
  ASSERT_EQ(p.kind, Kind::OverInput);
  EXPECT_NEAR(p.curves.at(0).y.back(), -20, 1e-9);
}

TEST(BlockPreview, ThereIsNoneWhereItWouldSayNothing) {
  EXPECT_EQ(preview("sources/constant").kind, Kind::None);
  EXPECT_EQ(preview("math/sum").kind, Kind::None);
  EXPECT_EQ(preview("sinks/scope").kind, Kind::None);
  EXPECT_EQ(preview("attributes/signal_specification").kind, Kind::None);
  EXPECT_EQ(preview("driveline/clutch").kind, Kind::None);
  EXPECT_EQ(preview("math/gain", {{"k", "1 +"}}).kind, Kind::None);
  EXPECT_EQ(preview("no/such").kind, Kind::None);
}

TEST(BlockPreview, EndsWhereNobodyWantsItAnyMore) {
  EXPECT_EQ(block_preview({"sources/sine_wave", {}}, inspected_library(), [] { return false; }).kind,
            Kind::None);
}

TEST(BlockPreview, TakesNoLongerThanItMay) {
  // A hundred thousand jumps.
  const auto begin = std::chrono::steady_clock::now();
  PreviewLimits limits;
  limits.seconds = 0.2;
  block_preview(
      {"discontinuities/quantizer", {{"QuantizationInterval", "[1e-9 1000]"}}}, inspected_library(),
      [] { return true; }, limits);
  EXPECT_LT(std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count(), 3);
}

TEST(BlockPreview, OfEveryBlockIsFiniteInSizeAndQuick) {
  for (const BlockType* type : inspected_library().all()) {
    const auto begin = std::chrono::steady_clock::now();
    const auto p = block_preview({type->id, {}}, inspected_library(), [] { return true; });
    EXPECT_LT(std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count(), 4) << type->id;
    for (const PreviewCurve& curve : p.curves) {
      EXPECT_EQ(curve.x.size(), curve.y.size()) << type->id;
      EXPECT_LE(curve.x.size(), 2001u) << type->id;
    }
  }
}

TEST(SampledMagnitude, NeedsAResponseThatSettles) {
  std::vector<double> ramp;
  for (int k = 0; k < 100; ++k) ramp.push_back(k);
  EXPECT_FALSE(sampled_magnitude(ramp, 1));
}

}  // namespace sim
