#pragma once
// The runs that sensitivities are computed from (sensitivity.h), as places in the unit cube: coordinate u of
// a variation stands for the u-quantile of its distribution, or for the value at u of its list. Runs come in
// blocks of n + something for n variations:
//
//   one at a time   one block of 1 + 2 n: all at 1/2; then each at its low and at its high, the others at 1/2
//   Morris          blocks of 1 + n, a trajectory each: from a random place, one variation after the other,
//                   in random order, moves by 1/2 between the four levels 1/8, 3/8, 5/8, 7/8
//   Sobol indices   blocks of 2 + n: a row of the matrix A, that of B, and A's with one column of B's
//
// M. D. Morris, Factorial sampling plans for preliminary computational experiments, Technometrics 33 (1991);
// A. Saltelli et al., Variance based sensitivity analysis of model output, Comput. Phys. Commun. 181 (2010).
#include <cstdint>
#include <vector>

#include "sim_core/study/study.h"

namespace sim {

// How far a variation moves at a time in a trajectory of Morris.
inline constexpr double morris_step = 0.5;

bool is_sensitivity_design(Sampling sampling);
// Runs in a block; 1 of what is no such design.
std::uint64_t design_block(Sampling sampling, std::size_t variations);

// The place of a run of such a design, a coordinate for each variation.
std::vector<double> design_place(const Study& study, std::uint64_t sample);
// Of a trajectory of Morris: the variation that moves in its step k = 0, 1, ...
std::vector<std::size_t> morris_order(const Study& study, std::uint64_t trajectory);

}  // namespace sim
