#pragma once
// An initial value problem dx/dt = f(t, x) as a solver sees it: a view that owns nothing of the model.
//
//   OdeProblem decay{.size = 1, .rhs = [](double, auto x, auto dx) { dx[0] = -x[0]; return EvalStatus::Ok;
//   }};
//
// A problem must outlive the steppers that work on it.
#include <functional>
#include <span>

#include "sim_core/base/eval_status.h"
#include "sim_core/base/machine_function.h"
#include "sim_core/linalg/sparsity_pattern.h"
#include "sim_core/solvers/phase_clock.h"

namespace sim {

struct OdeProblem {
  using Rhs = std::function<EvalStatus(double t, std::span<const double> x, std::span<double> dx)>;
  // Writes df/dx at (t, x), one value for each entry of `pattern`, in its order.
  using Jacobian = std::function<EvalStatus(double t, std::span<const double> x, std::span<double> values)>;

  int size = 0;
  Rhs rhs;
  // rhs without what surrounds it; none where it is not that, or not yet: it may be asked for again. Who puts
  // another rhs in its place takes this away.
  std::function<MachineFunction()> machine_code = {};
  Jacobian jacobian = {};                    // empty: by differences
  const SparsityPattern* pattern = nullptr;  // of df/dx, size x size; null: every entry may be non-zero
  // Of an f with branches that follow x: keeps f on the branch at (t, x) until it is released, for
  // differences that stand for a derivative there. Both or none.
  std::function<EvalStatus(double t, std::span<const double> x)> keep_branches = {};
  std::function<void()> release_branches = {};
  std::function<bool()> stop_requested = {};  // looked at between attempts and in long inner loops
  PhaseClock* clock = nullptr;                // where the time goes; null: nobody wants to know
};

}  // namespace sim
