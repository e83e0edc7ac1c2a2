#include "sim_core/linalg/linear_solver.h"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <cmath>
#include <limits>
#include <random>

#include "sim_core/linalg/bandwidth.h"
#include "tests/support/grid_pattern.h"

namespace sim {
namespace {

using Complex = std::complex<double>;
using Kind = LinearSolverKind;

constexpr Kind all_kinds[] = {Kind::Dense,        Kind::Band,    Kind::Klu,
                              Kind::Multifrontal, Kind::Umfpack, Kind::Auto};

template <class Number>
Number random_number(std::mt19937& random) {
  std::uniform_real_distribution<double> value(-1, 1);
  if constexpr (std::is_same_v<Number, Complex>)
    return {value(random), value(random)};
  else
    return value(random);
}

SparsityPattern random_pattern(int n, double density, std::mt19937& random) {
  std::bernoulli_distribution present(density);
  std::vector<std::pair<int, int>> entries;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      if (present(random) || j == (i + 1) % n) entries.emplace_back(i, j);  // a cycle: structurally regular
  return make_pattern(n, n, entries);
}

SparsityPattern banded_pattern(int n, int lower, int upper) {
  std::vector<std::pair<int, int>> entries;
  for (int j = 0; j < n; ++j)
    for (int i = std::max(0, j - upper); i <= std::min(n - 1, j + lower); ++i) entries.emplace_back(i, j);
  return make_pattern(n, n, entries);
}

template <class Number>
using Matrix = Eigen::Matrix<Number, Eigen::Dynamic, Eigen::Dynamic>;

template <class Number>
Matrix<Number> dense(const SparsityPattern& pattern, std::span<const Number> values) {
  Matrix<Number> a = Matrix<Number>::Zero(pattern.rows, pattern.cols);
  for (int j = 0, at = 0; j < pattern.cols; ++j)
    for (int i : pattern.column(j)) a(i, j) = values[static_cast<std::size_t>(at++)];
  return a;
}

// The backward error |b - A x| / (|A| |x| + |b|) of several matrices of one pattern. A large `diagonal` makes
// exchanges of rows needless.
template <class Number>
void expect_solves(const SparsityPattern& pattern, Kind kind, std::mt19937& random, double diagonal = 0) {
  BasicLinearSolver<Number> solver(pattern, kind);
  for (int matrix = 0; matrix < 4; ++matrix) {
    std::vector<Number> values, b;
    for (int j = 0; j < pattern.cols; ++j)
      for (int i : pattern.column(j))
        values.push_back(random_number<Number>(random) + Number(i == j ? diagonal : 0));
    for (int k = 0; k < pattern.rows; ++k) b.push_back(random_number<Number>(random));
    const auto a = dense<Number>(pattern, values);
    const Eigen::Matrix<Number, Eigen::Dynamic, 1> right =
        Eigen::Map<Eigen::Matrix<Number, Eigen::Dynamic, 1>>(b.data(), pattern.rows);
    ASSERT_TRUE(solver.factor(values)) << to_text(kind);
    EXPECT_GT(solver.reciprocal_condition(), 0);
    solver.solve(b);
    const Eigen::Map<Eigen::Matrix<Number, Eigen::Dynamic, 1>> x(b.data(), pattern.rows);
    const double scale = a.cwiseAbs().rowwise().sum().maxCoeff() * x.cwiseAbs().maxCoeff() + 1;
    EXPECT_LT((right - a * x).cwiseAbs().maxCoeff(), 1e-11 * scale)
        << to_text(kind) << ", n = " << pattern.rows;
  }
}

TEST(LinearSolver, SolvesMatricesThatNeedPivoting) {
  std::mt19937 random(7);
  for (Kind kind : all_kinds)
    for (int n : {1, 2, 3, 7, 30, 80}) {
      expect_solves<double>(random_pattern(n, 0.1, random), kind, random);
      expect_solves<Complex>(random_pattern(n, 0.1, random), kind, random);
    }
}

TEST(LinearSolver, SolvesBandsOfEveryShape) {
  std::mt19937 random(11);
  for (int lower : {0, 1, 2, 5})
    for (int upper : {0, 1, 3}) {
      expect_solves<double>(banded_pattern(40, lower, upper), Kind::Band, random);
      expect_solves<Complex>(banded_pattern(40, lower, upper), Kind::Band, random);
      for (int n : {1, 2, 3, 40}) {
        expect_solves<double>(banded_pattern(n, lower, upper), Kind::Band, random, 20);
        expect_solves<Complex>(banded_pattern(n, lower, upper), Kind::Band, random, 20);
      }
    }
  expect_solves<double>(grid_pattern(7, 2), Kind::Band, random);
}

TEST(LinearSolver, AnEmptyMatrixHasTheEmptySolution) {
  for (Kind kind : all_kinds) {
    LinearSolver solver(make_pattern(0, 0, {}), kind);
    EXPECT_TRUE(solver.factor({}));
    solver.solve({});
  }
}

TEST(LinearSolver, SaysSoWhereAMatrixIsSingular) {
  const SparsityPattern pattern = banded_pattern(60, 1, 1);
  const std::vector<double> zeros(pattern.row_index.size(), 0.0);
  std::vector<double> invalid(pattern.row_index.size(), 1.0);
  invalid[5] = std::numeric_limits<double>::quiet_NaN();
  std::vector<double> regular;
  for (int j = 0; j < 60; ++j)
    for (int i : pattern.column(j)) regular.push_back(i == j ? 4.0 : 1.0);
  for (Kind kind : all_kinds) {
    LinearSolver solver(pattern, kind);
    EXPECT_FALSE(solver.factor(zeros)) << to_text(kind);
    EXPECT_EQ(solver.reciprocal_condition(), 0);
    EXPECT_FALSE(solver.factor(invalid)) << to_text(kind);
    EXPECT_TRUE(solver.factor(regular)) << to_text(kind);  // and recovers
    std::vector<double> b(60, 6.0);
    b.front() = b.back() = 5.0;
    solver.solve(b);
    for (double x : b) EXPECT_NEAR(x, 1, 1e-14);
  }
}

TEST(LinearSolver, ChangesPivotsWhereTheOldOnesHaveBecomeSmall) {
  const SparsityPattern pattern = full_pattern(2, 2);
  for (Kind kind : all_kinds) {
    LinearSolver solver(pattern, kind);
    ASSERT_TRUE(solver.factor(std::vector<double>{1, 0.5, 0.25, 1}));
    ASSERT_TRUE(solver.factor(std::vector<double>{1e-20, 1, 1, 1}));
    std::vector<double> b{1, 2};
    solver.solve(b);
    EXPECT_NEAR(b[0], 1, 1e-15) << to_text(kind);
    EXPECT_NEAR(b[1], 1, 1e-15) << to_text(kind);
  }
}

// Matrices with and without need of exchanges in turn: what was factored before must not show, to the last
// bit.
template <class Number>
void expect_factors_of_the_values_alone(Kind kind) {
  std::mt19937 random(23);
  for (const SparsityPattern& pattern :
       {grid_pattern(6, 2), random_pattern(60, 0.05, random), banded_pattern(40, 3, 2)}) {
    BasicLinearSolver<Number> solver(pattern, kind);
    for (int matrix = 0; matrix < 40; ++matrix) {
      const double diagonal = matrix % 4 == 3 ? 0 : std::pow(10, matrix % 5 - 3);
      std::vector<Number> values, b;
      for (int j = 0; j < pattern.cols; ++j)
        for (int i : pattern.column(j))
          values.push_back(random_number<Number>(random) + Number(i == j ? diagonal : 0));
      for (int k = 0; k < pattern.rows; ++k) b.push_back(random_number<Number>(random));
      BasicLinearSolver<Number> fresh(pattern, kind);
      ASSERT_EQ(solver.factor(values), fresh.factor(values));
      EXPECT_EQ(solver.reciprocal_condition(), fresh.reciprocal_condition());
      std::vector<Number> x = b, y = b;
      solver.solve(x);
      fresh.solve(y);
      EXPECT_EQ(x, y) << to_text(kind) << ", matrix " << matrix;
    }
  }
}

TEST(LinearSolver, FactorsFollowFromTheValuesAlone) {
  for (Kind kind : all_kinds) {
    expect_factors_of_the_values_alone<double>(kind);
    expect_factors_of_the_values_alone<Complex>(kind);
  }
}

Kind chosen(const SparsityPattern& pattern) { return LinearSolver(pattern).report().kind; }

TEST(LinearSolver, ChoosesByStructure) {
  EXPECT_EQ(chosen(banded_pattern(10, 1, 1)), Kind::Dense);
  EXPECT_EQ(chosen(full_pattern(100, 100)), Kind::Dense);
  EXPECT_EQ(chosen(banded_pattern(1000, 1, 1)), Kind::Band);
  EXPECT_EQ(chosen(banded_pattern(1000, 2, 3)), Kind::Band);
  EXPECT_EQ(chosen(grid_pattern(32, 1)), Kind::Klu);
  EXPECT_EQ(chosen(grid_pattern(32, 2)), Kind::Multifrontal);
  std::vector<std::pair<int, int>> arrow;
  for (int k = 0; k < 500; ++k) arrow.insert(arrow.end(), {{k, k}, {0, k}, {k, 0}});
  EXPECT_EQ(chosen(make_pattern(500, 500, arrow)), Kind::Klu);
  EXPECT_FALSE(LinearSolver(banded_pattern(1000, 1, 1)).report().reason.empty());
}

// Grids that go on in one direction only: the transpose has other entries.
TEST(LinearSolver, TakesBlocksWhereTheTransposeAddsLittle) {
  std::vector<std::pair<int, int>> entries;
  const SparsityPattern grid = grid_pattern(40, 2);
  for (int field = 0; field < 2; ++field)
    for (int j = 0; j < grid.cols; ++j)
      for (int i : grid.column(j)) entries.emplace_back(i + field * grid.rows, j + field * grid.cols);
  const auto twice = [&] { return make_pattern(2 * grid.rows, 2 * grid.cols, entries); };
  EXPECT_EQ(chosen(twice()), Kind::Multifrontal);
  std::erase_if(entries, [](const std::pair<int, int>& entry) { return entry == std::pair(5, 5); });
  EXPECT_NE(chosen(twice()), Kind::Multifrontal);  // nothing on the diagonal there
  entries.emplace_back(5, 5);
  std::mt19937 random(9);
  std::uniform_int_distribution<int> any(0, grid.rows - 1);
  for (int k = 0; k < 4 * grid.rows; ++k) entries.emplace_back(any(random), any(random) + grid.cols);
  EXPECT_NE(chosen(twice()),
            Kind::Multifrontal);  // two blocks, one behind the other: nothing fills between them
}

TEST(LinearSolver, SolvesLargeSystemsByBlocks) {
  std::mt19937 random(41);
  for (const auto& [side, species] : {std::pair(12, 1), std::pair(9, 3), std::pair(20, 2)})
    for (double diagonal : {8.0, 1.0, 0.0, -8.0})
      expect_solves<double>(grid_pattern(side, species), Kind::Multifrontal, random, diagonal);
}

// Of rows and columns in units far from one another, with a solution that is known.
TEST(LinearSolver, BlocksDoNotCareForUnits) {
  const SparsityPattern pattern = grid_pattern(20, 2);
  std::mt19937 random(43);
  std::uniform_real_distribution<double> value(-1, 1), power(-12, 12);
  std::vector<double> row_unit, column_unit, values, b(static_cast<std::size_t>(pattern.rows), 0.0);
  for (int k = 0; k < pattern.rows; ++k) {
    row_unit.push_back(std::pow(10, power(random)));
    column_unit.push_back(std::pow(10, power(random) / 12));
  }
  for (int j = 0; j < pattern.cols; ++j)
    for (int i : pattern.column(j)) {
      const auto row = static_cast<std::size_t>(i), column = static_cast<std::size_t>(j);
      values.push_back(row_unit[row] * (value(random) + (i == j ? 8 : 0)) * column_unit[column]);
      b[row] += values.back();
    }
  LinearSolver solver(pattern, Kind::Multifrontal);
  ASSERT_TRUE(solver.factor(values));
  EXPECT_GT(solver.reciprocal_condition(), 1e-4);
  solver.solve(b);
  for (double x : b) EXPECT_NEAR(x, 1, 1e-10);
}

TEST(LinearSolver, FindsABandBehindAnyNumbering) {
  std::mt19937 random(3);
  std::vector<int> shuffled(400);
  for (int k = 0; k < 400; ++k) shuffled[static_cast<std::size_t>(k)] = k;
  std::shuffle(shuffled.begin(), shuffled.end(), random);
  std::vector<std::pair<int, int>> entries;
  for (int k = 0; k < 400; ++k)
    for (int other = std::max(0, k - 1); other <= std::min(399, k + 1); ++other)
      entries.emplace_back(shuffled[static_cast<std::size_t>(k)], shuffled[static_cast<std::size_t>(other)]);
  const LinearSolver solver(make_pattern(400, 400, entries));
  EXPECT_EQ(solver.report().kind, Kind::Band);
  EXPECT_EQ(solver.report().lower, 1);
  EXPECT_EQ(solver.report().upper, 1);
}

TEST(LinearSolver, KnowsItsFillIn) {
  const SparsityPattern pattern = grid_pattern(16, 1);
  std::vector<double> values;
  for (int j = 0; j < pattern.cols; ++j)
    for (int i : pattern.column(j)) values.push_back(i == j ? 5.0 : -1.0);
  for (Kind kind : all_kinds) {
    LinearSolver solver(pattern, kind);
    EXPECT_EQ(solver.report().nonzeros, pattern.nonzeros());
    ASSERT_TRUE(solver.factor(values));
    EXPECT_GT(solver.report().fill_in(), 1) << to_text(kind);
    EXPECT_LE(solver.report().factor_nonzeros, 256L * 256L) << to_text(kind);
  }
}

TEST(Bandwidth, OfAnOrderIsThatOfTheMatrixInIt) {
  const SparsityPattern pattern =
      make_pattern(3, 3, std::vector<std::pair<int, int>>{{0, 0}, {2, 0}, {0, 1}});
  EXPECT_EQ(band_of(pattern).lower, 2);
  EXPECT_EQ(band_of(pattern).upper, 1);
  const int order[] = {1, 0, 2};
  EXPECT_EQ(band_of(pattern, order).lower, 1);
  EXPECT_EQ(band_of(pattern, order).upper, 0);
}

TEST(Bandwidth, CuthillMcKeeOrdersEachVertexOnce) {
  std::mt19937 random(5);
  for (double density : {0.0, 0.01, 0.2}) {
    const SparsityPattern pattern = random_pattern(90, density, random);
    std::vector<int> order = reverse_cuthill_mckee(pattern);
    std::sort(order.begin(), order.end());
    for (int k = 0; k < 90; ++k) ASSERT_EQ(order[static_cast<std::size_t>(k)], k);
  }
}

}  // namespace
}  // namespace sim
