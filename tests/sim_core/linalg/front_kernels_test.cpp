#include "sim_core/linalg/front_kernels.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <limits>
#include <random>

namespace sim {
namespace {

using Eigen::MatrixXd;

// Inside of a larger matrix, which must stay as it is.
struct Framed {
  MatrixXd whole;
  int rows, cols;
  Framed(const MatrixXd& inner, double around)
      : whole(MatrixXd::Constant(inner.rows() + 3, inner.cols() + 2, around)),
        rows(static_cast<int>(inner.rows())),
        cols(static_cast<int>(inner.cols())) {
    whole.block(1, 1, rows, cols) = inner;
  }
  FrontMatrix view() { return {whole.data() + 1 + whole.rows(), rows, cols, static_cast<int>(whole.rows())}; }
  MatrixXd inner() const { return whole.block(1, 1, rows, cols); }
  bool frame_is(double around) const {
    MatrixXd copy = whole;
    copy.block(1, 1, rows, cols).setConstant(around);
    return (copy.array() == around).all();
  }
};

TEST(FrontKernels, SubtractProductsOfAllShapes) {
  std::srand(3);
  for (int m : {1, 3, 7, 8, 9, 17, 40})
    for (int n : {1, 2, 3, 4, 5, 11})
      for (int k : {1, 2, 9, 300}) {
        const MatrixXd a = MatrixXd::Random(m, k), b = MatrixXd::Random(k, n), c = MatrixXd::Random(m, n);
        Framed left(a, 7), right(b, 7), to(c, 7);
        subtract_product(left.view(), right.view(), to.view());
        EXPECT_LT((to.inner() - (c - a * b)).cwiseAbs().maxCoeff(), 1e-13 * k) << m << " " << n << " " << k;
        EXPECT_TRUE(to.frame_is(7));
        Eigen::VectorXd y = c.col(0);
        subtract_product(left.view(), b.col(0).eval().data(), y.data());
        EXPECT_LT((y - (c - a * b).col(0)).cwiseAbs().maxCoeff(), 1e-13 * k);
      }
  Framed empty(MatrixXd::Ones(3, 0), 7), none(MatrixXd::Ones(0, 4), 7), to(MatrixXd::Ones(3, 4), 7);
  subtract_product(empty.view(), none.view(), to.view());
  EXPECT_EQ(to.inner(), MatrixXd::Ones(3, 4));
}

TEST(FrontKernels, FactorAPanelWithoutExchanges) {
  std::srand(5);
  for (int w : {1, 2, 7, 8, 9, 16, 17, 33, 70})
    for (int below : {0, 1, 20}) {
      MatrixXd a = MatrixXd::Random(w + below, w);
      a.diagonal().array() += 3 * w;
      Framed panel(a, 7);
      Pivots pivots{std::numeric_limits<double>::infinity(), 0, 0};
      ASSERT_TRUE(factor_panel(panel.view(), pivots));
      EXPECT_TRUE(panel.frame_is(7));
      MatrixXd lower = MatrixXd::Identity(w + below, w);
      lower.triangularView<Eigen::StrictlyLower>() = panel.inner();
      const MatrixXd upper = panel.inner().topRows(w).triangularView<Eigen::Upper>();
      EXPECT_LT((lower * upper - a).cwiseAbs().maxCoeff(), 1e-14 * a.cwiseAbs().maxCoeff() * w);
      EXPECT_EQ(pivots.smallest, upper.diagonal().cwiseAbs().minCoeff());
      EXPECT_EQ(pivots.largest, upper.diagonal().cwiseAbs().maxCoeff());
      const MatrixXd strict = lower - MatrixXd::Identity(w + below, w);
      EXPECT_EQ(pivots.growth, strict.cwiseAbs().maxCoeff());

      const MatrixXd b = MatrixXd::Random(w, 6);
      Framed right(b, 7);
      solve_unit_lower(panel.view().part(0, 0, w, w), right.view());
      EXPECT_LT((lower.topRows(w) * right.inner() - b).cwiseAbs().maxCoeff(), 1e-13);
      EXPECT_TRUE(right.frame_is(7));
    }
}

TEST(FrontKernels, RefusePivotsThatAreNone) {
  for (double pivot :
       {0.0, std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()}) {
    MatrixXd a = MatrixXd::Identity(20, 20);
    a(13, 13) = pivot;
    Pivots pivots{std::numeric_limits<double>::infinity(), 0, 0};
    EXPECT_FALSE(factor_panel({a.data(), 20, 20, 20}, pivots)) << pivot;
  }
}

}  // namespace
}  // namespace sim
