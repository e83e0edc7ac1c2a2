#pragma once
// Moves the end of each trial step back onto the model's invariants, before its error is judged: those of
// Invariant blocks all together by the Projector, those of S-functions by their own method. A projection must
// stay within the solver's tolerance; a step where it does not, or where it does not converge, is repeated
// smaller while that helps. Between the ends of steps, interpolated states are projected alike, so that
// crossings are located, and outputs logged, on the invariants.
#include <cstddef>
#include <memory>
#include <optional>
#include <string>

#include "sim_core/base/diagnostic.h"
#include "sim_core/simulate/model_equations.h"
#include "sim_core/simulate/run_options.h"
#include "sim_core/simulate/statistics.h"
#include "sim_core/simulate/symmetric_projection.h"
#include "sim_core/solvers/take_step.h"

namespace sim {

class StateProjection {
 public:
  StateProjection(ModelEquations& equations, const RunOptions& options);

  // Whether there is anything to do.
  bool active() const { return projector_ || !own_.empty() || !joint_.empty(); }
  // Why the method that was chosen does not work with this model or solver; nothing where it does.
  std::optional<Diagnostic> refusal() const;

  // At the start of a run: states that were only guessed. Says which block they do not fit, and how.
  struct Misfit {
    int block = -1;
    std::string text;
  };
  std::optional<Misfit> assemble(double t, std::span<double> x);
  // States at which their constraints are singular; none where they are not.
  std::optional<Misfit> singular(double t, std::span<const double> x);

  // The hook of take_step(). The next step must end at `limit` at the latest, or exactly there.
  void set_limit(double limit) { limit_ = limit; }
  EvalStatus project(Stepper& stepper);
  // The trial was truncated: its new end.
  void project_truncated(Stepper& stepper);
  // An interpolated state; stays as it is where it cannot be projected.
  void project_inside(double t, std::span<double> x);
  // The trial was accepted: what was done to it counts.
  void accepted(const Stepper& stepper, RunStatistics& statistics);
  // Stores, in the slots that Invariant blocks show, how far the last projection went on their behalf.
  EvalStatus show_sizes();

  // At an instant: where states are about to be reset, values captured for invariants that read them are
  // recaptured, where that is wanted.
  bool recaptures() const { return recaptures_; }
  EvalStatus recapture(double t, std::span<const double> x);
  // The levels of the invariants may be others.
  void forget() { levels_known_ = false; }

  // What went wrong in the last accepted step.
  bool too_large() const { return perturbation_ > 1; }
  bool not_converged() const { return not_converged_; }
  bool contradictory() const { return contradictory_; }
  double perturbation() const { return perturbation_; }
  int worst_state() const { return worst_state_; }
  // Rows of invariants that the projection could not satisfy, or that made it large, worst first.
  std::vector<int> worst_rows() const;
  // The block whose own projection failed in the last trial, or whose invariant could not be evaluated; -1:
  // none.
  int failed_block() const { return failed_block_; }

 private:
  static std::size_t at(int index) { return static_cast<std::size_t>(index); }

  void make_invariants(const RunOptions& options);
  void begin(Stepper& stepper);
  EvalStatus project_onto_invariants(Stepper& stepper);
  EvalStatus project_symmetrically(Stepper& stepper);
  EvalStatus relax(Stepper& stepper, bool& done);
  EvalStatus project_state(double t, std::span<double> x, std::span<double> error);
  EvalStatus project_joint(const JointProjectionInfo& info, double t, std::span<double> x, bool first_of_run);
  EvalStatus project_own(double t, std::span<double> x, std::span<double> error);
  EvalStatus load_levels(double t, std::span<const double> x);
  void measure(std::span<const double> before, std::span<const double> after);
  void note_evaluation_failed();
  bool wrong() const;
  // Steps are repeated a few times only: a residual that does not come from the step (a given value that the
  // initial state does not have) is not cured by smaller ones. As long as they do help, they go on.
  bool may_retry() const {
    const bool helps = retries_ < 20 && perturbation_ < 0.7 * retried_;
    return !last_retry_failed_ && (retries_ < 3 || helps);
  }
  bool wants_smaller_step() const;

  ModelEquations& equations_;
  const Method& method_;
  ProjectorOptions options_;
  const bool variable_step_, retries_too_large_;
  std::unique_ptr<Projector> projector_;
  std::unique_ptr<SymmetricProjection> symmetric_;
  std::vector<int> active_rows_;
  std::vector<const ProjectionInfo*> own_;
  std::vector<const JointProjectionInfo*> joint_;
  std::vector<double> gathered_, gathered_before_;
  std::vector<double> targets_, levels_, all_levels_, weights_, residuals_, gradients_, arguments_, before_;
  std::vector<double> start_, end_, sizes_, shown_, resets_;
  std::vector<std::uint64_t> failures_;  // by active row
  bool levels_known_ = false, levels_move_ = false, residuals_known_ = false, shows_ = false,
       recaptures_ = false;
  double limit_ = 0;
  double trial_start_ = 0, trial_end_ = 0;
  int retries_ = 0;
  double retried_ = 0;              // perturbation_ of the trial before
  bool last_retry_failed_ = false;  // the last step was repeated in vain: the next one is not
  bool moved_ = false, not_converged_ = false, contradictory_ = false;
  double perturbation_ = 0;
  int worst_state_ = -1, failed_block_ = -1;
};

}  // namespace sim
