#include "sim_core/linalg/sparse_elimination.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <random>

using namespace sim;

namespace {

std::vector<SparseElimination::Entry> entries_of(const Eigen::MatrixXd& a) {
  std::vector<SparseElimination::Entry> entries;
  for (int i = 0; i < a.rows(); ++i)
    for (int j = 0; j < a.cols(); ++j) entries.push_back({i, j, a(i, j)});
  return entries;
}

}  // namespace

TEST(SparseElimination, SolvesWhereTheMatrixIsRegularAndFindsTheNullSpaceWhereItIsNot) {
  std::mt19937 random(3);
  std::normal_distribution<double> normal;
  for (int trial = 0; trial < 300; ++trial) {
    const int n = 1 + trial % 25, rank = trial % 3 ? n : n * 2 / 3;
    // Sparse factors, so that their product is one.
    const auto sparse = [&](int rows, int columns) {
      Eigen::MatrixXd a = Eigen::MatrixXd::Zero(rows, columns);
      for (int k = 0; k < std::min(rows, columns); ++k) a(k, k) = 1 + std::abs(normal(random));
      for (int k = 0; k < rows + columns; ++k)
        a(static_cast<int>(random() % static_cast<unsigned>(rows)),
          static_cast<int>(random() % static_cast<unsigned>(columns))) += normal(random);
      return a;
    };
    if (rank == 0) continue;
    const Eigen::MatrixXd a = sparse(n, rank) * sparse(rank, n);
    const Eigen::FullPivLU<Eigen::MatrixXd> reference(a);
    SparseElimination factors;
    factors.factor(n, entries_of(a));
    ASSERT_EQ(factors.rank(), reference.rank()) << trial;
    const Eigen::VectorXd x = Eigen::VectorXd::NullaryExpr(n, [&] { return normal(random); });
    Eigen::VectorXd b = a * x;
    const double size = b.lpNorm<Eigen::Infinity>() + 1;
    const Eigen::VectorXd right = b;
    factors.solve({b.data(), static_cast<std::size_t>(n)});
    EXPECT_LT((a * b - right).lpNorm<Eigen::Infinity>(), 1e-10 * size) << trial;
    for (const auto& vector : factors.null_space()) {
      Eigen::VectorXd v = Eigen::VectorXd::Zero(n);
      for (const auto& part : vector) v[part.at] = part.value;
      EXPECT_LT((a * v).lpNorm<Eigen::Infinity>(),
                1e-10 * v.lpNorm<Eigen::Infinity>() * a.cwiseAbs().maxCoeff());
    }
    EXPECT_EQ(static_cast<int>(factors.null_space().size()), n - factors.rank());
  }
}

// Being small is no reason to be taken for zero; being what cancellation leaves is.
TEST(SparseElimination, ASmallEntryIsNoZero) {
  SparseElimination factors;
  factors.factor(2, std::vector<SparseElimination::Entry>{{0, 0, 1}, {1, 1, 1e-200}});
  EXPECT_EQ(factors.rank(), 2);
  factors.factor(2, std::vector<SparseElimination::Entry>{{0, 0, 3}, {0, 1, 1}, {1, 0, 0.3}, {1, 1, 0.1}});
  EXPECT_EQ(factors.rank(), 1);
}

TEST(SparseElimination, AnEmptyMatrixHasNothingToSolve) {
  SparseElimination factors;
  factors.factor(0, {});
  factors.solve({});
  EXPECT_EQ(factors.rank(), 0);
  factors.factor(2, {});
  EXPECT_EQ(factors.null_space().size(), 2u);
}
