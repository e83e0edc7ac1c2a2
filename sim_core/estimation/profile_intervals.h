#pragma once
// Intervals of parameters that do not rely on the residuals being linear in them. At both ends of a
// linearized interval the sum of squares is to exceed the least one by t^2 s^2. Where it does not, the ends
// are looked for on the profile of the parameter, the least sum over all others with it held:
//
//   profile(x_k) = sum + t^2 s^2
//
// They need not be symmetric, and one may be infinite, where the data do not bound the parameter; a bound of
// the search ends them. D. M. Bates, D. G. Watts, Nonlinear Regression Analysis and Its Applications (1988),
// chapter 6.
#include <limits>

#include "sim_core/estimation/fit_statistics.h"
#include "sim_core/estimation/least_squares.h"

namespace sim {

// Of the solution of a problem: replaces the intervals that do not hold, and says which (`profiled`). Takes
// two evaluations for each parameter, and some dozens of each that is profiled. `resolution`: how exact a
// residual is; where the noise is not above it, the sum of squares says nothing, and the intervals stay.
// Where profiles take more than so many evaluations, those that are not done stay as they are, and are
// `doubtful`.
void profile_intervals(const LeastSquaresProblem& problem, const LeastSquaresResult& fit,
                       FitStatistics& statistics, double resolution = 0,
                       int most_evaluations = std::numeric_limits<int>::max());

}  // namespace sim
