#include "sim_core/response_estimation/phasor_fit.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace sim {

namespace {

constexpr double turn = 2 * std::numbers::pi;

// Means over a period from s on, by the trapezoidal rule, which is exact for what repeats itself.
PeriodMeans means(double s, const std::vector<double>& harmonics, const std::function<double(double)>& y) {
  constexpr int parts = 200'000;
  PeriodMeans out;
  out.sine.resize(harmonics.size()), out.cosine.resize(harmonics.size());
  for (int k = 0; k <= parts; ++k) {
    const double at = s + static_cast<double>(k) / parts, weight = (k == 0 || k == parts ? 0.5 : 1.0) / parts;
    out.value += weight * y(at);
    for (std::size_t h = 0; h < harmonics.size(); ++h) {
      out.sine[h] += weight * y(at) * std::sin(turn * harmonics[h] * at);
      out.cosine[h] += weight * y(at) * std::cos(turn * harmonics[h] * at);
    }
  }
  return out;
}

}  // namespace

// A drift, and a harmonic that nobody asks for, bias nothing.
TEST(PhasorFit, OfPeriods) {
  const std::vector<double> harmonics{1, 4};
  const auto y = [](double s) {
    return 7 + 0.3 * s + 2 * std::sin(turn * s) - std::cos(turn * s) + 0.5 * std::sin(turn * 4 * s) +
           0.9 * std::sin(turn * 3 * s);
  };
  std::vector<PeriodMeans> periods;
  for (int k = 2; k < 5; ++k) periods.push_back(means(k, harmonics, y));
  EXPECT_NEAR(drift_of(periods), 0.3, 1e-9);
  const Phasors found = phasors_of(periods, harmonics, 0.3);
  EXPECT_NEAR(std::abs(found[0] - std::complex<double>(2, -1)), 0, 1e-9);
  EXPECT_NEAR(std::abs(found[1] - 0.5), 0, 1e-9);
}

TEST(PhasorFit, OfSamplesThatDivideNoPeriod) {
  const std::vector<double> harmonics{1};
  std::vector<double> s, y;
  for (int k = 0; k < 17; ++k) {
    s.push_back(0.37 * k);
    y.push_back(4 - s.back() + 3 * std::sin(turn * s.back()) + std::cos(turn * s.back()));
  }
  const auto found = phasors_of_samples(s, y, harmonics);
  ASSERT_TRUE(found);
  EXPECT_NEAR(std::abs(found->front() - std::complex<double>(3, 1)), 0, 1e-12);
}

// At half the sample rate a sine is zero at every sample.
TEST(PhasorFit, TooFewSamplesAreNone) {
  const std::vector<double> harmonics{1}, few{0, 0.3, 0.6}, values{1, 2, 3};
  EXPECT_FALSE(phasors_of_samples(few, values, harmonics));
  std::vector<double> half, zeros(20, 0.0);
  for (int k = 0; k < 20; ++k) half.push_back(0.5 * k);
  EXPECT_FALSE(phasors_of_samples(half, zeros, harmonics));
}

}  // namespace sim
