#pragma once
// The positions next to q0, in the norm of the mass matrix, that satisfy the active constraints:
//
//   minimise 1/2 (q - q0)' M (q - q0)   under   phi_k(q, u, t) = 0 for active k
//
// with the masses at q0 or at q (energy_minimum.h has the same two approaches for velocities). Sequential
// quadratic programming with M for the Hessian: each iteration is a constrained system (linalg/), so that
// rows may repeat one another and vanish. From where a step ends it takes two or three iterations.
#include <memory>
#include <span>

#include "sim_core/block/equations.h"
#include "sim_core/blocks/constraints/energy_minimum.h"
#include "sim_core/blocks/constraints/motion_terms.h"

namespace sim::blocks {

// Results: the positions, and 0 where they were found, else 1. Arguments: positions, the active rows (1 or 0
// each), t, then u where something is prescribed.
struct NearestPositions {
  ir::Value q, outcome;
};
NearestPositions nearest_positions(std::shared_ptr<const MotionTerms> terms, MassesAt at, ir::Value q,
                                   ir::Value active, ir::Value t, ir::Value u);

// The same behind each step. Its argument u: the active rows, then what is prescribed.
ir::ProjectionMethod position_projection(std::shared_ptr<const MotionTerms> terms, MassesAt at);

}  // namespace sim::blocks
