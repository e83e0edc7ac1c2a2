#pragma once
// The problems that are not stiff of T. E. Hull, W. H. Enright, B. M. Fellen, A. E. Sedgwick, Comparing
// numerical methods for ordinary differential equations, SIAM J. Numer. Anal. 9 (1972) 603-637: classes A
// (single equations), B (small systems), C (moderate systems), D (orbits), E (equations of higher order), t
// in [0, 20].
#include <vector>

#include "tests/sim_core/solvers/reference_problems.h"

namespace sim {

// Without references; AbsTol is RelTol.
std::vector<test::ReferenceProblem> detest_problems();

}  // namespace sim
