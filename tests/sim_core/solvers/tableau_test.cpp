// Every tableau of the registry must satisfy the order conditions it claims: for each rooted tree t of order
// <= p, sum_i b_i phi_i(t) = 1 / gamma(t), and for its dense output sum_i b_i(theta) phi_i(t) = theta^|t| /
// gamma(t). J. C. Butcher, J. Austral. Math. Soc. 3 (1963) 185-201; Hairer, Norsett, Wanner, Solving ODEs I,
// II.2 and II.6.
#include "sim_core/solvers/tableau.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <map>
#include <set>
#include <vector>

#include "sim_core/solvers/methods/registry.h"

namespace sim {
namespace {

struct Tree {
  std::multiset<Tree> children;
  int order = 1;
  bool operator<(const Tree& other) const { return children < other.children; }
};

constexpr int highest_order = 9;

const std::vector<Tree>& trees_of_order(int order) {
  static std::map<int, std::vector<Tree>> known;
  if (const auto cached = known.find(order); cached != known.end()) return cached->second;
  std::set<Tree> found;
  std::function<void(Tree, int, int)> grow = [&](Tree tree, int left, int largest) {
    if (left == 0) {
      found.insert(tree);
      return;
    }
    for (int size = std::min(left, largest); size >= 1; --size)
      for (const Tree& child : trees_of_order(size)) {
        Tree bigger = tree;
        bigger.children.insert(child);
        bigger.order += size;
        grow(bigger, left - size, size);
      }
  };
  grow({}, order - 1, order - 1);
  return known[order] = {found.begin(), found.end()};
}

double density(const Tree& tree) {
  double gamma = tree.order;
  for (const Tree& child : tree.children) gamma *= density(child);
  return gamma;
}

// phi of every stage, and of one more whose argument is the end of the step: f there, as Hermite
// interpolation uses it.
std::vector<double> elementary_weights(const Tableau& m, const Tree& tree) {
  std::vector<double> result(m.stages + 1, 1.0);
  for (const Tree& child : tree.children) {
    const auto inner = elementary_weights(m, child);
    for (int i = 0; i <= m.stages; ++i) {
      double sum = 0;
      for (int j = 0; j < m.stages; ++j) sum += (i < m.stages ? m.at(i, j) : m.b[j]) * inner[j];
      result[i] *= sum;
    }
  }
  return result;
}

// The highest order for which `weights` (of x at theta) satisfy all conditions.
int order_of(const Tableau& m, const std::vector<double>& weights, double theta = 1) {
  for (int order = 1; order <= highest_order; ++order)
    for (const Tree& tree : trees_of_order(order)) {
      const auto phi = elementary_weights(m, tree);
      double sum = 0;
      for (std::size_t i = 0; i < weights.size(); ++i) sum += weights[i] * phi[i];
      if (std::abs(sum - std::pow(theta, order) / density(tree)) > 1e-13) return order - 1;
    }
  return highest_order;
}

std::vector<double> dense_weights(const Tableau& m, double theta) {
  std::vector<double> weights(m.stages + 1, 0.0);
  for (int i = 0; i < m.stages; ++i) {
    if (m.dense.empty()) weights[i] = m.b[i] * theta * theta * (3 - 2 * theta);
    for (int j = 0; j < m.dense_degree(); ++j)
      weights[i] += m.dense[i * m.dense_degree() + j] * std::pow(theta, j + 1);
  }
  if (m.dense.empty()) {
    weights[0] += theta * (1 - theta) * (1 - theta);
    weights[m.stages] += theta * theta * (theta - 1);
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
  EXPECT_EQ(m.dense.size() % s, 0u);
  EXPECT_FALSE(m.reference.empty());
  for (int i = 0; i < m.stages; ++i) {
    double sum = 0;
    for (int j = 0; j < m.stages; ++j) sum += m.at(i, j);
    EXPECT_NEAR(sum, m.c[i], 1e-14) << "row " << i;
    for (int j = i; j < m.stages; ++j) EXPECT_EQ(m.at(i, j), 0) << "not explicit";
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
}

TEST_P(EveryTableau, DenseOutputHasTheOrderItClaimsAndMeetsTheStep) {
  int lowest = highest_order;
  for (double theta : {0.1, 0.3, 0.5, 0.77})
    lowest = std::min(lowest, order_of(m, dense_weights(m, theta), theta));
  EXPECT_EQ(lowest, m.dense_order);
  const auto end = dense_weights(m, 1);
  for (int i = 0; i < m.stages; ++i) EXPECT_NEAR(end[i], m.b[i], 1e-14);
  EXPECT_EQ(end[m.stages], 0);
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
