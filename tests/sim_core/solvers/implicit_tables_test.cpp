// The tables of the implicit Runge-Kutta methods against what defines them.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>

#include "sim_core/solvers/methods/radau_iia.h"
#include "sim_core/solvers/methods/trapezoidal.h"
#include "tests/sim_core/solvers/rooted_trees.h"

namespace sim {
namespace {

using Matrix = Eigen::MatrixXd;
using Column = Eigen::VectorXd;

Column weights_of(const Matrix& a, const test::Tree& tree) {
  Column result = Column::Ones(a.rows());
  for (const test::Tree& child : tree.children) result = result.cwiseProduct(a * weights_of(a, child));
  return result;
}

int order_of(const Matrix& a, const Column& b) {
  for (int order = 1; order <= 6; ++order)
    for (const test::Tree& tree : test::trees_of_order(order))
      if (std::abs(b.dot(weights_of(a, tree)) - 1 / test::density(tree)) > 1e-13) return order - 1;
  return 6;
}

template <typename Table>
Matrix matrix_of(const Table& table) {
  Matrix m(3, 3);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) m(i, j) = table[i][j];
  return m;
}

TEST(RadauIia, IsOfOrderFiveAndTakenApartByItsTransformation) {
  namespace method = radau_iia5;
  const Matrix a = matrix_of(method::a), t = matrix_of(method::T), inverse = matrix_of(method::T_inverse);
  EXPECT_EQ(order_of(a, a.row(2).transpose()), 5);
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(a.row(i).sum(), method::c[i], 1e-15);
  EXPECT_LT((t * inverse - Matrix::Identity(3, 3)).cwiseAbs().maxCoeff(), 1e-14);
  Matrix blocks(3, 3);
  blocks << method::gamma, 0, 0, 0, method::alpha, -method::beta, 0, method::beta, method::alpha;
  EXPECT_LT((inverse * a.inverse() * t - blocks).cwiseAbs().maxCoeff(), 1e-13);
  // h f(t, x) + e.z is of order 3: it vanishes for polynomials x(t) of degree 1 to 3.
  for (int degree = 1; degree <= 4; ++degree) {
    double sum = degree == 1 ? 1 : 0;
    for (int i = 0; i < 3; ++i) sum += method::e[i] * std::pow(method::c[i], degree);
    EXPECT_NEAR(std::abs(sum) > 1e-3, degree == 4, 0) << degree << ": " << sum;
  }
}

TEST(DiagonallyImplicit, TablesHaveTheOrdersTheyClaim) {
  for (const Tableau* m : {&tableaus::trapezoidal, &tableaus::tr_bdf2}) {
    const int s = m->stages;
    Matrix a(s, s);
    Column b(s), embedded(s);
    for (int i = 0; i < s; ++i) {
      for (int j = 0; j < s; ++j) a(i, j) = m->at(i, j);
      b[i] = m->b[i];
      embedded[i] = m->b_error.empty() ? 0 : m->b[i] - m->b_error[i];
    }
    for (int i = 0; i < s; ++i) {
      EXPECT_NEAR(a.row(i).sum(), m->c[i], 1e-15);
      EXPECT_NEAR(a(i, i), i == 0 ? 0 : a(s - 1, s - 1), 1e-15) << "one matrix serves all stages";
      EXPECT_NEAR(a(s - 1, i), m->b[i], 1e-15) << "the last stage is the end";
    }
    EXPECT_EQ(order_of(a, b), m->order) << m->name;
    if (m->b_error.empty()) continue;
    EXPECT_EQ(order_of(a, embedded), m->error_order) << m->name;
  }
}

}  // namespace
}  // namespace sim
