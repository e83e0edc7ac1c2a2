#pragma once
// Watches the iterations of methods that take as many of Newton's corrections as they are told to, whether
// these have solved the equations or not. Two corrections are compared, one of which may be one that was not
// taken any more. Where the second is hardly smaller than the first, and a large part of the state, the
// iteration does not converge: told once.
#include <span>
#include <vector>

#include "sim_core/solvers/stepper.h"

namespace sim {

class NewtonWatch {
 public:
  explicit NewtonWatch(const StepperOptions& options)
      : report_(options.report_unsolved), largest_(options.weights.absolute) {}

  // Whether anybody listens, and has not been told yet: else there is nothing to compute.
  bool active() const { return static_cast<bool>(report_); }
  // The state has been there: corrections are measured by the largest magnitudes it has had, or by AbsTol.
  void follow(std::span<const double> x);
  // Of the equations of a step from t to t + h, with x for their solution so far.
  void compare(double t, double h, std::span<const double> x, std::span<const double> first,
               std::span<const double> second);

 private:
  std::function<void(const UnsolvedStep&)> report_;
  std::vector<double> largest_;
};

}  // namespace sim
