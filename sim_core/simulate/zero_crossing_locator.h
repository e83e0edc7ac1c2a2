#pragma once
// Finds when the first of several functions z_i(t) changes sign within a step. Purely numeric: it knows
// nothing of models.
//
// A function rises across [a, b] if it rises to or through zero (z(a) < 0 <= z(b)), or leaves zero and
// becomes positive (z(a) = 0 < z(b)); it falls in the mirrored cases. The bracket is narrowed by inverse
// quadratic interpolation under Chandrupatla's test (T. R. Chandrupatla, Adv. Eng. Softw. 28 (1997) 145-149),
// kept within what leaves the worst case at two evaluations more than bisection: the projection step of the
// ITP method (I. F. D. Oliveira, R. H. C. Takahashi, ACM Trans. Math. Softw. 47 (2021) 5:1-24).
#include <functional>
#include <limits>
#include <span>
#include <vector>

#include "sim_core/base/crossing_direction.h"
#include "sim_core/solvers/ode_problem.h"

namespace sim {

bool crosses(double before, double after, CrossingDirection direction);

struct ZeroCrossing {
  EvalStatus status = EvalStatus::Ok;
  bool found = false;
  double t_before = 0;       // just before: no function has crossed yet
  double t_after = 0;        // just after: the functions in `indices` have
  std::vector<int> indices;  // ascending; crossings closer than the tolerance are one event
  std::vector<char> rises;   // by index; else it falls
  int evaluations = 0;
};

class ZeroCrossingLocator {
 public:
  // z at t, inside the step.
  using Function = std::function<EvalStatus(double t, std::span<double> z)>;

  explicit ZeroCrossingLocator(std::vector<CrossingDirection> directions);

  // Whether any function crosses between the two ends of a step.
  bool any(std::span<const double> z_before, std::span<const double> z_after) const;

  // The earliest crossing in [t0, t1], at whose ends z is z0 and z1, as a bracket at most `tolerance` wide
  // (and at least two units in the last place of t). Neither end lies on the zero, save where z stays zero or
  // the crossing is at an end of the step.
  //
  // Sign changes are those visible at the ends of the step: a function that crosses twice inside is not seen.
  // With `probes` > 0 z is also looked at there, and at the extremum of the parabola through each three of
  // these points that points towards zero, so that a double crossing is found.
  //
  // After `most` evaluations the bracket is left as wide as it is: 2^-most of the step at worst, mostly far
  // narrower.
  ZeroCrossing locate(const Function& z, double t0, double t1, std::span<const double> z0,
                      std::span<const double> z1, double tolerance, int probes = 0,
                      int most = std::numeric_limits<int>::max());

 private:
  struct Bracket;
  bool crosses_at(std::size_t i, double before, double after) const {
    return crosses(before, after, directions_[i]);
  }
  double estimate(const Bracket& bracket) const;
  EvalStatus narrow(const Function& z, Bracket& bracket, double tolerance, int most);
  EvalStatus leave_zero(const Function& z, Bracket& bracket, double tolerance);
  EvalStatus probe(const Function& z, Bracket& bracket, int probes);

  std::vector<CrossingDirection> directions_;
  std::vector<double> work_;
};

}  // namespace sim
