#pragma once
// Functions of square matrices. Inside this folder only; they throw Failure.
//   exp   scaling and squaring with Pade approximants (Higham, SIAM J. Matrix Anal. Appl. 26, 2005)
//   log   principal; inverse scaling and squaring of triangular blocks (Higham, Functions of Matrices, 2008)
//   sqrt  principal; by the Schur form (Bjorck, Hammarling, Linear Algebra Appl. 52-53, 1983)
#include "sim_core/expr/dense.h"

namespace sim::expr {

RealMatrix exponential(const RealMatrix& a);
// Real, but of matrices with negative real eigenvalues.
Value matrix_logarithm(const Value& a);

}  // namespace sim::expr
