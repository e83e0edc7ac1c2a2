#pragma once
// Bounded nonlinear least squares: the smallest |r(x)|^2 with minimum <= x <= maximum.
//
// Levenberg-Marquardt steps (J. J. More, Lecture Notes in Mathematics 630 (1978) 105-116) with the damping of
// K. Madsen, H. B. Nielsen, O. Tingleff, Methods for Non-Linear Least Squares Problems (2004), section 3.2.
// Columns are scaled by the largest norms they had; what is at a bound and would leave it is kept there
// (active set). Steps are no longer than a radius, which begins with the magnitude of the parameters. They
// are solved by QR, so that nothing is squared.
#include <functional>
#include <optional>
#include <vector>

#include "sim_core/base/result.h"

namespace sim {

struct LeastSquaresProblem {
  std::vector<double> start, minimum, maximum;  // by parameter
  // Nothing: there are none at these parameters, which the search then keeps away from.
  std::function<std::optional<std::vector<double>>(const std::vector<double>& x)> residuals;
  // By parameter, the derivatives of all residuals; nothing: they cannot be computed there.
  std::function<std::optional<std::vector<std::vector<double>>>(const std::vector<double>& x,
                                                                const std::vector<double>& r)>
      jacobian;
};

struct LeastSquaresStep {
  int iteration = 0;
  std::vector<double> x, residuals;
  double sum = 0;  // of squares
};

struct LeastSquaresResult {
  std::vector<double> x, residuals;
  std::vector<std::vector<double>> jacobian;  // there, by parameter
  double sum = 0;                             // of squares
  int iterations = 0;
  bool converged = false;
  std::vector<char> at_bound;  // by parameter: it would go on beyond its bound
};

// `progress` sees each step that is taken. Errors: no residuals, or no derivatives, at the start.
Result<LeastSquaresResult> least_squares(const LeastSquaresProblem& problem, int most_iterations = 200,
                                         const std::function<void(const LeastSquaresStep&)>& progress = {});

}  // namespace sim
