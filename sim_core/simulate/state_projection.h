#pragma once
// Moves the end of each trial step back onto the model's invariants, before its error is judged: those of
// Invariant blocks all together by the Projector, those of S-functions by their own method. Document rule: a
// projection must stay within the solver's tolerance; a step where it does not is repeated smaller while that
// helps.
#include <memory>

#include "sim_core/simulate/model_equations.h"
#include "sim_core/simulate/run_options.h"
#include "sim_core/simulate/statistics.h"
#include "sim_core/solvers/take_step.h"

namespace sim {

class StateProjection {
 public:
  StateProjection(ModelEquations& equations, const RunOptions& options);

  // Whether there is anything to do.
  bool active() const { return projector_ || !own_.empty(); }

  // The hook of take_step().
  EvalStatus project(Stepper& stepper);
  // The trial was accepted: what was done to it counts.
  void accepted(RunStatistics& statistics);

  // What went wrong in the last accepted step.
  bool too_large() const { return perturbation_ > 1; }
  bool not_converged() const { return not_converged_; }
  double perturbation() const { return perturbation_; }
  int worst_state() const { return worst_state_; }
  // The block whose own projection failed in the last trial; -1: none.
  int failed_block() const { return failed_block_; }

 private:
  EvalStatus project_own(Stepper& stepper);
  void measure(std::span<const double> before, std::span<const double> after);

  ModelEquations& equations_;
  bool variable_step_;
  double tolerance_;
  std::unique_ptr<Projector> projector_;
  std::vector<int> active_rows_;
  std::vector<const ProjectionInfo*> own_;
  std::vector<double> targets_, weights_, residuals_, gradients_, arguments_, before_;
  double trial_start_ = 0, trial_end_ = 0;
  int retries_ = 0;
  bool moved_ = false, not_converged_ = false;
  double perturbation_ = 0, residual_ = 0;
  int worst_state_ = -1, failed_block_ = -1;
};

}  // namespace sim
