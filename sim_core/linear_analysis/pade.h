#pragma once
// Delays of a linear model as rational systems: Pade's approximation [n/n] of exp(-s T),
//
//   sum c_k (-s T)^k / sum c_k (s T)^k,   c_k = (2n - k)! n! / ((2n)! k! (n - k)!).
//
// G. A. Baker, P. Graves-Morris, Pade Approximants, 2nd ed. (1996), ch. 1. Its poles beyond about n/T are no
// poles of the delay.
#include "sim_core/linear_analysis/linear_model.h"

namespace sim {

inline constexpr int most_pade_order = 50;

// With approximations of this order in place of all delays; order 0: of the order that its block asks for,
// where it asks for one. Delays of 0 become direct connections. What cannot be replaced, as a loop through
// the approximation has no solution, stays, with a note.
LinearModel with_pade(const LinearModel& model, int order);

}  // namespace sim
