#pragma once
// Branches that are not held over a step: those of crossings that the run does not locate. They follow their
// crossing functions wherever the equations are evaluated inside a step, as an expression with an `if` in a
// hand-written right-hand side does. A branch that is located stays frozen over the step instead, so that the
// solver sees a smooth function.
//
// Not among them, because they change at major steps only: what decides whether blocks are executed, and
// branches whose function reads what its block keeps from one major step to the next (hysteresis, locks).
#include <array>
#include <vector>

#include "sim_core/program/program.h"

namespace sim {

struct FollowedBranches {
  std::vector<int> crossings;             // into Program::crossings, ascending
  std::vector<char> modes;                // by mode: whether it is one of theirs
  std::array<bool, kernel_count> read{};  // by kernel: whether its results hang on one
};

// `locates`: whether crossings that their blocks want to have located are.
FollowedBranches followed_branches(const Program& program, bool locates);

}  // namespace sim
