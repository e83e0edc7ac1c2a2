#include "sim_core/study/correlations.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "sim_core/base/text.h"
#include "sim_core/study/samples.h"

namespace sim {

namespace {

Study correlated(Sampling sampling, std::vector<Correlation> correlations) {
  Study study;
  study.model = "m.flx";
  study.variations = {{"a", {}, DistributionKind::Normal, {10, 2}},
                      {"b", {}, DistributionKind::Normal, {-1, 0.5}},
                      {"c", {}, DistributionKind::Exponential, {3}},
                      {"d", {}, DistributionKind::Uniform, {0, 1}}};
  study.correlations = std::move(correlations);
  study.sampling = sampling;
  study.samples = 4096;
  study.seed = 7;
  study.results = {{"y", "max(y)"}};
  return study;
}

std::vector<double> column(const StudySamples& samples, std::size_t j) {
  std::vector<double> all;
  for (std::uint64_t k = 0; k < samples.count(); ++k) all.push_back(*parse_number(samples.values(k)[j]));
  return all;
}

double correlation_of(const std::vector<double>& x, const std::vector<double>& y) {
  const auto n = static_cast<double>(x.size());
  const double mx = std::accumulate(x.begin(), x.end(), 0.0) / n,
               my = std::accumulate(y.begin(), y.end(), 0.0) / n;
  double xy = 0, xx = 0, yy = 0;
  for (std::size_t k = 0; k < x.size(); ++k)
    xy += (x[k] - mx) * (y[k] - my), xx += (x[k] - mx) * (x[k] - mx), yy += (y[k] - my) * (y[k] - my);
  return xy / std::sqrt(xx * yy);
}

std::vector<double> ranks(const std::vector<double>& x) {
  std::vector<std::size_t> order(x.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](auto i, auto j) { return x[i] < x[j]; });
  std::vector<double> out(x.size());
  for (std::size_t k = 0; k < order.size(); ++k) out[order[k]] = static_cast<double>(k);
  return out;
}

std::string problem(const Study& study) {
  const Diagnostics problems = check_study(study);
  return problems.empty() ? std::string() : to_text(problems.front());
}

}  // namespace

// Four standard errors of 4,096 samples: 4 (1 - r^2) / 64.
TEST(Correlations, AreThoseThatWereAskedFor) {
  for (const Sampling sampling : {Sampling::Random, Sampling::LatinHypercube, Sampling::Sobol}) {
    const Study study = correlated(sampling, {{"a", "b", 0.8}, {"b", "c", -0.5}});
    ASSERT_EQ(problem(study), "");
    const StudySamples samples(study);
    const auto a = column(samples, 0), b = column(samples, 1), c = column(samples, 2), d = column(samples, 3);
    EXPECT_NEAR(correlation_of(a, b), 0.8, 0.03);
    EXPECT_NEAR(correlation_of(ranks(b), ranks(c)), 6 / std::numbers::pi * std::asin(-0.25), 0.05);
    EXPECT_NEAR(correlation_of(ranks(a), ranks(c)), 0, 0.07);
    EXPECT_NEAR(correlation_of(a, d), 0, 0.07);
  }
}

// Each by itself is what it is without the others.
TEST(Correlations, LeaveDistributionsAsTheyAre) {
  const StudySamples samples(correlated(Sampling::LatinHypercube, {{"a", "c", 0.9}}));
  auto c = column(samples, 2);
  std::sort(c.begin(), c.end());
  for (const double u : {0.1, 0.5, 0.9})
    EXPECT_NEAR(c[static_cast<std::size_t>(u * 4096)], -3 * std::log1p(-u), 0.3);
  const StudySamples alone(correlated(Sampling::LatinHypercube, {}));
  EXPECT_EQ(column(samples, 3), column(alone, 3));
  const auto first = column(samples, 0), as_alone = column(alone, 0);
  for (std::size_t k = 0; k < first.size(); ++k) EXPECT_NEAR(first[k], as_alone[k], 1e-9);
}

TEST(Correlations, WhatIsWrongIsSaid) {
  EXPECT_EQ(problem(correlated(Sampling::Random, {{"a", "x", 0.5}})),
            "a ~ x: no variation has the name 'x' (correlate variations of the study)");
  EXPECT_EQ(problem(correlated(Sampling::Random, {{"a", "b", 1}})),
            "a ~ b: a correlation of 1 is not between -1 and 1 (change it)");
  EXPECT_EQ(problem(correlated(Sampling::Random, {{"a", "b", 0.5}, {"b", "a", 0.5}})),
            "b ~ a: their correlation is given twice (remove one)");
  EXPECT_EQ(problem(correlated(Sampling::Random, {{"a", "b", 0.9}, {"b", "c", 0.9}, {"a", "c", -0.9}})),
            "correlations: they contradict each other: no variables have all of them at once "
            "(make some smaller)");
  EXPECT_EQ(problem(correlated(Sampling::Morris, {{"a", "b", 0.5}})),
            "correlations: only random values can go together "
            "(set sampling to random, latin_hypercube or sobol)");
}

TEST(Correlations, AreReadAsTheyAreWritten) {
  const std::vector<Correlation> all{{"a", "b", 0.25}, {"Plant/K.k", "c", -0.5}};
  EXPECT_EQ(write_correlations(all), "a ~ b = 0.25; Plant/K.k ~ c = -0.5");
  EXPECT_EQ(*read_correlations(write_correlations(all)), all);
  EXPECT_EQ(to_text(read_correlations("a ~ b").error()),
            "a ~ b: this is no correlation (write mass ~ speed = 0.8)");
  const Study study = correlated(Sampling::Sobol, all);
  const auto again = read_draft(write_study(study), "s");
  ASSERT_TRUE(again) << to_text(again.error());
  EXPECT_EQ(*again, study);
}

}  // namespace sim
