#include "sim_core/linalg/orthogonal_factors.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

namespace sim {

namespace {

using Vector = std::vector<double>;

// A y, or A' x, of a matrix by column.
Vector times(int rows, int columns, const Vector& a, const Vector& v, bool transposed) {
  Vector out(static_cast<std::size_t>(transposed ? columns : rows), 0.0);
  for (int j = 0; j < columns; ++j)
    for (int i = 0; i < rows; ++i) {
      const auto at = static_cast<std::size_t>(i + j * rows), row = static_cast<std::size_t>(i),
                 column = static_cast<std::size_t>(j);
      transposed ? out[column] += a[at] * v[row] : out[row] += a[at] * v[column];
    }
  return out;
}

double dot(const Vector& a, const Vector& b) {
  double sum = 0;
  for (std::size_t k = 0; k < a.size(); ++k) sum += a[k] * b[k];
  return sum;
}

Vector random_vector(std::mt19937& random, int size) {
  std::normal_distribution<double> number;
  Vector v(static_cast<std::size_t>(size));
  for (double& x : v) x = number(random);
  return v;
}

// The product of a rows x rank and a rank x columns matrix.
Vector of_rank(std::mt19937& random, int rows, int columns, int rank) {
  Vector a(static_cast<std::size_t>(rows * columns), 0.0);
  for (int k = 0; k < rank; ++k) {
    const Vector u = random_vector(random, rows), v = random_vector(random, columns);
    for (int j = 0; j < columns; ++j)
      for (int i = 0; i < rows; ++i)
        a[static_cast<std::size_t>(i + j * rows)] +=
            u[static_cast<std::size_t>(i)] * v[static_cast<std::size_t>(j)];
  }
  return a;
}

}  // namespace

// Normal equations hold, and the solution is in the span of the rows: that makes it the shortest.
TEST(OrthogonalFactors, SolutionsAreThoseOfLeastSquaresAndLeastLength) {
  std::mt19937 random(1);
  for (int rows = 1; rows <= 6; ++rows)
    for (int columns = 1; columns <= 6; ++columns)
      for (int rank = 0; rank <= std::min(rows, columns); ++rank) {
        const Vector a = of_rank(random, rows, columns, rank);
        OrthogonalFactors factors;
        factors.factor(rows, columns, a, 1e-10);
        ASSERT_EQ(factors.rank(), rank) << rows << " x " << columns;
        for (const bool transposed : {false, true}) {
          const Vector right = random_vector(random, transposed ? columns : rows);
          Vector solution(static_cast<std::size_t>(transposed ? rows : columns));
          transposed ? factors.solve_transposed(right, solution) : factors.solve(right, solution);
          Vector rest = times(rows, columns, a, solution, transposed);
          for (std::size_t k = 0; k < rest.size(); ++k) rest[k] -= right[k];
          const Vector normal = times(rows, columns, a, rest, !transposed);
          const Vector scale = times(rows, columns, a, right, !transposed);
          EXPECT_LE(dot(normal, normal), 1e-16 * (1 + dot(scale, scale)));
          // Orthogonal to what the matrix takes to zero: what is left of a random vector by its image.
          Vector other = random_vector(random, static_cast<int>(solution.size())), image(other.size());
          const Vector taken = times(rows, columns, a, other, transposed);
          transposed ? factors.solve_transposed(taken, image) : factors.solve(taken, image);
          for (std::size_t k = 0; k < other.size(); ++k) other[k] -= image[k];
          EXPECT_NEAR(dot(other, solution), 0,
                      1e-7 * (1 + std::sqrt(dot(other, other) * dot(solution, solution))));
        }
      }
}

TEST(OrthogonalFactors, WhatIsNoNumberGivesNoNumbers) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const Vector a{1, nan, 2, 3}, r{1, 1};
  Vector x(2);
  OrthogonalFactors factors;
  factors.factor(2, 2, a, 1e-10);
  factors.solve_transposed(r, x);
  EXPECT_TRUE(factors.rank() < 2 || std::isnan(x[0]) || std::isnan(x[1]));
}

}  // namespace sim
