// Intervals from profiles: how often they hold what is true, where linearized ones do and where they do not.
#include "sim_core/estimation/profile_intervals.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

namespace sim {

namespace {

using Values = std::vector<double>;
constexpr double infinity = std::numeric_limits<double>::infinity();

// y = a (1 - exp(-k t)) up to `end`, measured with noise.
struct Saturating {
  Values times, measured;

  Saturating(double a, double k, double end, double noise, std::mt19937_64& random) {
    std::normal_distribution<double> normal(0, noise);
    for (int i = 1; i <= 20; ++i) {
      times.push_back(end * i / 20);
      measured.push_back(a * (1 - std::exp(-k * times.back())) + normal(random));
    }
  }
  LeastSquaresProblem problem(Values start) const {
    LeastSquaresProblem p;
    p.start = std::move(start);
    p.minimum = {-infinity, -infinity}, p.maximum = {infinity, infinity};
    p.residuals = [this](const Values& x) -> std::optional<Values> {
      Values r;
      for (std::size_t i = 0; i < times.size(); ++i)
        r.push_back(x[0] * (1 - std::exp(-x[1] * times[i])) - measured[i]);
      return r;
    };
    p.jacobian = [this](const Values& x, const Values&) -> std::optional<std::vector<Values>> {
      std::vector<Values> j(2);
      for (double t : times)
        j[0].push_back(1 - std::exp(-x[1] * t)), j[1].push_back(x[0] * t * std::exp(-x[1] * t));
      return j;
    };
    return p;
  }
};

struct Coverage {
  double linear = 0, profiled = 0;  // of the intervals that hold what is true
};

Coverage coverage(double end, double noise, int repetitions) {
  std::mt19937_64 random(20261126);
  Coverage out;
  const double truth[] = {2, 0.5};
  for (int n = 0; n < repetitions; ++n) {
    const Saturating data(truth[0], truth[1], end, noise, random);
    const LeastSquaresProblem problem = data.problem({2, 0.5});
    const auto fit = least_squares(problem);
    if (!fit) continue;
    FitStatistics statistics = fit_statistics(*fit, true);
    const auto count = [&](double& covered) {
      for (std::size_t k = 0; k < 2; ++k)
        covered += (statistics.low[k] <= truth[k] && truth[k] <= statistics.high[k]) / (2.0 * repetitions);
    };
    count(out.linear);
    profile_intervals(problem, *fit, statistics);
    count(out.profiled);
  }
  return out;
}

}  // namespace

TEST(ProfileIntervals, ThoseOfLinearResidualsStay) {
  LeastSquaresProblem line;
  const Values measured{1.1, 1.9, 3.2, 3.9, 5.1};
  line.start = {0, 0};
  line.minimum = {-infinity, -infinity}, line.maximum = {infinity, infinity};
  int evaluations = 0;
  line.residuals = [&](const Values& x) -> std::optional<Values> {
    ++evaluations;
    Values r;
    for (int i = 0; i < 5; ++i) r.push_back(x[0] + x[1] * i - measured[static_cast<std::size_t>(i)]);
    return r;
  };
  line.jacobian = [](const Values&, const Values&) -> std::optional<std::vector<Values>> {
    return std::vector<Values>{{1, 1, 1, 1, 1}, {0, 1, 2, 3, 4}};
  };
  const auto fit = least_squares(line);
  ASSERT_TRUE(fit);
  const FitStatistics before = fit_statistics(*fit, true);
  FitStatistics after = before;
  evaluations = 0;
  profile_intervals(line, *fit, after);
  EXPECT_EQ(evaluations, 4);
  EXPECT_EQ(after.low, before.low);
  EXPECT_EQ(after.high, before.high);
  EXPECT_EQ(after.profiled, (std::vector<char>{0, 0}));
  // The profile of a line is its linearization; a bound ends it.
  line.maximum[0] = 1.05;
  profile_intervals(line, *fit, after);
  EXPECT_TRUE(after.profiled[0]);
  EXPECT_EQ(after.high[0], 1.05);
  EXPECT_NEAR(after.low[0], before.low[0], 0.02 * (before.high[0] - before.low[0]));
}

// Over four time constants both parameters are told apart; over half of one they nearly exchange.
TEST(ProfileIntervals, TheyHoldWhatIsTrueAsOftenAsTheySay) {
  const Coverage apart = coverage(8, 0.05, 1000), alike = coverage(1, 0.01, 1000);
  RecordProperty("apart", std::to_string(apart.linear) + " " + std::to_string(apart.profiled));
  RecordProperty("alike", std::to_string(alike.linear) + " " + std::to_string(alike.profiled));
  EXPECT_GT(apart.profiled, 0.93);
  EXPECT_LT(apart.profiled, 0.97);
  EXPECT_GT(alike.profiled, 0.93);
  EXPECT_LT(alike.profiled, 0.97);
}

// Where a straight line is as good, k may be as small and a as large as one likes.
TEST(ProfileIntervals, WhatTheDataDoNotBoundHasNoEnd) {
  std::mt19937_64 random(1);
  const Saturating data(2, 0.5, 0.2, 0.01, random);
  const LeastSquaresProblem problem = data.problem({2, 0.5});
  const auto fit = least_squares(problem);
  ASSERT_TRUE(fit);
  FitStatistics statistics = fit_statistics(*fit, true);
  profile_intervals(problem, *fit, statistics);
  EXPECT_TRUE(statistics.profiled[0] && statistics.profiled[1]);
  EXPECT_EQ(statistics.high[0], infinity);
}

}  // namespace sim
