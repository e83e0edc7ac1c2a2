// Against closed forms, and against what a definition says of rows that are few.
#include "sim_core/signal_analysis/statistics.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <limits>

#include "tests/sim_core/signal_analysis/signals.h"

namespace sim::analysis {

using std::numbers::pi;

TEST(Statistics, OfASineOverWholePeriods) {
  const Recorded r = record([](double t) { return 3 + 2 * std::sin(t); }, 0, 8 * pi, 200'001);
  const auto s = statistics(r.samples(), {0, 8 * pi});
  ASSERT_TRUE(s);
  EXPECT_NEAR(s->mean, 3, 1e-7);
  EXPECT_NEAR(s->standard_deviation, std::sqrt(2.0), 1e-7);
  EXPECT_NEAR(s->rms, std::sqrt(11.0), 1e-7);
  EXPECT_NEAR(s->median, 3, 1e-4);
  EXPECT_NEAR(s->minimum, 1, 1e-6);
  EXPECT_NEAR(s->peak_to_peak(), 4, 1e-6);
  EXPECT_NEAR(std::sin(s->time_of_maximum), 1, 1e-6);
  EXPECT_DOUBLE_EQ(s->duration, 8 * pi);
  EXPECT_EQ(s->rows, 200'001u);
}

// Where the steps were small counts no more than elsewhere.
TEST(Statistics, AreWeightedByTime) {
  Recorded r;
  for (int k = 0; k <= 1000; ++k) r.add(1e-3 * k, 10);
  r.add(1, 0), r.add(9, 0);
  const auto s = statistics(r.samples(), {0, 9});
  ASSERT_TRUE(s);
  EXPECT_NEAR(s->mean, 10.0 / 9, 1e-12);
  EXPECT_NEAR(s->median, 0, 1e-9);
  EXPECT_NEAR(s->rms, 10.0 / 3, 1e-12);
}

TEST(Statistics, OfARampAreThoseOfAUniformDistribution) {
  Recorded r;
  r.add(0, -1), r.add(4, 3);
  const auto s = statistics(r.samples(), {0, 4});
  ASSERT_TRUE(s);
  EXPECT_NEAR(s->mean, 1, 1e-14);
  EXPECT_NEAR(s->median, 1, 1e-9);
  EXPECT_NEAR(s->standard_deviation, 4 / std::sqrt(12.0), 1e-14);
  EXPECT_NEAR(*quantile(r.samples(), {0, 4}, 0.25), 0, 1e-9);
  EXPECT_NEAR(*quantile(r.samples(), {0, 4}, 1), 3, 1e-8);
}

TEST(Statistics, OfAStaircaseAreThoseOfItsTreads) {
  Recorded r;
  r.held = true;
  r.add(0, 1), r.add(1, 5), r.add(4, 2), r.add(5, 100);
  const auto s = statistics(r.samples(), {0, 5});
  ASSERT_TRUE(s);
  EXPECT_DOUBLE_EQ(s->mean, (1 + 15 + 2) / 5.0);
  EXPECT_NEAR(s->median, 5, 1e-9);
  EXPECT_EQ(s->maximum, 5);  // the last row is where the window ends
}

TEST(Statistics, CutTheSignalAtTheEndsOfTheWindow) {
  Recorded r;
  r.add(0, 0), r.add(10, 10), r.add(10, 50), r.add(20, 50);
  const auto s = statistics(r.samples(), {2.5, 7.5});
  ASSERT_TRUE(s);
  EXPECT_DOUBLE_EQ(s->minimum, 2.5);
  EXPECT_DOUBLE_EQ(s->maximum, 7.5);
  EXPECT_DOUBLE_EQ(s->mean, 5);
  EXPECT_EQ(s->rows, 0u);
  EXPECT_FALSE(statistics(r.samples(), {30, 40}));
  EXPECT_FALSE(statistics(r.samples(), {5, 5}));
  EXPECT_FALSE(statistics(Samples{}, {0, 1}));
}

TEST(Statistics, PassOverGaps) {
  const double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();
  Recorded r;
  r.add(0, 1), r.add(1, 1), r.add(2, nan), r.add(3, 5), r.add(4, 5), r.add(5, inf);
  const auto s = statistics(r.samples(), {0, 5});
  ASSERT_TRUE(s);
  EXPECT_DOUBLE_EQ(s->duration, 2);
  EXPECT_DOUBLE_EQ(s->mean, 3);
  EXPECT_NEAR(s->median, 3, 1e-9);  // midway between the two halves
  EXPECT_EQ(s->rows, 4u);
}

TEST(Statistics, KeepTheirDigitsFarFromZero) {
  const Recorded r = record([](double t) { return 1e9 + std::sin(t); }, 0, 20 * pi, 100'001);
  const auto s = statistics(r.samples(), {0, 20 * pi});
  ASSERT_TRUE(s);
  EXPECT_NEAR(s->standard_deviation, std::sqrt(0.5), 1e-6);
}

TEST(Statistics, TheMedianIsThatOfSortedRowsWhereTreadsAreEquallyLong) {
  std::mt19937 random(5);
  std::normal_distribution<double> normal;
  Recorded r;
  r.held = true;
  std::vector<double> sorted;
  for (int k = 0; k < 10'001; ++k) {
    const double value = std::exp(3 * normal(random));
    r.add(k, value);
    sorted.push_back(value);
  }
  r.add(10'001, 0);
  std::nth_element(sorted.begin(), sorted.begin() + 5000, sorted.end());
  EXPECT_NEAR(*quantile(r.samples(), {0, 10'001}, 0.5), sorted[5000], 1e-5 * sorted[5000]);
}

// A bound that leaves slow machines ten times the time.
TEST(Statistics, OfTenMillionRowsAreThereSoon) {
  const std::size_t rows = 10'000'000;
  Recorded r;
  r.times.resize(rows), r.values.resize(rows);
  for (std::size_t k = 0; k < rows; ++k) {
    r.times[k] = 1e-6 * static_cast<double>(k);
    r.values[k] = static_cast<double>((k * 7919) % 1000);  // leaps over all values at every row
  }
  const auto start = std::chrono::steady_clock::now();
  const auto s = statistics(r.samples(), {0, 10});
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  ASSERT_TRUE(s);
  EXPECT_NEAR(s->mean, 499.5, 0.01);
  EXPECT_NEAR(s->median, 499.5, 1);
  RecordProperty("seconds", std::to_string(took.count()));
  EXPECT_LT(took.count(), 30);
}

}  // namespace sim::analysis
