#include "sim_core/response_estimation/excitation.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace sim {

TEST(Excitation, SinesAreOneARun) {
  const auto all = excitations(ExcitationKind::Sines, {10, 1, 10}, 0, 1);
  ASSERT_TRUE(all);
  ASSERT_EQ(all->size(), 2u);
  EXPECT_DOUBLE_EQ(all->front().frequency(0), 1);
  EXPECT_DOUBLE_EQ(all->back().frequency(0), 10);
}

TEST(Excitation, PeriodsAreMultiplesOfASwitch) {
  const auto all = excitations(ExcitationKind::Sines, {1000, 3000}, 1e-4, 1);
  ASSERT_TRUE(all);
  for (const Excitation& each : *all) EXPECT_NEAR(each.period / 1e-4, std::round(each.period / 1e-4), 1e-9);
  const auto fast = excitations(ExcitationKind::Sines, {1e5}, 1e-4, 1);
  ASSERT_FALSE(fast);
  EXPECT_EQ(to_text(fast.error()),
            "a period of 100000 rad/s is less than two times 0.0001 s (choose lower frequencies)");
}

TEST(Excitation, ASweepHasHarmonicsOfTheLowest) {
  const auto all = excitations(ExcitationKind::Sweep, spaced_frequencies(2, 200, 21), 0, 1);
  ASSERT_TRUE(all);
  ASSERT_EQ(all->size(), 1u);
  const Excitation& one = all->front();
  EXPECT_DOUBLE_EQ(one.frequency(0), 2);
  EXPECT_DOUBLE_EQ(one.frequency(one.harmonics.size() - 1), 200);
  for (std::size_t k = 1; k < one.harmonics.size(); ++k) {
    EXPECT_GT(one.harmonics[k], one.harmonics[k - 1]);
    EXPECT_EQ(one.harmonics[k], std::round(one.harmonics[k]));
  }
}

// The largest value of a sum of N equal sinusoids, over their root mean square: sqrt(2 N) where all begin at
// their peak. With Schroeder's phases, of all harmonics up to the last, it stays below 2.
TEST(Excitation, ASweepHasLowPeaks) {
  std::vector<double> frequencies;
  for (int k = 1; k <= 60; ++k) frequencies.push_back(k);
  const auto all = excitations(ExcitationKind::Sweep, frequencies, 0, 1);
  ASSERT_TRUE(all);
  const Excitation& one = all->front();
  double peak = 0;
  for (int i = 0; i < 5000; ++i) {
    const double t = one.period * i / 5000;
    double sum = 0;
    for (std::size_t k = 0; k < one.harmonics.size(); ++k)
      sum += std::sin(one.frequency(k) * t + one.phases[k]);
    peak = std::max(peak, std::abs(sum));
  }
  EXPECT_LT(peak / std::sqrt(30), 2);
}

TEST(Excitation, NoiseDependsOnItsSeedOnly) {
  const auto noise = [](std::uint64_t seed) {
    return excitations(ExcitationKind::Noise, {1, 2, 3, 4}, 0, seed)->front().phases;
  };
  EXPECT_EQ(noise(5), noise(5));
  EXPECT_NE(noise(5), noise(6));
}

}  // namespace sim
