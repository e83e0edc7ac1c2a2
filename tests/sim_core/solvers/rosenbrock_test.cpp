// Order conditions of Rosenbrock methods: for each rooted tree t, sum_i b_i phi_i(t) = 1 / gamma(t), where a
// node with one child takes the sum over alpha + Gamma, one with more over alpha. Hairer, Wanner, Solving
// Ordinary Differential Equations II, 2nd ed., IV.7. They are checked on the table as it is used, taken back
// to alpha, Gamma and b.
#include "sim_core/solvers/rosenbrock.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>

#include "sim_core/solvers/methods/ode23s.h"
#include "sim_core/solvers/methods/rodas5p.h"
#include "tests/sim_core/solvers/rooted_trees.h"

namespace sim {
namespace {

using Matrix = Eigen::MatrixXd;
using Column = Eigen::VectorXd;

struct Classic {
  Matrix alpha, beta;
  Column b, b_error;
  Matrix dense;  // stages x degree
};

Matrix matrix_of(std::span<const double> values, int rows, int cols) {
  Matrix m(rows, cols);
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < cols; ++j) m(i, j) = values[i * cols + j];
  return m;
}

Classic classic(const RosenbrockTableau& m) {
  const int s = m.stages;
  const Matrix inverse = Matrix::Identity(s, s) / m.gamma - matrix_of(m.C, s, s), gamma = inverse.inverse();
  Classic c;
  // u = Gamma k: what is linear in u is linear in the k of the usual form.
  c.alpha = matrix_of(m.a, s, s) * gamma;
  c.beta = c.alpha + gamma;
  c.b = (matrix_of(m.m, 1, s) * gamma).transpose();
  c.b_error = (matrix_of(m.e, 1, s) * gamma).transpose();
  c.dense = gamma.transpose() * matrix_of(m.dense, s, m.dense_degree());
  return c;
}

Column weights_of(const Classic& c, const test::Tree& tree) {
  Column result = Column::Ones(c.b.size());
  const Matrix& sum = tree.children.size() == 1 ? c.beta : c.alpha;
  for (const test::Tree& child : tree.children) result = result.cwiseProduct(sum * weights_of(c, child));
  return result;
}

int order_of(const Classic& c, const Column& b, double theta = 1) {
  for (int order = 1; order <= 6; ++order)
    for (const test::Tree& tree : test::trees_of_order(order))
      if (std::abs(b.dot(weights_of(c, tree)) - std::pow(theta, order) / test::density(tree)) > 2e-11)
        return order - 1;
  return 6;
}

class EveryRosenbrock : public testing::TestWithParam<const RosenbrockTableau*> {
 protected:
  const RosenbrockTableau& m = *GetParam();
};

TEST_P(EveryRosenbrock, HasTheOrdersItClaims) {
  const Classic c = classic(m);
  EXPECT_EQ(order_of(c, c.b), m.order);
  EXPECT_EQ(order_of(c, c.b - c.b_error), m.error_order);
  int lowest = 9;
  for (double theta : {0.1, 0.4, 0.77}) {
    Column b = Column::Zero(m.stages);
    for (int j = 0; j < m.dense_degree(); ++j) b += std::pow(theta, j + 1) * c.dense.col(j);
    lowest = std::min(lowest, order_of(c, b, theta));
  }
  EXPECT_EQ(lowest, m.dense_order);
  EXPECT_LT((c.dense.rowwise().sum() - c.b).cwiseAbs().maxCoeff(), 1e-12) << "the interpolant meets the end";
}

TEST_P(EveryRosenbrock, EvaluatesWhereItsStagesAre) {
  const Classic c = classic(m);
  const Matrix gamma = c.beta - c.alpha;
  for (int i = 0; i < m.stages; ++i) {
    EXPECT_NEAR(c.alpha.row(i).sum(), m.c[i], 1e-12) << i;
    EXPECT_NEAR(gamma.row(i).sum(), m.d[i], 1e-12) << i;
    EXPECT_NEAR(gamma(i, i), m.gamma, 1e-14) << i;
  }
}

INSTANTIATE_TEST_SUITE_P(All, EveryRosenbrock, testing::Values(&tableaus::ode23s, &tableaus::rodas5p),
                         [](const auto& info) {
                           return info.param == &tableaus::ode23s ? "ode23s" : "rodas5p";
                         });

}  // namespace
}  // namespace sim
