// Sensitivities against closed forms: linear functions, the function of Ishigami and Homma, and that of
// Morris himself in part; the designs against their definitions.
#include "sim_core/study/sensitivity.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numbers>
#include <set>

#include "sim_core/study/samples.h"
#include "sim_core/study/sensitivity_designs.h"
#include "sim_core/study/study_report.h"
#include "sim_core/study/study_statistics.h"

namespace sim {

namespace {

using Function = std::function<double(const std::vector<double>&)>;

Study study_of(Sampling sampling, std::size_t variations, std::uint64_t samples, double low, double high) {
  Study study;
  study.model = "m.flx";
  study.sampling = sampling;
  study.samples = samples;
  study.seed = 5;
  for (std::size_t j = 0; j < variations; ++j)
    study.variations.push_back({"x" + std::to_string(j + 1), {}, DistributionKind::Uniform, {low, high}});
  study.results = {{"y", "y"}};
  EXPECT_TRUE(check_study(study).empty());
  return study;
}

// The rows that runs with this result give.
std::vector<StudyRow> rows_of(const Study& study, const Function& f) {
  const StudySamples samples(study);
  std::vector<StudyRow> rows;
  for (std::uint64_t k = 0; k < samples.count(); ++k) {
    StudyRow row{k, samples.values(k), {}, {}};
    std::vector<double> x;
    for (const std::string& value : row.values) x.push_back(number_of(value));
    row.results = {f(x)};
    rows.push_back(std::move(row));
  }
  return rows;
}

const SensitivityMeasure& measure(const Sensitivity& found, const std::string& name) {
  static const SensitivityMeasure missing;
  for (const SensitivityMeasure& one : found.measures)
    if (one.name == name) return one;
  ADD_FAILURE() << name << " is not there";
  return missing;
}

double linear(const std::vector<double>& x) { return 4 * x[0] - 2 * x[1] + 0.5 * x[2] + 7; }

// T. Ishigami, T. Homma, An importance quantification technique in uncertainty analysis for computer models,
// Proc. ISUMA'90 (1990); a = 7, b = 0.1.
constexpr double a = 7, b = 0.1;
double ishigami(const std::vector<double>& x) {
  return std::sin(x[0]) + a * std::pow(std::sin(x[1]), 2) + b * std::pow(x[2], 4) * std::sin(x[0]);
}

}  // namespace

TEST(Sensitivity, OneAtATimeIsTheMiddleAndBothEnds) {
  Study study = study_of(Sampling::OneAtATime, 3, 0, 0, 2);
  study.variations[1] = {"x2", {"1", "2", "9"}, {}, {}};
  study.variations[2] = {"x3", {}, DistributionKind::Normal, {1, 2}};
  ASSERT_EQ(run_count(study), 7);
  const Sensitivity found = sensitivities(study, rows_of(study, linear)).front();
  EXPECT_NEAR(found.base, 4 * 1 - 2 * 2 + 0.5 * 1 + 7, 1e-12);
  const auto &low = measure(found, "low").values, &high = measure(found, "high").values;
  EXPECT_NEAR(low[0], found.base - 4, 1e-12);
  EXPECT_NEAR(high[0], found.base + 4, 1e-12);
  EXPECT_NEAR(low[1], found.base + 2, 1e-12);
  EXPECT_NEAR(high[1], found.base - 14, 1e-12);
  // Without ends: 5 and 95 percent, which are 1.6448536 standard deviations away.
  EXPECT_NEAR(high[2] - found.base, 0.5 * 2 * 1.6448536269514722, 1e-12);
  EXPECT_NEAR(low[2] - found.base, -0.5 * 2 * 1.6448536269514722, 1e-12);
}

TEST(Sensitivity, EffectsOfALinearFunctionAreItsCoefficients) {
  const Study study = study_of(Sampling::Morris, 3, 20, -1, 1);
  ASSERT_EQ(run_count(study), 20 * 4);
  const Sensitivity found = sensitivities(study, rows_of(study, linear)).front();
  EXPECT_EQ(found.used, 20);
  const double effects[] = {8, -4, 1};  // over the whole range, which is 2
  for (std::size_t j = 0; j < 3; ++j) {
    EXPECT_NEAR(measure(found, "mu").values[j], effects[j], 1e-12);
    EXPECT_NEAR(measure(found, "mu*").values[j], std::abs(effects[j]), 1e-12);
    EXPECT_NEAR(measure(found, "sigma").values[j], 0, 1e-12);
  }
}

// Of y = x1 x2 on [0, 1]: the effect of x1 is x2, which is one of the four levels, each as likely.
TEST(Sensitivity, EffectsOfAProductSpreadLikeTheOtherFactor) {
  const Study study = study_of(Sampling::Morris, 2, 4000, 0, 1);
  const auto product = [](const std::vector<double>& x) { return x[0] * x[1]; };
  const Sensitivity found = sensitivities(study, rows_of(study, product)).front();
  for (std::size_t j = 0; j < 2; ++j) {
    EXPECT_NEAR(measure(found, "mu").values[j], 0.5, 0.02);
    EXPECT_NEAR(measure(found, "sigma").values[j], std::sqrt(5.0 / 64), 0.01);
  }
}

// As often as they say, but for what 50 trajectories leave uncertain.
TEST(Sensitivity, IntervalsHaveTheTrueValueIn95OfAHundredStudies) {
  const auto product = [](const std::vector<double>& x) { return x[0] * x[1]; };
  int inside = 0;
  constexpr int studies = 150;
  for (int k = 0; k < studies; ++k) {
    Study study = study_of(Sampling::Morris, 2, 50, 0, 1);
    study.seed = static_cast<std::uint64_t>(k);
    const Sensitivity found = sensitivities(study, rows_of(study, product)).front();
    const SensitivityMeasure& mu = measure(found, "mu");
    for (std::size_t j = 0; j < 2; ++j) inside += mu.low[j] < 0.5 && 0.5 < mu.high[j];
  }
  EXPECT_GT(inside, 0.90 * 2 * studies);
  EXPECT_LT(inside, 0.99 * 2 * studies);
}

// A trajectory moves each variation once, by half of the range.
TEST(Sensitivity, TrajectoriesMoveOneVariationAtATime) {
  const Study study = study_of(Sampling::Morris, 5, 30, 0, 1);
  for (std::uint64_t trajectory = 0; trajectory < 30; ++trajectory) {
    const std::vector<std::size_t> order = morris_order(study, trajectory);
    EXPECT_EQ(std::set<std::size_t>(order.begin(), order.end()).size(), 5);
    for (std::uint64_t step = 0; step < 5; ++step) {
      const auto before = design_place(study, 6 * trajectory + step),
                 behind = design_place(study, 6 * trajectory + step + 1);
      for (std::size_t j = 0; j < 5; ++j)
        EXPECT_EQ(std::abs(behind[j] - before[j]), j == order[step] ? 0.5 : 0.0);
    }
  }
}

TEST(Sensitivity, IndicesOfIshigamisFunctionAreThoseOfItsClosedForm) {
  constexpr double pi = std::numbers::pi;
  const Study study = study_of(Sampling::SobolIndices, 3, 4096, -pi, pi);
  ASSERT_EQ(run_count(study), 4096 * 5);
  const Sensitivity found = sensitivities(study, rows_of(study, ishigami)).front();
  const double v1 = 0.5 * std::pow(1 + b * std::pow(pi, 4) / 5, 2), v2 = a * a / 8,
               v13 = b * b * std::pow(pi, 8) * (1.0 / 18 - 1.0 / 50), v = v1 + v2 + v13;
  const double first[] = {v1 / v, v2 / v, 0}, total[] = {(v1 + v13) / v, v2 / v, v13 / v};
  for (std::size_t j = 0; j < 3; ++j) {
    EXPECT_NEAR(measure(found, "S1").values[j], first[j], 0.01) << j;
    EXPECT_NEAR(measure(found, "ST").values[j], total[j], 0.01) << j;
    EXPECT_LT(measure(found, "ST").low[j], measure(found, "ST").values[j] + 1e-12);
    EXPECT_GT(measure(found, "ST").high[j], measure(found, "ST").values[j] - 1e-12);
  }
  EXPECT_NEAR(v1 / v, 0.3139, 1e-4);  // as published
  EXPECT_NEAR(v2 / v, 0.4424, 1e-4);
}

// Parts of the variance of a linear function go with the squares of its coefficients; random rows do where
// there are more variations than the sequence has dimensions for.
TEST(Sensitivity, IndicesOfALinearFunctionAreSquaresOfItsCoefficients) {
  for (const std::size_t n : {std::size_t{3}, std::size_t{12}}) {
    const Study study = study_of(Sampling::SobolIndices, n, 4096, 0, 1);
    const Sensitivity found = sensitivities(study, rows_of(study, linear)).front();
    const double sum = 16 + 4 + 0.25, tolerance = n == 3 ? 0.005 : 0.05;
    const double parts[] = {16 / sum, 4 / sum, 0.25 / sum};
    for (std::size_t j = 0; j < 3; ++j) {
      EXPECT_NEAR(measure(found, "S1").values[j], parts[j], tolerance) << n << ' ' << j;
      EXPECT_NEAR(measure(found, "ST").values[j], parts[j], tolerance) << n << ' ' << j;
    }
  }
}

TEST(Sensitivity, ConstantResultsAndFailedRunsAreNoNumbers) {
  const Study study = study_of(Sampling::SobolIndices, 2, 8, 0, 1);
  const Sensitivity constant = sensitivities(study, rows_of(study, [](const auto&) { return 3.0; })).front();
  EXPECT_TRUE(std::isnan(measure(constant, "S1").values[0]));
  auto rows = rows_of(study, [](const auto& x) { return x[0]; });
  rows[5].results.clear();
  rows[5].message = "it failed";
  rows.erase(rows.begin() + 30);
  const Sensitivity found = sensitivities(study, rows).front();
  EXPECT_EQ(found.used, 6);
  EXPECT_EQ(found.left_out, 2);
  EXPECT_NEAR(measure(found, "ST").values[1], 0, 1e-12);
  EXPECT_TRUE(sensitivities(study, {}).front().measures.empty());
  const std::string text = study_report_text(study, study_report(study, rows));
  EXPECT_NE(text.find("y, 2 left out"), std::string::npos) << text;
}

TEST(Sensitivity, RanksOfMonotoneResultsAreCorrelatedToOne) {
  Study study = study_of(Sampling::Random, 2, 50, 0, 1);
  study.variations.push_back({"mode", {"[1 2]", "[3 4]"}, {}, {}});
  const auto found = sensitivities(study, rows_of(study, [](const auto& x) { return -std::exp(9 * x[0]); }));
  const auto& rank = measure(found.front(), "rank correlation").values;
  EXPECT_NEAR(rank[0], -1, 1e-12);
  EXPECT_LT(std::abs(rank[1]), 0.4);
  EXPECT_TRUE(std::isnan(rank[2]));
}

TEST(StudyStatistics, AreThoseOfTheNumbers) {
  Study study = study_of(Sampling::Random, 1, 5, 0, 1);
  std::vector<StudyRow> rows;
  for (const double y : {5.0, 1.0, 4.0, 2.0, 3.0}) rows.push_back({rows.size(), {"0"}, {y}, {}});
  rows.push_back({5, {"0"}, {}, "failed"});
  rows.push_back({6, {"0"}, {std::nan("")}, {}});
  const ResultStatistics found = statistics_of(study, rows).front();
  EXPECT_EQ(found.runs, 5);
  EXPECT_DOUBLE_EQ(found.mean, 3);
  EXPECT_DOUBLE_EQ(found.deviation, std::sqrt(2.5));
  EXPECT_DOUBLE_EQ(found.minimum, 1);
  EXPECT_DOUBLE_EQ(found.low, 1.2);
  EXPECT_DOUBLE_EQ(found.median, 3);
  EXPECT_DOUBLE_EQ(found.high, 4.8);
  EXPECT_DOUBLE_EQ(found.maximum, 5);
  EXPECT_EQ(statistics_of(study, {}).front().runs, 0);
}

}  // namespace sim
