#pragma once
// The linear differential equation S' = A(t) S + B(t) over a step whose A and B are known at any time, for
// many columns at once: by the Radau IIA method with three stages and order 5 (E. Hairer, G. Wanner, Solving
// Ordinary Differential Equations II (1996), section IV.5), which is as good for stiff equations as for
// others. Two half steps are compared with a whole one, unless the steps before were far more exact than
// asked; where they differ by too much the step is divided. Between the ends and the middle of a part S is
// the polynomial of degree 5 with its values and slopes there.
#include <functional>
#include <memory>
#include <vector>

#include "sim_core/linear_analysis/linear_model.h"

namespace sim {

class VariationalSteps {
 public:
  VariationalSteps();
  ~VariationalSteps();

  struct System {
    struct Entry {
      int row = 0, column = 0;
      double value = 0;
    };
    std::vector<Entry> a;
    LinearMatrix b;
  };
  // False: there is none at t.
  using SystemAt = std::function<bool(double t, System& system)>;

  // From `from` to `to`; `scale`: what an error of 1 is, by element of S, besides a tolerance of what S is
  // there. False: there is no system, or no solution.
  bool advance(const SystemAt& at, double from, double to, LinearMatrix& s, const LinearMatrix& scale,
               double tolerance);
  // The system is another one from here on: the next step tells nothing of those before.
  void forget();
  // How far S may be off because a step was not divided further, by element: the sum of what was found.
  // Empty: every step was as exact as asked for.
  const LinearMatrix& inexact() const;
  // Within the step that advance() last made.
  LinearMatrix inside(double t) const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace sim
