#pragma once
// How far estimated parameters can be trusted, from the residuals and their derivatives at the solution:
//
//   covariance = s^2 (J'J)^-1,   s^2 = |r|^2 / (m - n),   interval = x +- t(0.975; m - n) sqrt(covariance)
//
// for m residuals of equal, independent, normal noise, and n parameters that are not at a bound. G. A. F.
// Seber, C. J. Wild, Nonlinear Regression (1989), section 2.1.
#include <string>
#include <vector>

#include "sim_core/estimation/least_squares.h"

namespace sim {

struct FitStatistics {
  int degrees = 0;      // m - n
  double variance = 0;  // s^2; not a number where degrees is 0
  // By parameter; not a number: at a bound, or not identifiable.
  std::vector<double> standard_error, low, high;
  std::vector<char> profiled;  // by parameter: its interval is that of its profile (profile_intervals.h)
  std::vector<char> doubtful;  // by parameter: it is not known whether its interval holds
  std::vector<std::vector<double>> correlation;
  // Groups of parameters, by their indices, of which the data say a combination only: the model does the
  // same when they change together. A single one has no influence at all.
  std::vector<std::vector<std::size_t>> not_identifiable;
  // Pairs whose correlation is beyond 0.99: nearly the same.
  std::vector<std::pair<std::size_t, std::size_t>> correlated;
};

// `exact`: the derivatives are, to some seven digits; else they have some six.
FitStatistics fit_statistics(const LeastSquaresResult& fit, bool exact = false);

// The p-quantile of Student's t distribution with so many degrees of freedom, 0 < p < 1.
double student_t_quantile(double p, double degrees);

}  // namespace sim
