#pragma once
// How large the next step should be, from the error of the last one: the elementary controller
//   h' = h safety err^(-1/(q+1)),
// or the proportional-integral one, h' = h safety err^(-alpha) err_before^beta with beta = 0.4/(q+1) and
// alpha = 1/(q+1) - 0.75 beta, which avoids the step oscillating where stability limits it, and steps that
// fail. Explicit Runge-Kutta methods use that one: for errors as small it takes a quarter fewer evaluations
// than the elementary one (predator and prey, oscillator), and next to no step is rejected.
// E. Hairer, S. P. Norsett, G. Wanner, Solving ODEs I, 2nd ed., II.4; E. Hairer, G. Wanner, Solving ODEs II,
// IV.2.
#include <algorithm>
#include <span>

#include "sim_core/solvers/error_weights.h"
#include "sim_core/solvers/ode_problem.h"

namespace sim {

struct StepControl {
  double safety = 0.9;
  double smallest_factor = 0.2;
  double largest_factor = 5;
  enum class Law { OfMethod, Elementary, ProportionalIntegral } law = Law::OfMethod;
};

class StepController {
 public:
  // error_order q: the error estimate of a step is O(h^(q+1)).
  explicit StepController(int error_order, StepControl control = {});

  void restart();
  // The next step after a step h with error `error` (see ErrorNorm) that was accepted, or must be repeated.
  double after_accept(double h, double error);
  double after_reject(double h, double error);
  double after_failure(double h);

  // What the law remembers: the error of the step before.
  double error_before() const { return error_before_; }
  void recall(double error_before) { error_before_ = error_before; }

 private:
  bool proportional_integral() const { return control_.law == StepControl::Law::ProportionalIntegral; }

  StepControl control_;
  double exponent_;
  double error_before_ = 1e-4;
  bool rejected_ = false;
};

// The smallest step that makes sense at t: 16 units in the last place of t.
double smallest_step(double t);

// Where a step from t of about h should end: at the limit if it nearly reaches it, half way if two steps do,
// so that no tiny step is left over.
inline double step_end(double t, double h, double t_limit) {
  const double left = t_limit - t;
  if (h * 1.0001 >= left) return t_limit;
  return t + std::min(h, left / 2);
}

// A first step for a method of the given order (Solving ODEs I, II.4): an Euler step whose size comes from x
// and f tells how fast f changes. f0 = f(t, x). Costs one evaluation; at most max_step.
double initial_step(const OdeProblem& problem, const ErrorWeights& weights, int order, double t,
                    std::span<const double> x, std::span<const double> f0, double max_step);

}  // namespace sim
