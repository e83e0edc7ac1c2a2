#pragma once
// Whether a point of phi(q) = 0 is singular: whether the linearized constraints A dq = 0 admit a motion that
// the constraints themselves do not. There multipliers are not determined, and accelerations need not be.
//
// From q a step is taken along a direction of the null space of A, and corrected by the pseudo-inverse of A
// at q. At a regular point, redundant rows or not, what remains of phi vanishes; at a singular one its part
// outside of the range of A stays, of second order in the step. A counts as what it is without its singular
// values below 1e-6 of the largest: so positions next to singular ones count as these.
//
// J. Wittenburg, Dynamics of Multibody Systems, 2nd ed., Springer 2008; A. Mueller, Higher-order local
// analysis of kinematic singularities, in: Singular Configurations of Mechanisms and Manipulators, Springer
// 2019.
#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace sim {

struct ConstraintsAt {
  std::vector<double> residual;  // phi, m numbers
  std::vector<double> rows;      // A, m x n, row by row
};
// False: they cannot be evaluated there.
using ConstraintsOf = std::function<bool(std::span<const double> q, ConstraintsAt& at)>;

// q: a point of phi = 0; weights: of its coordinates, a diagonal mass matrix; sizes: how far each may be
// moved, times the step. The row that remains the most where the point is singular; none where it is not.
std::optional<int> locked_motion(std::span<const double> q, std::span<const double> weights,
                                 std::span<const double> sizes, const ConstraintsOf& constraints);

}  // namespace sim
