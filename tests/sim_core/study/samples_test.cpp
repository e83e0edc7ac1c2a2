// The values of a study's runs: distributions by their closed forms, designs by what they promise.
#include "sim_core/study/samples.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "sim_core/base/text.h"
#include "sim_core/study/sobol.h"

namespace sim {

namespace {

Study study_of(Sampling sampling, std::uint64_t samples, std::vector<Variation> variations) {
  return {"m.flx", std::move(variations), sampling, samples, 7, {}, {{"r", "1"}}};
}

Variation drawn(std::string name, DistributionKind kind, std::vector<double> numbers) {
  return {std::move(name), {}, kind, std::move(numbers)};
}

double number(const StudySamples& samples, std::uint64_t k, std::size_t j) {
  return *parse_number(samples.values(k)[j]);
}

}  // namespace

TEST(Samples, QuantilesInvertTheDistributions) {
  using enum DistributionKind;
  for (const double u : {1e-12, 1e-3, 0.02425, 0.3, 0.5, 0.7, 0.999, 1 - 1e-12}) {
    const double x = normal_quantile(u);
    EXPECT_NEAR(0.5 * std::erfc(-x / std::sqrt(2.0)), u, 1e-15 + 1e-14 * u) << u;
    EXPECT_NEAR(1 - std::exp(-quantile(drawn("", Exponential, {3}), u) / 3), u, 1e-14);
    const double t = quantile(drawn("", Triangular, {1, 2, 4}), u);
    EXPECT_NEAR(t < 2 ? (t - 1) * (t - 1) / 3 : 1 - (4 - t) * (4 - t) / 6, u, 1e-14);
    EXPECT_NEAR(std::log(quantile(drawn("", Loguniform, {1, 100}), u)) / std::log(100), u, 1e-14);
    EXPECT_NEAR(std::log(quantile(drawn("", Lognormal, {1, 0.5}), u)), 1 + 0.5 * x, 1e-13);
  }
  EXPECT_EQ(quantile(drawn("", Uniform, {2, 4}), 0.25), 2.5);
  EXPECT_EQ(normal_quantile(0.5), 0);
  EXPECT_NEAR(normal_quantile(0.975), 1.959963984540054, 1e-14);
}

TEST(Samples, AGridHasEveryCombinationOnce) {
  const StudySamples samples(
      study_of(Sampling::Grid, 0, {{"a", {"1", "2"}, {}, {}}, {"b", {"x", "y", "z"}, {}, {}}}));
  ASSERT_EQ(samples.count(), 6u);
  EXPECT_EQ(samples.values(0), (std::vector<std::string>{"1", "x"}));
  EXPECT_EQ(samples.values(1), (std::vector<std::string>{"1", "y"}));
  EXPECT_EQ(samples.values(5), (std::vector<std::string>{"2", "z"}));
}

TEST(Samples, ALatinHypercubeHasOneSampleInEachStratum) {
  constexpr std::uint64_t n = 100;
  const StudySamples samples(study_of(
      Sampling::LatinHypercube, n,
      {drawn("a", DistributionKind::Uniform, {0, 1}), drawn("b", DistributionKind::Uniform, {0, 1})}));
  for (const std::size_t j : {0u, 1u}) {
    std::set<int> strata;
    for (std::uint64_t k = 0; k < n; ++k) strata.insert(static_cast<int>(number(samples, k, j) * n));
    EXPECT_EQ(strata.size(), n);
  }
}

TEST(Samples, SobolsPointsAreOneInEachElementaryInterval) {
  // 2^n points of dimensions 1 and 2 are a (0, n, 2)-net; of each dimension, one in each interval of 2^-n.
  for (std::size_t d = 0; d < sobol_dimensions; ++d) {
    std::set<std::uint32_t> places;
    for (std::uint32_t k = 0; k < 64; ++k) places.insert(sobol(k, d) >> 26);
    EXPECT_EQ(places.size(), 64u) << d;
  }
  std::set<std::pair<std::uint32_t, std::uint32_t>> boxes;
  for (std::uint32_t k = 0; k < 64; ++k) boxes.emplace(sobol(k, 0) >> 29, sobol(k, 1) >> 29);
  EXPECT_EQ(boxes.size(), 64u);
  // The first points, as published: 1/2; 3/4, 1/4; 1/4, 3/4.
  EXPECT_EQ(sobol(1, 2), 0x80000000u);
  EXPECT_EQ(sobol(2, 0), 0x40000000u);
  EXPECT_EQ(sobol(2, 1), 0xC0000000u);
}

TEST(Samples, DependOnTheSeedAndTheNumberOnly) {
  for (const Sampling sampling : {Sampling::Random, Sampling::LatinHypercube, Sampling::Sobol}) {
    Study study =
        study_of(sampling, 64, {drawn("a", DistributionKind::Uniform, {0, 1}), {"b", {"1", "2"}, {}, {}}});
    const StudySamples one(study), again(study);
    study.seed = 8;
    const StudySamples other(study);
    int differ = 0;
    std::set<std::string> from_list;
    for (std::uint64_t k = 64; k-- > 0;) {
      EXPECT_EQ(one.values(k), again.values(k));
      differ += one.values(k)[0] != other.values(k)[0];
      from_list.insert(one.values(k)[1]);
      EXPECT_GT(number(one, k, 0), 0);
      EXPECT_LT(number(one, k, 0), 1);
    }
    EXPECT_EQ(differ, 64);
    EXPECT_EQ(from_list, (std::set<std::string>{"1", "2"}));
  }
}

}  // namespace sim
