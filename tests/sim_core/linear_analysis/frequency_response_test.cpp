#include "sim_core/linear_analysis/frequency_response.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <functional>

#include "sim_core/linear_analysis/dense_matrix.h"
#include "sim_core/linear_analysis/margins.h"
#include "tests/sim_core/linear_analysis/linear_support.h"

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

// An integrator and two lags in coordinates in which rounding takes the pole off 0. One channel has the
// integrator, one has it not, one differentiates.
static LinearModel rounded_integrator(unsigned seed, double fastest) {
  using Eigen::MatrixXd;
  std::srand(seed);
  const MatrixXd q = MatrixXd::Random(3, 3).householderQr().householderQ();
  const MatrixXd poles = Eigen::Vector3d(0, -1, -fastest).asDiagonal();
  MatrixXd b(3, 3), c(1, 3), d = MatrixXd::Zero(1, 3);
  b << 1, 0, 0,  //
      1, 1, 1,   //
      0, 2, 0;
  c << 1, 1, 1;
  d(0, 2) = -1;  // 1/(s + 1) - 1 = -s/(s + 1)
  return linear_model(from_dense(MatrixXd(q * poles * q.transpose())), from_dense(MatrixXd(q * b)),
                      from_dense(MatrixXd(c * q.transpose())), from_dense(d));
}

TEST(FrequencyResponse, AtZeroKnowsAnIntegratorFromRounding) {
  for (const double fastest : {2.0, 1e3, 1e6})
    for (unsigned seed = 1; seed <= 20; ++seed) {
      const auto at_zero = FrequencyResponse(rounded_integrator(seed, fastest))(0);
      EXPECT_FALSE(std::isfinite(std::abs(at_zero[0]))) << seed << " " << at_zero[0];
      if (fastest > 1e3) continue;  // rounding of the matrix is then more than rounding of the slow poles
      EXPECT_NEAR(std::abs(at_zero[1] - (1 + 2 / fastest)), 0, 1e-6) << seed << " " << at_zero[1];
      EXPECT_NEAR(std::abs(at_zero[2]), 0, 1e-6) << seed << " " << at_zero[2];
    }
}

// What is slow is no integrator, with other dynamics twelve decades faster too.
TEST(FrequencyResponse, AtZeroIsThatOfSlowPoles) {
  for (const double slow : {1e-2, 1e-5, 1e-9}) {
    const LinearModel model = linear_model(matrix({{-slow, 1e3}, {0, -1e3}}), matrix({{0}, {1}}),
                                           matrix({{slow, 0}}), matrix({{0}}));
    EXPECT_NEAR(FrequencyResponse(model)(0)[0].real(), 1, 1e-9) << slow;
  }
}

// (s + 1)^2 / s (1 / (s + 1)^2), closed: no phase of -180 degrees anywhere.
TEST(Margins, AnIntegratorHasNoGainMarginAtZero) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    const LinearModel model = rounded_integrator(seed, 100);
    const Margins found = margins(model, 0, 0);
    EXPECT_FALSE(found.gain_at_zero) << found.gain_at_zero->value;
    EXPECT_TRUE(found.gain.empty());
  }
}

}  // namespace sim
