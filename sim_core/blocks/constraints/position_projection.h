#pragma once
// The positions next to q0, in the norm of the mass matrix, that satisfy the active constraints:
//
//   minimize 1/2 (q - q0)' M (q - q0)   under   phi_k(q, u, t) = 0 for active k
//
// with the masses at q0 or at q (energy_minimum.h has the same two approaches for velocities). Sequential
// quadratic programming: steps from a constrained system with M (linalg/), so that rows may repeat one
// another and vanish, with the curvature of the energy and of phi along the constraints where that is towards
// a minimum; far away no further than they make the energy with a penalty on phi smaller. From where a step
// of an integration ends it takes two or three iterations.
//
// J. Nocedal, S. J. Wright, Numerical Optimization, 2nd ed. (2006), chapter 18.
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
