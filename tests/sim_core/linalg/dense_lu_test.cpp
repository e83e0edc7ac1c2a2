#include "sim_core/linalg/dense_lu.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <vector>

namespace sim {
namespace {

TEST(DenseLu, SolvesWhatNeedsPivoting) {
  const double a[] = {0, 2, 1, 1, 1, 0, 3, 0, 1};  // by column
  DenseLu lu;
  ASSERT_TRUE(lu.factor(3, a));
  double b[] = {0 * 1 + 1 * 2 + 3 * 3, 2 * 1 + 1 * 2, 1 * 1 + 1 * 3};
  lu.solve(b);
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(b[i], i + 1, 1e-14);
}

TEST(DenseLu, ResidualOfRandomSystemsIsRounding) {
  std::mt19937 random(3);
  std::normal_distribution<double> normal;
  DenseLu lu;
  for (int n : {1, 2, 7, 8, 9, 60}) {
    std::vector<double> a(static_cast<std::size_t>(n) * n), x(n);
    for (double& v : a) v = normal(random);
    for (double& v : x) v = normal(random);
    const std::vector<double> b = x;
    ASSERT_TRUE(lu.factor(n, a));
    lu.solve(x);
    for (int i = 0; i < n; ++i) {
      double left = b[i], size = std::fabs(b[i]);
      for (int j = 0; j < n; ++j) left -= a[j * n + i] * x[j], size += std::fabs(a[j * n + i] * x[j]);
      EXPECT_LE(std::fabs(left), 1e-14 * std::sqrt(n) * size) << n;
    }
  }
}

TEST(DenseLu, SingularAndNotANumberAreRefused) {
  DenseLu lu;
  const double singular[] = {1, 2, 2, 4}, lost[] = {1, 0, std::nan(""), 1};
  EXPECT_FALSE(lu.factor(2, singular));
  EXPECT_FALSE(lu.factor(2, lost));
  EXPECT_TRUE(lu.factor(0, {}));
}

}  // namespace
}  // namespace sim
