// Least squares and their statistics against the certified values of the NIST Statistical Reference Datasets
// (https://www.itl.nist.gov/div898/strd) and of textbooks, from all of their starts (reference.json).
#include "sim_core/estimation/least_squares.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "sim_core/base/text.h"
#include "sim_core/estimation/fit_statistics.h"

namespace sim {

namespace {

using Json = nlohmann::json;
using Values = std::vector<double>;
using Model = std::function<double(const Values& b, double x)>;

Json reference_case(const std::string& id) {
  for (const Json& each : Json::parse(std::ifstream("tests/sim_core/estimation/reference.json")))
    if (each["id"] == id) return each;
  return {};
}

double number(const Json& text) { return parse_number(text.get<std::string>()).value(); }
Values numbers(const Json& texts) {
  Values out;
  for (const Json& text : texts) out.push_back(number(text));
  return out;
}

LeastSquaresProblem problem_of(const Model& model, const Values& x, const Values& y, Values start) {
  LeastSquaresProblem problem;
  problem.minimum.assign(start.size(), -INFINITY), problem.maximum.assign(start.size(), INFINITY);
  problem.start = std::move(start);
  problem.residuals = [=](const Values& b) -> std::optional<Values> {
    Values r;
    for (std::size_t k = 0; k < x.size(); ++k) r.push_back(model(b, x[k]) - y[k]);
    return r;
  };
  problem.jacobian = [residuals = problem.residuals](const Values& b, const Values&) {
    std::vector<Values> out;
    for (std::size_t k = 0; k < b.size(); ++k) {
      const double h = 1e-6 * std::max(std::abs(b[k]), 1e-12);
      Values above = b, below = b;
      above[k] += h, below[k] -= h;
      Values column = *residuals(above);
      const Values lower = *residuals(below);
      for (std::size_t i = 0; i < column.size(); ++i) column[i] = (column[i] - lower[i]) / (2 * h);
      out.push_back(std::move(column));
    }
    return std::optional(out);
  };
  return problem;
}

struct Nist {
  const char* id;
  Model model;
};

const std::vector<Nist>& nist() {
  static const std::vector<Nist> all{
      {"est-nist-misra1a", [](const Values& b, double x) { return b[0] * (1 - std::exp(-b[1] * x)); }},
      {"est-nist-boxbod", [](const Values& b, double x) { return b[0] * (1 - std::exp(-b[1] * x)); }},
      {"est-nist-thurber",
       [](const Values& b, double x) {
         return (b[0] + x * (b[1] + x * (b[2] + x * b[3]))) / (1 + x * (b[4] + x * (b[5] + x * b[6])));
       }},
      {"est-nist-mgh09",
       [](const Values& b, double x) { return b[0] * (x * x + x * b[1]) / (x * x + x * b[2] + b[3]); }},
  };
  return all;
}

}  // namespace

TEST(LeastSquares, NistProblemsComeToTheirCertifiedValues) {
  for (const Nist& each : nist())
    for (const char* start : {"start_1", "start_2"}) {
      SCOPED_TRACE(std::string(each.id) + " " + start);
      const Json reference = reference_case(each.id);
      Values x, y;
      for (const Json& row : reference["data"]["y_x"])
        y.push_back(number(row[0])), x.push_back(number(row[1]));
      const auto fit = least_squares(problem_of(each.model, x, y, numbers(reference["data"][start])), 2000);
      ASSERT_TRUE(fit) << to_text(fit.error());
      EXPECT_TRUE(fit->converged);
      const FitStatistics statistics = fit_statistics(*fit);
      const Json& wanted = reference["expected"];
      const Values b = numbers(wanted["b"]), error = numbers(wanted["standard_deviation"]);
      for (std::size_t k = 0; k < b.size(); ++k) {
        EXPECT_NEAR(fit->x[k], b[k], 1e-6 * std::abs(b[k])) << k;
        EXPECT_NEAR(statistics.standard_error[k], error[k], 1e-5 * error[k]) << k;
        EXPECT_NEAR(statistics.low[k], number(wanted["ci95"][k][0]), 2e-5 * std::abs(b[k])) << k;
        for (std::size_t l = 0; l < b.size(); ++l)
          EXPECT_NEAR(statistics.correlation[k][l], number(wanted["correlation"][k][l]), 1e-5);
      }
      EXPECT_NEAR(fit->sum, number(wanted["residual_sum_of_squares"]), 1e-9 * fit->sum);
    }
}

TEST(LeastSquares, TheTextbookOnMichaelisAndMenten) {
  const Json reference = reference_case("est-puromycin");
  const auto fit =
      least_squares(problem_of([](const Values& b, double s) { return b[0] * s / (b[1] + s); },
                               numbers(reference["data"]["x"]), numbers(reference["data"]["y"]), {200, 0.1}));
  ASSERT_TRUE(fit);
  const FitStatistics statistics = fit_statistics(*fit);
  for (std::size_t k = 0; k < 2; ++k) {
    const double b = number(reference["expected"]["b"][k]);
    EXPECT_NEAR(fit->x[k], b, 1e-7 * b);
    EXPECT_NEAR(statistics.low[k], number(reference["expected"]["ci95"][k][0]), 1e-6 * b);
    EXPECT_NEAR(statistics.high[k], number(reference["expected"]["ci95"][k][1]), 1e-6 * b);
  }
}

TEST(LeastSquares, BoundsAreKept) {
  Values x, y;
  for (int k = 0; k < 20; ++k) x.push_back(k), y.push_back(3 - 0.5 * k + (k % 2 ? 0.1 : -0.1));
  auto problem = problem_of([](const Values& b, double at) { return b[0] + b[1] * at; }, x, y, {5, 1});
  problem.minimum[1] = -0.25;
  const auto fit = least_squares(problem);
  ASSERT_TRUE(fit);
  EXPECT_TRUE(fit->converged);
  EXPECT_EQ(fit->x[1], -0.25);
  EXPECT_EQ(fit->at_bound, (std::vector<char>{0, 1}));
  double mean = 0;
  for (std::size_t k = 0; k < x.size(); ++k) mean += (y[k] + 0.25 * x[k]) / 20;
  EXPECT_NEAR(fit->x[0], mean, 1e-9);
  const FitStatistics statistics = fit_statistics(*fit);
  EXPECT_EQ(statistics.degrees, 19);
  EXPECT_TRUE(std::isnan(statistics.low[1]));
  EXPECT_FALSE(std::isnan(statistics.low[0]));
}

TEST(LeastSquares, WhatCannotBeToldApartIsNamed) {
  Values x, y;
  for (int k = 1; k < 20; ++k) x.push_back(k), y.push_back(6.0 * k + (k % 3) * 0.1);
  const auto fit = least_squares(
      problem_of([](const Values& b, double at) { return b[0] * b[1] * at + 0 * b[2]; }, x, y, {1, 1, 4}));
  ASSERT_TRUE(fit);
  EXPECT_NEAR(fit->x[0] * fit->x[1], 6, 0.05);
  const FitStatistics statistics = fit_statistics(*fit);
  ASSERT_EQ(statistics.not_identifiable.size(), 2u);
  auto groups = statistics.not_identifiable;
  std::sort(groups.begin(), groups.end());
  EXPECT_EQ(groups[0], (std::vector<std::size_t>{0, 1}));
  EXPECT_EQ(groups[1], (std::vector<std::size_t>{2}));
  for (double error : statistics.standard_error) EXPECT_TRUE(std::isnan(error));
}

TEST(LeastSquares, PlacesWithoutResultsAreAvoided) {
  // sqrt(b - 1) fitted to 0.1: the first step goes below 1.
  LeastSquaresProblem problem{{4}, {-INFINITY}, {INFINITY}, {}, {}};
  problem.residuals = [](const Values& b) -> std::optional<Values> {
    if (b[0] < 1) return std::nullopt;
    return Values{std::sqrt(b[0] - 1) - 0.1};
  };
  problem.jacobian = [](const Values& b, const Values&) {
    return std::optional(std::vector<Values>{{0.5 / std::sqrt(b[0] - 1)}});
  };
  const auto fit = least_squares(problem);
  ASSERT_TRUE(fit);
  EXPECT_NEAR(fit->x[0], 1.01, 1e-9);
  problem.start = {0};
  EXPECT_EQ(to_text(least_squares(problem).error()),
            "the model has no finite results at the starting values (begin elsewhere)");
}

TEST(StudentT, QuantilesAreThoseOfTables) {
  EXPECT_NEAR(student_t_quantile(0.975, 1), 12.706204736432095, 1e-9);
  EXPECT_NEAR(student_t_quantile(0.975, 10), 2.2281388519862747, 1e-13);
  EXPECT_NEAR(student_t_quantile(0.975, 17), 2.1098155778333171, 1e-13);
  EXPECT_NEAR(student_t_quantile(0.95, 3), 2.3533634348018264, 1e-12);
  EXPECT_NEAR(student_t_quantile(0.975, 1e7), 1.959964, 1e-5);
  EXPECT_EQ(student_t_quantile(0.025, 10), -student_t_quantile(0.975, 10));
}

}  // namespace sim
