#include "sim_core/expr/control/schur.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

namespace sim::expr {

using Complex = std::complex<double>;
using Index = Eigen::Index;

namespace {

struct Schur {
  ComplexMatrix t, u;
};

Schur schur_of(const RealMatrix& a) {
  const Eigen::ComplexSchur<ComplexMatrix> schur(a.cast<Complex>());
  return {schur.matrixT(), schur.matrixU()};
}

// Swaps the k-th and the next eigenvalue of the triangle.
void swap_next(Schur& s, Index k) {
  const Complex upper = s.t(k, k), lower = s.t(k + 1, k + 1);
  Eigen::Vector2cd x(s.t(k, k + 1), lower - upper);  // the eigenvector of the lower one
  if (x.norm() == 0) return;
  x.normalize();
  Eigen::Matrix2cd w;
  w << x(0), -std::conj(x(1)), x(1), std::conj(x(0));
  s.t.middleCols(k, 2) = (s.t.middleCols(k, 2) * w).eval();
  s.t.middleRows(k, 2) = (w.adjoint() * s.t.middleRows(k, 2)).eval();
  s.u.middleCols(k, 2) = (s.u.middleCols(k, 2) * w).eval();
  s.t(k, k) = lower;
  s.t(k + 1, k + 1) = upper;
  s.t(k + 1, k) = 0;
}

// In terms of the Schur form: each column of `solve_column(j, right)` from those before it.
template <class Column>
RealMatrix by_columns(const Schur& s, const RealMatrix& c, Column column) {
  const Index n = c.rows();
  const ComplexMatrix right = s.u.adjoint() * c.cast<Complex>() * s.u;
  ComplexMatrix y = ComplexMatrix::Zero(n, n);
  for (Index j = 0; j < n; ++j) column(y, j, right);
  const RealMatrix x = (s.u * y * s.u.adjoint()).real();
  return (x + x.transpose()) / 2;
}

}  // namespace

ComplexMatrix invariant_subspace(const RealMatrix& a, const std::function<bool(Complex)>& wanted) {
  Schur s = schur_of(a);
  Index found = 0;
  for (Index k = 0; k < a.rows(); ++k) {
    if (!wanted(s.t(k, k))) continue;
    for (Index at = k; at > found; --at) swap_next(s, at - 1);
    ++found;
  }
  return s.u.leftCols(found);
}

RealMatrix continuous_lyapunov(const RealMatrix& a, const RealMatrix& c) {
  const Schur s = schur_of(a);
  const ComplexMatrix lower = s.t.adjoint();
  return by_columns(s, c, [&](ComplexMatrix& y, Index j, const ComplexMatrix& right) {
    Eigen::VectorXcd rest = -right.col(j) - y.leftCols(j) * s.t.col(j).head(j);
    ComplexMatrix shifted = lower;
    shifted.diagonal().array() += s.t(j, j);
    y.col(j) = shifted.triangularView<Eigen::Lower>().solve(rest);
  });
}

RealMatrix discrete_lyapunov(const RealMatrix& a, const RealMatrix& c) {
  const Schur s = schur_of(a);
  const ComplexMatrix lower = s.t.adjoint();
  return by_columns(s, c, [&](ComplexMatrix& y, Index j, const ComplexMatrix& right) {
    const Eigen::VectorXcd rest = -right.col(j) - lower * (y.leftCols(j) * s.t.col(j).head(j));
    ComplexMatrix shifted = lower * s.t(j, j);
    shifted.diagonal().array() -= 1;
    y.col(j) = shifted.triangularView<Eigen::Lower>().solve(rest);
  });
}

std::vector<Complex> eigenvalues_of(const RealMatrix& a) {
  if (a.rows() == 0) return {};
  const Eigen::EigenSolver<RealMatrix> solver(a, false);
  const auto& values = solver.eigenvalues();
  return {values.data(), values.data() + values.size()};
}

Value sorted_eigenvalues(const RealMatrix& a) {
  std::vector<Complex> values = eigenvalues_of(a);
  std::sort(values.begin(), values.end(), [](Complex x, Complex y) {
    return x.real() != y.real() ? x.real() < y.real() : x.imag() < y.imag();
  });
  return from(
      ComplexMatrix(Eigen::Map<const Eigen::VectorXcd>(values.data(), static_cast<Index>(values.size()))));
}

double controllability(const RealMatrix& a, const RealMatrix& b, Complex z) {
  const double given = std::max(a.norm(), std::abs(z)), size = given > 0 ? given : 1;
  ComplexMatrix pencil(a.rows(), a.cols() + b.cols());
  pencil << a.cast<Complex>() - z * ComplexMatrix::Identity(a.rows(), a.cols()),
      (b * (size / std::max(b.norm(), 1e-300))).cast<Complex>();
  // The last entry of a QR factor with pivots: the smallest singular value within a small factor.
  const Eigen::ColPivHouseholderQR<ComplexMatrix> qr(pencil.adjoint());
  return std::abs(qr.matrixR()(a.rows() - 1, a.rows() - 1)) / size;
}

const Complex* uncontrollable(const RealMatrix& a, const RealMatrix& b,
                              const std::vector<Complex>& eigenvalues) {
  const Complex* worst = nullptr;
  double least = 1e-8;
  for (const Complex& z : eigenvalues) {
    const double measure = controllability(a, b, z);
    if (measure < least) {
      least = measure;
      worst = &z;
    }
  }
  return worst;
}

}  // namespace sim::expr
