#pragma once
// Matrix operations, real and complex, by Eigen's dense factorizations. All throw Failure: shapes that
// do not match, a matrix that is exactly singular, more than max_work multiplications.
#include "sim_core/expr/value.h"

namespace sim::expr {

Value matrix_product(const Value& a, const Value& b);
// A \ B: solves A X = B; in the least-squares sense when A is not square.
Value left_divide(const Value& a, const Value& b);
// A / B: solves X B = A.
Value right_divide(const Value& a, const Value& b);
// A^n for a square matrix and a whole number n; negative powers invert.
Value matrix_power(const Value& a, const Value& n);

Value determinant(const Value& a);
Value inverse(const Value& a);
// Vectors: p = 1, 2, inf or any p > 0 (and -inf). Matrices: p = 1, 2, inf.
double norm(const Value& a, double p);
double frobenius_norm(const Value& a);

}  // namespace sim::expr
