#pragma once
// Values as matrices of Eigen, which are only named here: its headers are for .cpp files. Inside this folder
// only; all throw Failure.
#include <complex>
#include <string>

#include "sim_core/expr/value.h"

namespace Eigen {  // NOLINT(readability-identifier-naming): the name is given
template <typename Scalar, int rows, int cols, int options, int max_rows, int max_cols>
class Matrix;
}

namespace sim::expr {

using RealMatrix = Eigen::Matrix<double, -1, -1, 0, -1, -1>;
using ComplexMatrix = Eigen::Matrix<std::complex<double>, -1, -1, 0, -1, -1>;

RealMatrix to_real(const Value& a);  // the real parts
ComplexMatrix to_complex(const Value& a);
Value from(const RealMatrix& m);
Value from(const ComplexMatrix& m);  // real where no element has an imaginary part

// Where so many multiplications are more than max_work (limits.h).
void check_work(double multiplications);

// `name` is what the message calls the argument: "A".
void require_square(const Value& a, const std::string& name = {});
void require_finite(const Value& a, const std::string& name);
void require_match(bool match, const Value& a, const Value& b);

// The argument as a real matrix of finite numbers.
RealMatrix real_matrix(const Value& a, const std::string& name);

// "2+3i", with 5 digits: for messages.
std::string short_text(std::complex<double> z);

}  // namespace sim::expr
