#pragma once
// The stabilizing solutions of the algebraic Riccati equations
//
//   continuous  A'X + XA - XGX + Q = 0         A - GX has its eigenvalues left of the imaginary axis
//   discrete    A'X (I + GX)^-1 A - X + Q = 0  (I + GX)^-1 A has its eigenvalues inside the unit circle
//
// for symmetric G (positive semidefinite) and Q. X comes from the invariant subspace of the Hamiltonian
// matrix, in the discrete case of the Cayley transform (M + L)^-1 (M - L) of the symplectic pencil M - zL,
// which exists for singular A too. Newton's method then removes what rounding has left.
//   Laub, A Schur method for solving algebraic Riccati equations, IEEE Trans. Autom. Control 24 (1979).
//   Kleinman, On an iterative technique for Riccati equation computations, IEEE Trans. Autom. Control 13
//   (1968). Hewer, An iterative technique for the optimal gains of the discrete regulator, ibid. 16 (1971).
// Inside the expression language only.
#include "sim_core/expr/dense.h"

namespace sim::expr {

enum class TimeDomain { Continuous, Discrete };

// Throws Failure where there is none, and says why: an eigenvalue of A that is neither stable nor
// controllable from G, or one on the boundary that Q does not see. In the words of a filter these are not
// observable, and not excited.
struct RiccatiWords {
  const char* not_controllable = "not controllable";
  const char* controllable_remedy = "let an input act on that mode, or leave the mode out of A and B";
  const char* not_seen = "not weighted by Q";
  const char* seen_remedy = "give the states of that mode a weight in Q";
};

RealMatrix stabilizing_solution(TimeDomain domain, const RealMatrix& a, const RealMatrix& g,
                                const RealMatrix& q, const RiccatiWords& words = {});

}  // namespace sim::expr
