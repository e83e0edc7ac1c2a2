#pragma once
// Velocities that are kept to A v = b behind each step, in the norm of the mass matrix:
// v - M^-1 A' (A M^-1 A')^+ (A v - b). Where rows contradict one another, in the sense of least squares.
//
// The error estimate stays as it is: its part across the constraints is what the projection takes away, and
// where the steps are chosen by it, projections stay within the tolerance.
#include "sim_core/ir/external_function.h"

namespace sim::blocks {

// Its argument u: M (n x n), A (m x n), both by column, then b. Rows that are not active are 0.
ir::ProjectionMethod velocity_projection(int n, int m);

}  // namespace sim::blocks
