// Decompositions of matrices: eig, qr, chol.
#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

#include "sim_core/base/leave_on_stop.h"
#include "sim_core/expr/array_operations.h"
#include "sim_core/expr/decompositions.h"
#include "sim_core/expr/dense.h"
#include "sim_core/expr/failure.h"
#include "sim_core/expr/function_code.h"

namespace sim::expr {

using Complex = std::complex<double>;

namespace {

double work_of(const Value& a, double factor) {
  const double work = factor * a.rows() * a.cols() * std::min(a.rows(), a.cols());
  check_work(work);
  return work;
}

// f(the matrix, real or complex), in a thread that can be left.
template <class F>
auto of_matrix(const Value& a, double factor, F f) {
  const double work = work_of(a, factor);
  if (a.is_complex()) return leave_on_stop(work, [m = to_complex(a), f] { return f(m); });
  return leave_on_stop(work, [m = to_real(a), f] { return f(m); });
}

template <class Vector>
Value diagonal_matrix(const Vector& elements, Eigen::Index rows, Eigen::Index cols) {
  Eigen::Matrix<typename Vector::Scalar, -1, -1> out =
      Eigen::Matrix<typename Vector::Scalar, -1, -1>::Zero(rows, cols);
  out.diagonal() = elements;
  return from(out);
}

template <class Vector>
Value column(const Vector& elements) {
  return from(Eigen::Matrix<typename Vector::Scalar, -1, -1>(elements));
}

Values eigen_of_symmetric(const auto& m, bool vectors) {
  using M = std::decay_t<decltype(m)>;
  const Eigen::SelfAdjointEigenSolver<M> solver(
      m, vectors ? Eigen::ComputeEigenvectors : Eigen::EigenvaluesOnly);
  if (!vectors) return {column(solver.eigenvalues())};
  return {from(M(solver.eigenvectors())), diagonal_matrix(solver.eigenvalues(), m.rows(), m.cols())};
}

template <class Solver>
Values eigen_by(const Solver& solver, Eigen::Index n, bool vectors) {
  if (solver.info() != Eigen::Success) fail("the iteration for the eigenvalues does not converge");
  const Eigen::VectorXcd& values = solver.eigenvalues();
  if (!vectors) return {column(values)};
  return {from(ComplexMatrix(solver.eigenvectors())), diagonal_matrix(values, n, n)};
}

Values eigen_of(const RealMatrix& m, bool vectors) {
  if (m == m.transpose()) return eigen_of_symmetric(m, vectors);
  return eigen_by(Eigen::EigenSolver<RealMatrix>(m, vectors), m.rows(), vectors);
}
Values eigen_of(const ComplexMatrix& m, bool vectors) {
  if (m == m.adjoint()) return eigen_of_symmetric(m, vectors);
  return eigen_by(Eigen::ComplexEigenSolver<ComplexMatrix>(m, vectors), m.rows(), vectors);
}

}  // namespace

bool is_economy(Arguments arguments) {
  if (arguments.size() < 2) return false;
  const auto number = arguments[1].as_scalar();
  if (!(number && *number == 0) && arguments[1].text() != "econ")
    fail("the second argument must be 'econ' or 0",
         "write 'econ' for factors without the columns that are not needed");
  return true;
}

namespace {

// A P = Q R, where the diagonal of R falls.
template <class M>
Values pivoted_triangle_of(const M& m) {
  const Eigen::ColPivHouseholderQR<M> qr(m);
  const M r = qr.matrixR().template triangularView<Eigen::Upper>();
  const RealMatrix permutation = RealMatrix(qr.colsPermutation().toDenseMatrix().template cast<double>());
  return {from(M(qr.householderQ() * M::Identity(m.rows(), m.rows()))), from(r), from(permutation)};
}

template <class M>
Values triangle_of(const M& m, int results, bool economy) {
  if (results > 2) return pivoted_triangle_of(m);
  const Eigen::HouseholderQR<M> qr(m);
  const Eigen::Index kept = economy ? std::min(m.rows(), m.cols()) : m.rows();
  M r = M::Zero(kept, m.cols());
  const Eigen::Index square = std::min(m.rows(), m.cols());
  r.topRows(square) = qr.matrixQR().topRows(square).template triangularView<Eigen::Upper>();
  if (results < 2) return {from(r)};
  return {from(M(qr.householderQ() * M::Identity(m.rows(), kept))), from(r)};
}

template <class M>
Value root_triangle(const M& m) {
  const double size = m.cwiseAbs().maxCoeff();
  Eigen::Index i = 0, j = 0;
  if (M(m - m.adjoint()).cwiseAbs().maxCoeff(&i, &j) > 1e-10 * size)
    fail("A is not " +
             std::string(Eigen::NumTraits<typename M::Scalar>::IsComplex ? "Hermitian" : "symmetric") +
             ": elements (" + std::to_string(i + 1) + ", " + std::to_string(j + 1) + ") and (" +
             std::to_string(j + 1) + ", " + std::to_string(i + 1) + ") differ",
         "write (A + A')/2 if the difference is rounding");
  M u = M::Zero(m.rows(), m.cols());
  for (Eigen::Index k = 0; k < m.rows(); ++k) {
    const double pivot = std::real(m(k, k)) - u.col(k).head(k).squaredNorm();
    if (!(pivot > 0))
      fail("A is not positive definite: its leading minor of order " + std::to_string(k + 1) +
           " is not positive");
    u(k, k) = std::sqrt(pivot);
    const Eigen::Index rest = m.cols() - k - 1;
    u.row(k).tail(rest) =
        (m.row(k).tail(rest) - u.col(k).head(k).adjoint() * u.topRightCorner(k, rest)) / u(k, k);
    // The next columns are complete above their diagonal.
  }
  return from(u);
}

}  // namespace

Values eigenvalues_of(Arguments arguments, int results) {
  const Value& a = arguments[0];
  require_square(a);
  if (a.is_empty()) return results < 2 ? Values{Value::vector({})} : Values{a, a};
  const auto finite = [](double x) { return std::isfinite(x); };
  if (!std::all_of(a.real().begin(), a.real().end(), finite) ||
      !std::all_of(a.imaginary().begin(), a.imaginary().end(), finite))
    fail("the eigenvalues of inf or nan are not defined");
  return of_matrix(a, 25, [vectors = results > 1](const auto& m) { return eigen_of(m, vectors); });
}

Values orthogonal_triangular(Arguments arguments, int results) {
  const Value& a = arguments[0];
  require_numeric(a);
  require_finite(a, "A");
  const bool economy = is_economy(arguments);
  if (economy && results > 2) fail("'econ' goes with two results", "write [Q, R, P] = qr(A)");
  return of_matrix(a, 6, [results, economy](const auto& m) { return triangle_of(m, results, economy); });
}

Value cholesky_factor(Arguments arguments) {
  const Value& a = arguments[0];
  require_square(a, "A");
  require_finite(a, "A");
  if (a.is_empty()) return a;
  return of_matrix(a, 1, [](const auto& m) { return root_triangle(m); });
}

}  // namespace sim::expr
