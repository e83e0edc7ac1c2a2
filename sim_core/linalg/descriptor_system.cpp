#include "sim_core/linalg/descriptor_system.h"

#include <Eigen/Dense>
#include <limits>

namespace sim {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;

MatrixXd matrix(const std::vector<double>& values, int rows, int columns) {
  return Eigen::Map<const MatrixXd>(values.data(), rows, columns);
}

std::vector<double> values(const MatrixXd& m) { return {m.data(), m.data() + m.size()}; }

Index rank_of(const Eigen::VectorXd& singular, Index size) {
  const double smallest =
      singular.size() ? singular(0) * static_cast<double>(size) * std::numeric_limits<double>::epsilon() : 0;
  Index rank = 0;
  while (rank < singular.size() && singular(rank) > smallest) ++rank;
  return rank;
}

// What is round-off of what it is the difference of is 0, so that nothing depends on it.
MatrixXd without_round_off(const MatrixXd& difference, const MatrixXd& scale) {
  const double least = 64 * std::numeric_limits<double>::epsilon() * scale.cwiseAbs().maxCoeff();
  return (difference.array().abs() <= least).select(0.0, difference.array()).matrix();
}

}  // namespace

int descriptor_rank(int order, std::span<const double> e) {
  const MatrixXd E = Eigen::Map<const MatrixXd>(e.data(), order, order);
  if (!E.allFinite()) return order;
  return static_cast<int>(rank_of(Eigen::JacobiSVD<MatrixXd>(E).singularValues(), order));
}

ReducedDescriptor reduce_descriptor(const DescriptorMatrices& m) {
  const MatrixXd E = matrix(m.e, m.order, m.order), A = matrix(m.a, m.order, m.order),
                 B = matrix(m.b, m.order, m.inputs), C = matrix(m.c, m.outputs, m.order),
                 D = matrix(m.d, m.outputs, m.inputs);
  const Index n = m.order;
  const Eigen::JacobiSVD<MatrixXd> svd(E, Eigen::ComputeFullU | Eigen::ComputeFullV);
  const Index r = rank_of(svd.singularValues(), n), algebraic = n - r;
  ReducedDescriptor out;
  out.order = static_cast<int>(r);
  if (algebraic == 0) {
    const Eigen::PartialPivLU<MatrixXd> lu(E);
    out.a = values(lu.solve(A)), out.b = values(lu.solve(B)), out.c = m.c, out.d = m.d;
    out.from_x = values(MatrixXd::Identity(n, n));
    return out;
  }
  const MatrixXd U = svd.matrixU(), V = svd.matrixV();
  const MatrixXd At = U.transpose() * A * V, Bt = U.transpose() * B, Ct = C * V;
  const MatrixXd A22 = At.bottomRightCorner(algebraic, algebraic);
  const Eigen::JacobiSVD<MatrixXd> inner(A22);
  const double whole = At.norm() * static_cast<double>(n) * std::numeric_limits<double>::epsilon();
  if (inner.singularValues()(algebraic - 1) <= whole) {
    out.outcome = ReducedDescriptor::Outcome::HigherIndex;
    return out;
  }
  // z2 = X z1 + Y u
  const Eigen::FullPivLU<MatrixXd> lu(A22);
  const MatrixXd Y = -lu.solve(Bt.bottomRows(algebraic));
  MatrixXd X(algebraic, r);
  if (r > 0) X = -lu.solve(At.bottomLeftCorner(algebraic, r));  // Eigen does not solve for no columns at all
  const Eigen::VectorXd inverse = svd.singularValues().head(r).cwiseInverse();
  const MatrixXd A12 = At.topRightCorner(r, algebraic), C2 = Ct.rightCols(algebraic);
  out.a = values(inverse.asDiagonal() * (At.topLeftCorner(r, r) + A12 * X));
  out.b = values(inverse.asDiagonal() * (Bt.topRows(r) + A12 * Y));
  out.c = values(Ct.leftCols(r) + C2 * X);
  out.d = values(without_round_off(D + C2 * Y, D.cwiseAbs() + C2.cwiseAbs() * Y.cwiseAbs()));
  out.from_x = values(V.leftCols(r).transpose());
  return out;
}

}  // namespace sim
