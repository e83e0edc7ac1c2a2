#pragma once
// What the methods of control design have in common: invariant subspaces and linear matrix equations by the
// complex Schur form A = U T U*. Inside the expression language only.
//   Bartels, Stewart, Solution of the matrix equation AX + XB = C, CACM 15 (1972).
//   Bai, Demmel, On swapping diagonal blocks in real Schur form, Linear Algebra Appl. 186 (1993).
#include <complex>
#include <functional>
#include <vector>

#include "sim_core/expr/dense.h"

namespace sim::expr {

// An orthonormal basis of the invariant subspace of the eigenvalues that `wanted` holds for; a column for
// each.
ComplexMatrix invariant_subspace(const RealMatrix& a,
                                 const std::function<bool(std::complex<double>)>& wanted);

// X of A'X + XA + C = 0, for symmetric C and an A whose eigenvalues all have negative real parts.
RealMatrix continuous_lyapunov(const RealMatrix& a, const RealMatrix& c);
// X of A'XA - X + C = 0, for symmetric C and an A whose eigenvalues all lie inside the unit circle.
RealMatrix discrete_lyapunov(const RealMatrix& a, const RealMatrix& c);

std::vector<std::complex<double>> eigenvalues_of(const RealMatrix& a);
// A column, by rising real, then imaginary part.
Value sorted_eigenvalues(const RealMatrix& a);

// About the smallest singular value of [A - zI, B], with A and B scaled to be of size 1: 0 where the
// eigenvalue z of A is not controllable from B (the test of Popov, Belevitch and Hautus).
double controllability(const RealMatrix& a, const RealMatrix& b, std::complex<double> z);
// The eigenvalue among `eigenvalues` that is least controllable, if it is not within rounding.
const std::complex<double>* uncontrollable(const RealMatrix& a, const RealMatrix& b,
                                           const std::vector<std::complex<double>>& eigenvalues);

}  // namespace sim::expr
