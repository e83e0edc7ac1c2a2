#include "sim_core/expr/linear_algebra.h"

#include <Eigen/Dense>
#include <cmath>
#include <cstdint>
#include <limits>

#include "sim_core/base/leave_on_stop.h"
#include "sim_core/base/text.h"
#include "sim_core/expr/array_operations.h"
#include "sim_core/expr/dense.h"
#include "sim_core/expr/failure.h"
#include "sim_core/expr/limits.h"

namespace sim::expr {

using Real = RealMatrix;

template <class M>
static M product(M a, M b) {
  const double work =
      static_cast<double>(a.rows()) * static_cast<double>(a.cols()) * static_cast<double>(b.cols());
  return leave_on_stop(work, [a = std::move(a), b = std::move(b)] { return M(a * b); });
}

Value matrix_product(const Value& a, const Value& b) {
  require_match(a.cols() == b.rows(), a, b);
  checked_shape(a.rows(), b.cols());
  check_work(static_cast<double>(a.rows()) * a.cols() * b.cols());
  if (a.is_complex() || b.is_complex()) return from(product(to_complex(a), to_complex(b)));
  return from(product(to_real(a), to_real(b)));
}

template <class M>
static M solve(M a, M b) {
  if (a.size() == 0 || b.size() == 0) return M::Zero(a.cols(), b.cols());
  const double work = static_cast<double>(a.rows()) * static_cast<double>(a.cols()) *
                      static_cast<double>(std::min(a.rows(), a.cols()) + b.cols());
  return leave_on_stop(work, [a = std::move(a), b = std::move(b)]() -> M {
    if (a.rows() != a.cols()) return a.colPivHouseholderQr().solve(b);
    const auto lu = a.partialPivLu();
    if ((lu.matrixLU().diagonal().array() == typename M::Scalar(0)).any())
      fail("the matrix is singular", "use pinv(A), or look at what it is made of");
    return lu.solve(b);
  });
}

template <class M>
static typename M::Scalar determinant_of(M a) {
  const double work = std::pow(a.rows(), 3) / 3;  // before `a` is moved away
  return leave_on_stop(work, [a = std::move(a)] { return a.partialPivLu().determinant(); });
}

Value left_divide(const Value& a, const Value& b) {
  require_match(a.rows() == b.rows(), a, b);
  checked_shape(a.cols(), b.cols());
  const double narrow = std::min(a.rows(), a.cols());
  check_work(static_cast<double>(a.rows()) * a.cols() * (narrow + b.cols()));
  if (a.is_complex() || b.is_complex()) return from(solve(to_complex(a), to_complex(b)));
  return from(solve(to_real(a), to_real(b)));
}

Value right_divide(const Value& a, const Value& b) {
  require_match(a.cols() == b.cols(), a, b);
  return transpose(left_divide(transpose(b, false), transpose(a, false)), false);
}

template <class M>
static M integer_power(M square, std::int64_t n) {
  M out = M::Identity(square.rows(), square.cols());
  for (; n > 0; n /= 2) {
    if (n % 2 == 1) out = product(out, square);
    if (n > 1) square = product(square, square);
  }
  return out;
}

Value matrix_power(const Value& a, const Value& n) {
  if (!n.is_scalar())
    fail("the exponent must be a scalar, not " + describe(n), "use .^ for powers of elements");
  require_square(a);
  const double power = whole_number(n, "the power of a matrix");
  if (std::abs(power) > 1e15) fail("the power of a matrix is too large");
  check_work(std::pow(a.rows(), 3) * 2 * std::max(1.0, std::log2(std::abs(power) + 1)));
  const Value base = power < 0 ? inverse(a) : a;
  const auto times = static_cast<std::int64_t>(std::abs(power));
  if (base.is_complex()) return from(integer_power(to_complex(base), times));
  return from(integer_power(to_real(base), times));
}

Value determinant(const Value& a) {
  require_square(a);
  if (a.is_empty()) return Value::scalar(1);
  if (a.is_complex()) return narrowed(Value::complex(determinant_of(to_complex(a))));
  return Value::scalar(determinant_of(to_real(a)));
}

Value inverse(const Value& a) {
  require_square(a);
  if (a.is_scalar()) return apply(Elementary::Divide, Value::scalar(1), a);
  if (a.is_complex())
    return from(solve(to_complex(a), ComplexMatrix(ComplexMatrix::Identity(a.rows(), a.rows()))));
  return from(solve(to_real(a), Real(Real::Identity(a.rows(), a.rows()))));
}

static double vector_norm(const Eigen::ArrayXd& x, double p) {
  const double largest = x.maxCoeff();
  if (p == std::numeric_limits<double>::infinity()) return largest;
  if (p == -std::numeric_limits<double>::infinity()) return x.minCoeff();
  if (!(p > 0)) fail("the order of a norm must be positive, not " + sim::to_text(p));
  if (p == 1) return x.sum();
  // Scaled, so that squares neither overflow nor vanish.
  if (largest == 0 || !std::isfinite(largest)) return largest;
  if (p == 2) return largest * std::sqrt((x / largest).square().sum());
  return largest * std::pow((x / largest).pow(p).sum(), 1 / p);
}

static Eigen::ArrayXd magnitudes(const Value& a) {
  Eigen::ArrayXd out(a.size());
  for (int k = 0; k < a.size(); ++k) out[k] = std::abs(a.element(k));
  return out;
}

static double matrix_norm(const Value& a, double p) {
  const Eigen::ArrayXd all = magnitudes(a);
  const Eigen::Map<const Eigen::ArrayXXd> m(all.data(), a.rows(), a.cols());
  if (p == 1) return m.colwise().sum().maxCoeff();
  if (p == std::numeric_limits<double>::infinity()) return m.rowwise().sum().maxCoeff();
  if (p != 2) fail("the norm of a matrix has order 1, 2, inf or 'fro', not " + sim::to_text(p));
  if (!all.isFinite().all()) return std::numeric_limits<double>::quiet_NaN();
  check_work(10.0 * a.rows() * a.cols() * std::min(a.rows(), a.cols()));
  // The root of the largest eigenvalue of A'A: as exact for the largest singular value as an SVD, and far
  // cheaper to compile. Scaled, so that the squares neither overflow nor vanish.
  const double largest = all.maxCoeff();
  if (largest == 0) return 0;
  return leave_on_stop(10 * std::pow(std::max(a.rows(), a.cols()), 3),
                       [scaled = ComplexMatrix(to_complex(a) / largest), largest] {
                         const ComplexMatrix squared = scaled.rows() < scaled.cols()
                                                           ? ComplexMatrix(scaled * scaled.adjoint())
                                                           : ComplexMatrix(scaled.adjoint() * scaled);
                         const Eigen::SelfAdjointEigenSolver<ComplexMatrix> solver(squared,
                                                                                   Eigen::EigenvaluesOnly);
                         return largest * std::sqrt(solver.eigenvalues().maxCoeff());
                       });
}

double norm(const Value& a, double p) {
  require_numeric(a);
  if (a.is_empty()) return 0;
  return a.is_vector() ? vector_norm(magnitudes(a), p) : matrix_norm(a, p);
}

double frobenius_norm(const Value& a) {
  require_numeric(a);
  return a.is_empty() ? 0 : vector_norm(magnitudes(a), 2);
}

}  // namespace sim::expr
