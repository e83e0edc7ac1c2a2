// Every tableau of the registry must satisfy the order conditions it claims: for each rooted tree t of order
// <= p, sum_i b_i phi_i(t) = 1 / gamma(t), and for its dense output sum_i b_i(theta) phi_i(t) = theta^|t| /
// gamma(t). J. C. Butcher, J. Austral. Math. Soc. 3 (1963) 185-201; Hairer, Norsett, Wanner, Solving ODEs I,
// II.2 and II.6.
#include "sim_core/solvers/tableau.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "tests/sim_core/solvers/rooted_trees.h"
#include "tests/sim_core/solvers/test_problems.h"

namespace sim {
namespace {

using test::density;
using test::highest_order;
using test::Tree;
using test::trees_of_order;

// Stages, those of the interpolant too, and one more whose argument is the end of the step: f there, as
// Hermite interpolation uses it.
int all_stages(const Tableau& m) { return m.stages + m.dense_stages + 1; }

double weight(const Tableau& m, int i, int j) {
  const int inner = m.stages + m.dense_stages;
  if (i < m.stages) return j < m.stages ? m.at(i, j) : 0;
  if (i < inner) return m.dense_a[(i - m.stages) * inner + j];
  return j < m.stages ? m.b[j] : 0;
}

std::vector<double> elementary_weights(const Tableau& m, const Tree& tree) {
  const int all = all_stages(m);
  std::vector<double> result(all, 1.0);
  for (const Tree& child : tree.children) {
    const auto inner = elementary_weights(m, child);
    for (int i = 0; i < all; ++i) {
      double sum = 0;
      for (int j = 0; j < all - 1; ++j) sum += weight(m, i, j) * inner[j];
      result[i] *= sum;
    }
  }
  return result;
}

// The highest order for which `weights` (of x at theta) satisfy all conditions.
int order_of(const Tableau& m, const std::vector<double>& weights, double theta = 1) {
  double largest = 1;
  for (double w : m.a) largest = std::max(largest, std::fabs(w));
  const double rounding = 5e-15 * largest;
  for (int order = 1; order <= highest_order; ++order)
    for (const Tree& tree : trees_of_order(order)) {
      const auto phi = elementary_weights(m, tree);
      double sum = 0;
      for (std::size_t i = 0; i < weights.size(); ++i) sum += weights[i] * phi[i];
      if (std::abs(sum - std::pow(theta, order) / density(tree)) > rounding) return order - 1;
    }
  return highest_order;
}

std::vector<double> dense_weights(const Tableau& m, double theta) {
  const int inner = m.stages + m.dense_stages;
  std::vector<double> weights(inner + 1, 0.0);
  for (int i = 0; i < inner; ++i) {
    if (m.dense.empty()) weights[i] = m.b[i] * theta * theta * (3 - 2 * theta);
    for (int j = 0; j < m.dense_degree(); ++j)
      weights[i] += m.dense[i * m.dense_degree() + j] * std::pow(theta, j + 1);
  }
  if (m.dense.empty()) {
    weights[0] += theta * (1 - theta) * (1 - theta);
    weights[inner] += theta * theta * (theta - 1);
  }
  return weights;
}

class EveryTableau : public testing::TestWithParam<Method> {
 protected:
  const Tableau& m = *GetParam().tableau;
};

TEST(RootedTrees, AreAsManyAsButcherCounted) {
  const int counts[] = {1, 1, 2, 4, 9, 20, 48, 115, 286};
  for (int order = 1; order <= highest_order; ++order)
    EXPECT_EQ(trees_of_order(order).size(), counts[order - 1]);
}

TEST_P(EveryTableau, HasConsistentShape) {
  const auto s = static_cast<std::size_t>(m.stages);
  EXPECT_EQ(m.a.size(), s * s);
  EXPECT_EQ(m.b.size(), s);
  EXPECT_EQ(m.c.size(), s);
  EXPECT_TRUE(m.b_error.empty() || m.b_error.size() == s);
  const auto d = static_cast<std::size_t>(m.dense_stages);
  EXPECT_TRUE(m.b_error_low.empty() || m.b_error_low.size() == s);
  EXPECT_EQ(m.dense.size() % (s + d), 0u);
  EXPECT_EQ(m.dense_c.size(), d);
  EXPECT_EQ(m.dense_a.size(), d * (s + d));
  EXPECT_FALSE(m.reference.empty());
  for (int i = 0; i < m.stages; ++i) {
    double sum = 0;
    for (int j = 0; j < m.stages; ++j) sum += m.at(i, j);
    EXPECT_NEAR(sum, m.c[i], 3e-14) << "row " << i;
    for (int j = i; j < m.stages; ++j) EXPECT_EQ(m.at(i, j), 0) << "not explicit";
  }
  const int inner = m.stages + m.dense_stages;
  for (int i = m.stages; i < inner; ++i) {
    double sum = 0;
    for (int j = 0; j < inner; ++j) sum += weight(m, i, j);
    EXPECT_NEAR(sum, m.dense_c[i - m.stages], 3e-14) << "row " << i;
    for (int j = i; j < inner; ++j) EXPECT_EQ(weight(m, i, j), 0) << "not explicit";
  }
}

TEST_P(EveryTableau, HasTheOrderItClaims) { EXPECT_EQ(order_of(m, {m.b.begin(), m.b.end()}), m.order); }

TEST_P(EveryTableau, EmbeddedSolutionHasTheOrderItClaims) {
  if (m.b_error.empty()) {
    EXPECT_EQ(m.error_order, 0);
    return;
  }
  std::vector<double> embedded(m.b.begin(), m.b.end());
  for (int i = 0; i < m.stages; ++i) embedded[i] -= m.b_error[i];
  EXPECT_EQ(order_of(m, embedded), m.error_order);
  if (m.b_error_low.empty()) return;
  // Of two estimates of orders p and q < p, |e_p|^2 / |e_q| is of order 2 p - q.
  std::vector<double> low(m.b.begin(), m.b.end());
  for (int i = 0; i < m.stages; ++i) low[i] -= m.b_error_low[i];
  EXPECT_EQ(2 * m.error_order - order_of(m, low), m.combined_order);
}

TEST_P(EveryTableau, DenseOutputHasTheOrderItClaimsAndMeetsTheStep) {
  int lowest = highest_order;
  for (double theta : {0.1, 0.3, 0.5, 0.77})
    lowest = std::min(lowest, order_of(m, dense_weights(m, theta), theta));
  EXPECT_EQ(lowest, m.dense_order);
  const auto end = dense_weights(m, 1);
  // What rounding leaves is as large as the coefficients.
  double largest = 1;
  for (double v : m.dense) largest = std::max(largest, std::fabs(v));
  for (int i = 0; i < all_stages(m); ++i)
    EXPECT_NEAR(end[i], i < m.stages ? m.b[i] : 0, 1e-14 * std::max(1.0, largest / 10));
}

std::vector<Method> methods_with_tableau() {
  std::vector<Method> result;
  for (const Method& m : methods())
    if (m.tableau) result.push_back(m);
  return result;
}

INSTANTIATE_TEST_SUITE_P(Registry, EveryTableau, testing::ValuesIn(methods_with_tableau()),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace sim
