// Times as ratios: what a number stands for, common measures, and rounding once.
#include "sim_core/base/ratio.h"

#include <gtest/gtest.h>

#include <charconv>
#include <cmath>
#include <numbers>
#include <numeric>
#include <string>
#include <vector>

#include "tests/support/common_sample_times.h"

namespace sim {

namespace {

// The double nearest to n / d, from 40 digits of the quotient.
double by_digits(std::int64_t n, std::int64_t d) {
  std::string digits = std::to_string(n / d) + ".";
  __extension__ __int128 rest = n % d;
  for (int k = 0; k < 60; ++k) {
    rest *= 10;
    digits += static_cast<char>('0' + static_cast<int>(rest / d));
    rest %= d;
  }
  double nearest = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), nearest);
  return nearest;
}

}  // namespace

TEST(Ratio, OfCommonSampleTimesIsWhatWasWritten) {
  for (const auto& [p, q] : common_sample_times()) {
    const auto found = ratio_of(by_digits(p, q));
    ASSERT_TRUE(found) << p << "/" << q;
    const std::int64_t g = std::gcd(p, q);
    EXPECT_EQ(*found, (Ratio{p / g, q / g})) << p << "/" << q;
  }
}

TEST(Ratio, OfComputedNumbersIsWhatTheyMiss) {
  EXPECT_EQ(ratio_of(0.1 + 0.2), (Ratio{3, 10}));
  EXPECT_EQ(ratio_of(3 * 0.1), (Ratio{3, 10}));
  EXPECT_EQ(ratio_of(-1.0 / 3), (Ratio{-1, 3}));
  EXPECT_EQ(ratio_of(0.0), (Ratio{0, 1}));
  EXPECT_EQ(ratio_of(12345.678), (Ratio{6172839, 500}));
  for (double none : {std::numbers::pi, std::numbers::pi / 100, std::sqrt(2.0), HUGE_VAL, std::nan("")})
    EXPECT_FALSE(ratio_of(none)) << none;
}

TEST(Ratio, CommonMeasuresOfAllPairsOfCommonSampleTimesAreExact) {
  const auto& times = common_sample_times();
  for (const auto& [p, q] : times)
    for (const auto& [r, s] : times) {
      const double wanted = by_digits(std::gcd(p * s, r * q), q * s);
      EXPECT_EQ(common_measure(by_digits(p, q), by_digits(r, s), 1e-12, 0), wanted)
          << p << "/" << q << ", " << r << "/" << s;
      // The measure stands for the ratio in turn.
      const auto again = ratio_of(wanted);
      ASSERT_TRUE(again);
      EXPECT_EQ(by_digits(again->numerator, again->denominator), wanted);
      // Offsets.
      const std::int64_t rest = p * s % (r * q);
      EXPECT_EQ(remainder_in(by_digits(p, q), by_digits(r, s)), by_digits(rest, q * s));
      const std::int64_t more = p * s - r * q;
      EXPECT_EQ(difference(by_digits(p, q), by_digits(r, s)),
                more < 0 ? -by_digits(-more, q * s) : by_digits(more, q * s));
    }
}

TEST(Ratio, WithoutOneTheMeasureIsAPartOfTheLargerTime) {
  const double a = std::numbers::pi, b = 1.5 * std::numbers::pi;
  EXPECT_EQ(common_measure(a, b, 1e-12, 1e-6), b / 3);
  EXPECT_EQ(common_measure(1, std::numbers::sqrt2, 1e-12, 1e-3), 0);
}

TEST(Ratio, QuotientsAreRoundedOnceBeyondTwoToThe53) {
  std::uint64_t random = 12345;
  const auto draw = [&](std::int64_t below) {
    random = random * 6364136223846793005U + 1442695040888963407U;
    return 1 + static_cast<std::int64_t>((random >> 1) % static_cast<std::uint64_t>(below));
  };
  for (int k = 0; k < 20000; ++k) {
    const std::int64_t d = draw(k % 2 ? 1'000'000'007 : 9'007'199'254'740'991),
                       n = 9'007'199'254'740'993 + draw(4'000'000'000'000'000'000);
    EXPECT_EQ(nearest_double(n, d), by_digits(n, d)) << n << "/" << d;
  }
}

}  // namespace sim
