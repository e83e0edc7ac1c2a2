#include "sim_core/linalg/peeled_elimination.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <random>

#include "sim_core/linalg/sparse_cholesky.h"

using namespace sim;

namespace {

// Rows of a matrix that is dense for the test only.
struct Rows {
  std::vector<int> start{0};
  std::vector<SparseElimination::Part> parts;
  std::vector<double> scale;
  explicit Rows(const Eigen::MatrixXd& a) : scale(static_cast<std::size_t>(a.rows()), 1.0) {
    for (int i = 0; i < a.rows(); ++i) {
      for (int j = 0; j < a.cols(); ++j)
        if (a(i, j) != 0) parts.push_back({j, a(i, j)});
      start.push_back(static_cast<int>(parts.size()));
    }
  }
};

PeeledElimination factored(const Rows& rows) {
  PeeledElimination factors;
  factors.factor(rows.start, rows.parts, rows.scale);
  return factors;
}

// With a symmetric pattern of few entries, of any rank, and a symmetric part that is not negative.
Eigen::MatrixXd sparse_skew(int n, std::mt19937& random) {
  Eigen::MatrixXd a = Eigen::MatrixXd::Zero(n, n);
  const auto number = [&] { return static_cast<double>(static_cast<int>(random() % 9)) - 4; };
  const auto entries = static_cast<unsigned>(n + static_cast<int>(random() % static_cast<unsigned>(n)));
  for (unsigned k = 0; k < entries; ++k) {
    const auto i = static_cast<int>(random() % static_cast<unsigned>(n)),
               j = static_cast<int>(random() % static_cast<unsigned>(n));
    if (i == j) {
      a(i, i) = std::abs(number());
    } else if (const double v = number(); v != 0) {
      a(i, j) = v, a(j, i) = -v;
    }
  }
  return a;
}

}  // namespace

TEST(PeeledElimination, AChainHasNoCore) {
  constexpr int n = 6;
  Eigen::MatrixXd a = Eigen::MatrixXd::Zero(n, n);
  for (int i = 0; i + 1 < n; ++i) a(i, i + 1) = i + 2, a(i + 1, i) = -(i + 2);
  const Rows rows(a);
  const PeeledElimination factors = factored(rows);
  EXPECT_TRUE(factors.core().empty());
  Eigen::VectorXd x(n), b(n);
  for (int i = 0; i < n; ++i) x[i] = i - 2.5;
  b = a * x;
  factors.solve({b.data(), n});
  EXPECT_LT((b - x).lpNorm<Eigen::Infinity>(), 1e-14);
}

TEST(PeeledElimination, ARingIsAllCore) {
  constexpr int n = 5;
  Eigen::MatrixXd a = Eigen::MatrixXd::Zero(n, n);
  for (int i = 0; i < n; ++i) a(i, (i + 1) % n) = 1, a((i + 1) % n, i) = -1;
  const Rows rows(a);
  const PeeledElimination factors = factored(rows);
  EXPECT_EQ(factors.core().size(), 5u);
  EXPECT_EQ(factors.null_space(rows.start, rows.parts).size(), 1u);  // of odd size and skew
}

// Two rows that say the same of one unknown: as a lock between two bodies whose speeds are known.
TEST(PeeledElimination, VectorsOfTheNullSpaceAreShort) {
  constexpr int bodies = 50, n = 3 * bodies - 1;
  Eigen::MatrixXd a = Eigen::MatrixXd::Zero(n, n);
  const auto both = [&](int row, int column, double v) { a(row, column) = v, a(column, row) = -v; };
  for (int k = 0; k < bodies; ++k) both(bodies + k, k, 1);
  for (int k = 0; k + 1 < bodies; ++k) both(2 * bodies + k, k, 1), both(2 * bodies + k, k + 1, -1);
  const Rows rows(a);
  const auto null_space = factored(rows).null_space(rows.start, rows.parts);
  ASSERT_EQ(null_space.size(), static_cast<std::size_t>(bodies - 1));
  for (const auto& vector : null_space) EXPECT_EQ(vector.size(), 3u);
}

TEST(PeeledElimination, AgreesWithDenseFactorsOfAnyRank) {
  std::mt19937 random(3);
  int cores = 0, peeled = 0, singular = 0;
  for (int round = 0; round < 2000; ++round) {
    const int n = 2 + static_cast<int>(random() % 12);
    const Eigen::MatrixXd a = sparse_skew(n, random);
    const Rows rows(a);
    const PeeledElimination factors = factored(rows);
    const auto null_space = factors.null_space(rows.start, rows.parts);
    const Eigen::FullPivLU<Eigen::MatrixXd> dense(a);
    ASSERT_EQ(static_cast<int>(null_space.size()), n - dense.rank()) << round;
    if (!null_space.empty()) {
      Eigen::MatrixXd basis = Eigen::MatrixXd::Zero(n, static_cast<Eigen::Index>(null_space.size()));
      for (std::size_t k = 0; k < null_space.size(); ++k)
        for (const auto& part : null_space[k]) basis(part.at, static_cast<Eigen::Index>(k)) = part.value;
      const double size = 1 + basis.lpNorm<Eigen::Infinity>();
      EXPECT_LT((a * basis).lpNorm<Eigen::Infinity>(), 1e-10 * size) << round;
      EXPECT_EQ(basis.fullPivLu().rank(), basis.cols()) << round;
    }
    const Eigen::VectorXd b = a * Eigen::VectorXd::Random(n);
    Eigen::VectorXd x = b;
    factors.solve({x.data(), static_cast<std::size_t>(n)});
    EXPECT_LT((a * x - b).lpNorm<Eigen::Infinity>(), 1e-10 * (1 + x.lpNorm<Eigen::Infinity>())) << round;
    cores += !factors.core().empty(), peeled += factors.core().size() < static_cast<std::size_t>(n);
    singular += !null_space.empty();
  }
  EXPECT_GT(cores, 200);
  EXPECT_GT(peeled, 1000);
  EXPECT_GT(singular, 200);
}

TEST(SparseCholesky, SolvesWhatIsPositiveDefinite) {
  std::mt19937 random(5);
  for (int round = 0; round < 100; ++round) {
    const int n = 1 + static_cast<int>(random() % 20);
    const Eigen::MatrixXd v = Eigen::MatrixXd::Random(n, n),
                          a = v * v.transpose() + Eigen::MatrixXd::Identity(n, n);
    std::vector<SparseElimination::Entry> entries;
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) entries.push_back({i, j, a(i, j)});
    SparseCholesky factors;
    factors.factor(n, entries);
    const Eigen::VectorXd x = Eigen::VectorXd::Random(n);
    Eigen::VectorXd b = a * x;
    factors.solve({b.data(), static_cast<std::size_t>(n)});
    EXPECT_LT((b - x).lpNorm<Eigen::Infinity>(), 1e-11) << round;
  }
}
