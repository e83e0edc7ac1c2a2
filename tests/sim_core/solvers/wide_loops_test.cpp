// Loops that are compiled for several numbers at once give the bits of loops over one at a time.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include "sim_core/solvers/error_weights.h"
#include "sim_core/solvers/linear_combination.h"

namespace sim {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

ErrorNorm one_by_one(const ErrorWeights& weights, const std::vector<double>& e, const std::vector<double>& x,
                     const std::vector<double>& y) {
  ErrorNorm norm;
  for (std::size_t i = 0; i < e.size(); ++i) {
    const double weight =
        std::max(weights.relative * std::max(std::abs(x[i]), std::abs(y[i])), weights.absolute[i]);
    if (std::abs(e[i]) <= norm.value * weight) continue;
    norm = {std::abs(e[i]) / weight, static_cast<int>(i)};
    if (!std::isfinite(norm.value) || !std::isfinite(weight)) return {infinity, static_cast<int>(i)};
  }
  return norm;
}

}  // namespace

TEST(WideLoops, TheErrorNormIsThatOfOneElementAfterTheOther) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> draw(-1, 1);
  for (int round = 0; round < 3000; ++round) {
    const auto n = 1 + static_cast<std::size_t>(random() % 140);
    std::vector<double> e(n), x(n), y(n);
    for (auto* v : {&e, &x, &y})
      for (double& value : *v) value = draw(random) * std::exp2(8 * draw(random));
    if (round % 3 == 0) e[random() % n] = round % 2 ? infinity : std::nan("");
    if (round % 5 == 0) (round % 2 ? x : y)[random() % n] = round % 4 ? infinity : std::nan("");
    if (round % 7 == 0) e.assign(n, 0.0);
    const ErrorWeights weights(static_cast<int>(n), 1e-3, 1e-6);
    const ErrorNorm expected = one_by_one(weights, e, x, y), got = error_norm(weights, e, x, y);
    ASSERT_EQ(std::bit_cast<std::uint64_t>(got.value), std::bit_cast<std::uint64_t>(expected.value)) << round;
    ASSERT_EQ(got.worst, expected.worst) << round;
  }
}

TEST(WideLoops, SumsOfStagesAreThoseOfOneElementAfterTheOther) {
  std::mt19937 random(2);
  std::uniform_real_distribution<double> draw(-1, 1);
  constexpr double scale = 0.3;
  for (std::size_t terms = 1; terms <= 7; ++terms)
    for (std::size_t n = 1; n <= 19; ++n) {
      std::vector<std::vector<double>> k(terms, std::vector<double>(n));
      std::vector<const double*> pointers;
      std::vector<double> c(terms), x(n), got(n);
      for (auto& v : k) {
        for (double& value : v) value = draw(random);
        pointers.push_back(v.data());
      }
      for (double& value : c) value = draw(random);
      for (double& value : x) value = draw(random);
      add_combination(got.data(), x.data(), scale, c, pointers.data(), n);
      for (std::size_t i = 0; i < n; ++i) {
        double sum = scale * c[0] * k[0][i];
        for (std::size_t j = 1; j < terms; ++j) sum += scale * c[j] * k[j][i];
        ASSERT_EQ(std::bit_cast<std::uint64_t>(got[i]), std::bit_cast<std::uint64_t>(x[i] + sum))
            << terms << " terms, " << n << " elements";
      }
    }
}

}  // namespace sim
