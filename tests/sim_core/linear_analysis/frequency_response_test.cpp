#include "sim_core/linear_analysis/frequency_response.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

namespace sim {

using Complex = std::complex<double>;

static std::vector<double> phase_of(const std::function<Complex(Complex)>& transfer) {
  std::vector<double> w;
  std::vector<Complex> h;
  for (int k = 0; k < 400; ++k) {
    w.push_back(std::pow(10, -3 + 6.0 * k / 399));
    h.push_back(transfer(Complex(0, w.back())));
  }
  return unwrapped_phase(w, h);
}

// Each begins where its low-frequency asymptote does: K/s^m at -90 m degrees, and half a turn on with K < 0.
TEST(UnwrappedPhase, BeginsAtTheAsymptote) {
  EXPECT_NEAR(phase_of([](Complex s) { return 1.0 / (s + 1.0); }).front(), 0, 0.1);
  EXPECT_NEAR(phase_of([](Complex s) { return -1.0 / (s + 1.0); }).front(), 180, 0.1);
  EXPECT_NEAR(phase_of([](Complex s) { return 1.0 / (s * (s + 1.0)); }).front(), -90, 0.1);
  EXPECT_NEAR(phase_of([](Complex s) { return -1.0 / (s * (s + 1.0)); }).front(), 90, 0.1);
  EXPECT_NEAR(phase_of([](Complex s) { return 1.0 / (s * s * (s + 1.0)); }).front(), -180, 0.1);
  EXPECT_NEAR(phase_of([](Complex s) { return (s + 1.0) / (s * s); }).front(), -180, 0.1);
  EXPECT_NEAR(phase_of([](Complex s) { return 1.0 / (s * s * s); }).front(), -270, 0.1);
  EXPECT_NEAR(phase_of([](Complex s) { return s; }).front(), 90, 0.1);
}

TEST(UnwrappedPhase, HasNoJumps) {
  const auto phase = phase_of([](Complex s) { return std::exp(-s) / (s * s * (s + 1.0)); });
  for (std::size_t k = 1; k < phase.size() && k < 200; ++k) EXPECT_LT(std::abs(phase[k] - phase[k - 1]), 90);
  EXPECT_NEAR(phase_of([](Complex s) { return 1.0 / (s * s * std::pow(s + 1.0, 3)); }).back(), -450, 0.5);
}

TEST(UnwrappedPhase, OfFewPoints) {
  EXPECT_TRUE(unwrapped_phase({}, {}).empty());
  const double w = 1;
  const Complex h(-1, 0);
  EXPECT_EQ(unwrapped_phase({&w, 1}, {&h, 1}), std::vector<double>{180});
}

}  // namespace sim
