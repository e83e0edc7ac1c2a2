#include "sim_core/signal_analysis/transitions.h"

#include <gtest/gtest.h>

#include "tests/sim_core/signal_analysis/signals.h"

namespace sim::analysis {

using std::numbers::pi;

TEST(Transitions, OfASquareWave) {
  const Recorded r = square_wave(0.4, 0.3, 5, 20);
  const auto t = transitions(r.samples(), {0, 8});
  ASSERT_TRUE(t);
  EXPECT_NEAR(t->levels.low, 0, 1e-9);
  EXPECT_NEAR(t->levels.high, 5, 1e-9);
  EXPECT_EQ(t->rising, 19u);  // that at the window's begin is not seen
  EXPECT_EQ(t->falling, 20u);
  EXPECT_NEAR(*t->period, 0.4, 1e-12);
  EXPECT_NEAR(*t->frequency(), 2.5, 1e-10);
  EXPECT_NEAR(*t->duty_cycle, 0.3, 1e-12);
  EXPECT_NEAR(*t->rise_time, 0, 1e-12);
  EXPECT_NEAR(*t->fall_time, 0, 1e-12);
  EXPECT_NEAR(*t->overshoot, 0, 1e-9);
  EXPECT_NEAR(*t->undershoot, 0, 1e-9);
  EXPECT_NEAR(*t->settling_time, 0, 1e-12);
}

TEST(Transitions, OfATrapezoidAreInterpolated) {
  Recorded r;
  for (int k = 0; k < 5; ++k)
    r.add(10 * k, -1), r.add(10 * k + 2, -1), r.add(10 * k + 3, 1), r.add(10 * k + 7, 1),
        r.add(10 * k + 9, -1);
  const auto t = transitions(r.samples(), {0, 49});
  ASSERT_TRUE(t);
  // The levels' bins of the histogram hold a little of the ramps too.
  EXPECT_NEAR(*t->rise_time, 0.8, 1e-4);
  EXPECT_NEAR(*t->fall_time, 1.6, 1e-4);
  EXPECT_NEAR(*t->period, 10, 1e-9);
  EXPECT_NEAR(*t->duty_cycle, 0.55, 1e-5);     // from 2.5 to 8
  EXPECT_NEAR(*t->settling_time, 0.96, 1e-4);  // from 50 % to 98 %, the slower one
}

TEST(Transitions, OfAnExponentialRise) {
  const Recorded r = record([](double t) { return t < 1 ? 0 : 1 - std::exp(1 - t); }, 0, 41, 100'001);
  const auto t = transitions(r.samples(), {0, 41});
  ASSERT_TRUE(t);
  EXPECT_NEAR(*t->rise_time, std::log(9.0), 2e-3);
  EXPECT_NEAR(*t->settling_time, std::log(0.5 / 0.02), 1e-2);
  EXPECT_NEAR(*t->overshoot, 0, 0.05);
  EXPECT_FALSE(t->period);
  EXPECT_FALSE(t->fall_time);
}

// 1/(s^2 + 2 zeta s + 1): the overshoot is exp(-pi zeta / sqrt(1 - zeta^2)), the dip behind it its square.
TEST(Transitions, OfADampedOscillation) {
  const double zeta = 0.3, w = std::sqrt(1 - zeta * zeta);
  const auto response = [&](double t) {
    return t < 5 ? 0
                 : 1 - std::exp(-zeta * (t - 5)) * (std::cos(w * (t - 5)) + zeta / w * std::sin(w * (t - 5)));
  };
  const Recorded r = record(response, 0, 105, 200'001);
  const auto t = transitions(r.samples(), {0, 105});
  ASSERT_TRUE(t);
  const double over = std::exp(-pi * zeta / w);
  EXPECT_NEAR(*t->overshoot, 100 * over, 0.3);
  EXPECT_NEAR(*t->undershoot, 100 * over * over, 0.3);
  // Behind the last extreme beyond 2 %: the third, at 3 pi / w, is 5 %, the fourth 1.9 %.
  double settled = 0, middle = 0;
  for (double at = 5; at < 40; at += 1e-4) {
    if (middle == 0 && response(at) >= 0.5) middle = at;
    if (std::abs(response(at) - 1) > 0.02) settled = at;
  }
  EXPECT_NEAR(*t->settling_time, settled - middle, 0.05);
}

TEST(Transitions, NoiseNearTheMiddleIsNoTransition) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> noise(-0.06, 0.06);
  const Recorded r = record([&](double t) { return std::tanh(8 * std::sin(2 * pi * t)) + noise(random); }, 0,
                            10.25, 100'001);
  const auto t = transitions(r.samples(), {0, 10.25});
  ASSERT_TRUE(t);
  EXPECT_EQ(t->falling, 10u);
  EXPECT_NEAR(*t->period, 1, 2e-3);
  EXPECT_NEAR(*t->duty_cycle, 0.5, 5e-3);
}

TEST(Transitions, AConstantHasNone) {
  const Recorded r = record([](double) { return 4; }, 0, 1, 10);
  EXPECT_FALSE(transitions(r.samples(), {0, 1}));
  EXPECT_FALSE(levels(Samples{}, {0, 1}));
}

}  // namespace sim::analysis
