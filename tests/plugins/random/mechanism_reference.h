#pragma once
// Integrates a mechanism (mechanism_spec.h) with nothing of the engine's: all coordinates of all bodies,
// dense,
//
//   M du/dt = F + A' z,   A du/dt = -dA/dt u,
//
// by Runge-Kutta steps of fourth order; behind each, positions and velocities are taken back onto the
// constraints, in the norm of the masses. u: the velocities of all bodies, then the speeds of shafts.
#include <array>
#include <vector>

#include "tests/plugins/random/mechanism_spec.h"

namespace sim {

struct MechanismMotion {
  std::vector<std::array<double, 6>> bodies;  // x, y, angle and their rates, at the end
  std::vector<double> currents;               // of shafts
  std::array<double, 2> reaction{};           // on the first joint's body: a revolute one's force
  double worst_condition = 1;                 // on the way, the reciprocal: next to 0 at a singular position
};
MechanismMotion integrated_motion(const MechanismSpec& spec, int steps);

}  // namespace sim
