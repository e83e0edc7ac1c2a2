#include "sim_core/expr/matrix_functions.h"

#include <Eigen/Dense>
#include <cmath>
#include <limits>
#include <unsupported/Eigen/MatrixFunctions>

#include "sim_core/base/leave_on_stop.h"
#include "sim_core/expr/failure.h"
#include "sim_core/expr/function_code.h"

namespace sim::expr {

using Complex = std::complex<double>;

namespace {

double work_of(const Value& a) {
  const double work = 60 * std::pow(a.rows(), 3);
  check_work(work);
  return work;
}

template <class M>
M exponential_of(const M& a) {
  M out = a.exp();
  if (!out.allFinite()) fail("the exponential is beyond the largest number", "scale the matrix");
  return out;
}

// Smaller ones are rounding.
template <class M>
double negligible(const M& a) {
  return static_cast<double>(a.rows()) * std::numeric_limits<double>::epsilon() * a.norm();
}

bool on_negative_axis(Complex z, double rounding) { return z.real() < 0 && std::abs(z.imag()) <= rounding; }

// Whether the principal function of the real matrix is real.
bool stays_real(const Value& a) {
  if (a.is_complex()) return false;
  const RealMatrix m = to_real(a);
  const auto values = Eigen::EigenSolver<RealMatrix>(m, false).eigenvalues();
  for (const Complex z : values)
    if (on_negative_axis(z, 0)) return false;
  return true;
}

template <class M>
M root_of_symmetric(const M& a, bool& real) {
  const Eigen::SelfAdjointEigenSolver<M> solver(a);
  Eigen::VectorXd roots = solver.eigenvalues();
  for (double& x : roots) {
    if (std::abs(x) <= negligible(a)) x = 0;
    if (x < 0) real = false;
    x = std::sqrt(std::max(x, 0.0));
  }
  return solver.eigenvectors() * roots.asDiagonal() * solver.eigenvectors().adjoint();
}

Value logarithm_of(const Value& a) {
  const ComplexMatrix m = to_complex(a);
  const Eigen::ComplexSchur<ComplexMatrix> schur(m, false);
  for (const Complex z : schur.matrixT().diagonal())
    if (std::abs(z) <= negligible(m))
      fail("a singular matrix has no logarithm", "all eigenvalues must differ from 0");
  const bool real = stays_real(a);
  const ComplexMatrix out = m.log();
  if (!out.allFinite()) fail("the logarithm cannot be computed within rounding", "scale the matrix");
  return real ? from(RealMatrix(out.real())) : from(out);
}

Value root_of(const Value& a) {
  const ComplexMatrix m = to_complex(a);
  if (m == m.adjoint()) {
    bool real = true;
    const ComplexMatrix out = root_of_symmetric(m, real);
    if (real) return a.is_complex() ? from(out) : from(RealMatrix(out.real()));
  }
  const bool real = stays_real(a);
  const ComplexMatrix out = m.sqrt();
  if (!out.allFinite() || (out * out - m).norm() > 1e-6 * m.norm())
    fail("the matrix is singular and has no square root",
         "only a singular matrix without Jordan blocks of 0 has one");
  return real ? from(RealMatrix(out.real())) : from(out);
}

}  // namespace

RealMatrix exponential(const RealMatrix& a) { return a.size() == 0 ? a : exponential_of(a); }

Value matrix_logarithm(const Value& a) {
  if (a.is_empty()) return a;
  return leave_on_stop(work_of(a), [a] { return logarithm_of(a); });
}

Value exponential_function(Arguments arguments) {
  const Value& a = arguments[0];
  require_square(a, "A");
  require_finite(a, "A");
  if (a.is_empty()) return a;
  const double work = work_of(a);
  if (a.is_complex()) return from(leave_on_stop(work, [m = to_complex(a)] { return exponential_of(m); }));
  return from(leave_on_stop(work, [m = to_real(a)] { return exponential_of(m); }));
}

Value logarithm_function(Arguments arguments) {
  require_square(arguments[0], "A");
  require_finite(arguments[0], "A");
  return matrix_logarithm(arguments[0]);
}

Value root_function(Arguments arguments) {
  const Value& a = arguments[0];
  require_square(a, "A");
  require_finite(a, "A");
  if (a.is_empty()) return a;
  return leave_on_stop(work_of(a), [a] { return root_of(a); });
}

}  // namespace sim::expr
