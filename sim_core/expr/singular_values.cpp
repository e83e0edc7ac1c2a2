// svd, and what follows from singular values: rank, null, orth, pinv. Real matrices are computed as complex
// ones, whose imaginary parts stay 0: a second instance of the library's method would cost minutes to
// compile.
#include <Eigen/SVD>
#include <algorithm>
#include <cmath>
#include <limits>

#include "sim_core/base/leave_on_stop.h"
#include "sim_core/expr/array_operations.h"
#include "sim_core/expr/decompositions.h"
#include "sim_core/expr/dense.h"
#include "sim_core/expr/failure.h"
#include "sim_core/expr/function_code.h"

namespace sim::expr {

namespace {

struct Factors {
  ComplexMatrix u, v;
  Eigen::VectorXd values;
};

Factors factors_of(const ComplexMatrix& m, bool economy) {
  if (m.size() == 0)
    return {ComplexMatrix::Identity(m.rows(), m.rows()), ComplexMatrix::Identity(m.cols(), m.cols()), {}};
  const unsigned parts =
      economy ? Eigen::ComputeThinU | Eigen::ComputeThinV : Eigen::ComputeFullU | Eigen::ComputeFullV;
  const Eigen::JacobiSVD<ComplexMatrix, Eigen::HouseholderQRPreconditioner> svd(m, parts);
  return {svd.matrixU(), svd.matrixV(), svd.singularValues()};
}

Factors decomposed(const Value& a, bool economy) {
  require_numeric(a);
  require_finite(a, "A");
  const double work = 60.0 * a.rows() * a.cols() * std::max(a.rows(), a.cols());
  check_work(work);
  return leave_on_stop(work, [m = to_complex(a), economy] { return factors_of(m, economy); });
}

// What lies above the tolerance: the second argument, or rounding.
struct Spaces : Factors {
  Eigen::Index rank;

  explicit Spaces(Arguments arguments) : Factors(decomposed(arguments[0], false)) {
    const double largest = values.size() > 0 ? values(0) : 0;
    double least = std::max(u.rows(), v.rows()) * std::numeric_limits<double>::epsilon() * largest;
    if (arguments.size() > 1) {
      const auto number = arguments[1].as_scalar();
      if (!number || !(*number >= 0))
        fail("the tolerance must be a number of at least 0, not " + describe(arguments[1]));
      least = *number;
    }
    rank = (values.array() > least).count();
  }
};

}  // namespace

Values singular_values(Arguments arguments, int results) {
  const Factors f = decomposed(arguments[0], is_economy(arguments));
  if (results < 2) return {from(RealMatrix(f.values))};
  RealMatrix diagonal = RealMatrix::Zero(f.u.cols(), f.v.cols());
  diagonal.diagonal() = f.values;
  return {from(f.u), from(diagonal), from(f.v)};
}

Value rank_of(Arguments arguments) { return Value::scalar(static_cast<double>(Spaces(arguments).rank)); }

Value null_space(Arguments arguments) {
  const Spaces s(arguments);
  return from(ComplexMatrix(s.v.rightCols(s.v.cols() - s.rank)));
}

Value range_space(Arguments arguments) {
  const Spaces s(arguments);
  return from(ComplexMatrix(s.u.leftCols(s.rank)));
}

Value pseudo_inverse(Arguments arguments) {
  const Spaces s(arguments);
  const Eigen::VectorXd inverse = s.values.head(s.rank).cwiseInverse();
  return from(ComplexMatrix(s.v.leftCols(s.rank) * inverse.asDiagonal() * s.u.leftCols(s.rank).adjoint()));
}

}  // namespace sim::expr
