#pragma once
// A local minimum of a smooth function of few variables, by Newton's method with exact first and second
// derivatives in a trust region, which also leaves saddle points: J. J. More, D. C. Sorensen, Computing a
// trust region step, SIAM J. Sci. Stat. Comput. 4 (1983) 553-572, on the eigenvalues of the Hessian, for
// there are few variables.
//
// Lengths are measured by a matrix B, |s|^2 = s' B s, so that the result does not depend on the units of the
// variables. Near the minimum the iteration goes on until rounding ends it.
#include <functional>
#include <span>

namespace sim {

struct SmoothFunction {
  int size = 0;
  // The value, its gradient and its Hessian (size x size). False, or numbers that are not finite: not defined
  // at x.
  std::function<bool(std::span<const double> x, double& value, std::span<double> gradient,
                     std::span<double> hessian)>
      evaluate;
};

enum class MinimumEnd {
  Found,
  Undefined,  // the function is not defined at the start, or B is not positive definite
  Unbounded,  // it falls further and further away, or for ever
  Stalled     // no step makes it smaller, though the gradient is not zero: it is not smooth there
};

// From x to a minimum, downhill; where there is none, x becomes the lowest point found. `length` is a typical
// distance in the measure of B: the first steps are not longer, and 1e8 of them are beyond all bounds.
MinimumEnd minimize(const SmoothFunction& function, std::span<const double> b, double length,
                    std::span<double> x);

}  // namespace sim
