#pragma once
// Takes the trial steps of a run until one passes, each projected onto the invariants. Where the tolerance
// wants steps shorter than the user allows, it goes on with the shortest as the settings say.
#include "sim_core/program_analysis/followed_branches.h"
#include "sim_core/simulate/run_parts.h"
#include "sim_core/solvers/take_step.h"

namespace sim {

class TrialSteps {
 public:
  explicit TrialSteps(RunParts& run);

  // Whether zero crossings are located in this step: not in what is left of a fixed step that has been cut
  // often enough.
  bool locates() const;
  // A trial stands that may be accepted; false: none does, and the run has failed.
  bool take(double limit);
  const StepOutcome& outcome() const { return outcome_; }
  // Whether the error kept that trial, of this length, short, with so much time left to where it had to end.
  bool kept_short(double length, double left) const {
    return kept_short(outcome_.rejected > 0, length, left);
  }
  bool kept_short(bool rejected, double length, double left) const {
    return rejected || (length < 0.4 * left && length < 0.99 * run_.options.max_step);
  }

  // From here on: whether an algebraic loop was solved off its branch since.
  void watch_branches() { off_branch_ = run_.equations.loop_statistics().off_branch; }
  bool left_branches() const { return run_.equations.loop_statistics().off_branch != off_branch_; }

 private:
  bool accepts_against_tolerance(const StepFailure& failure);

  RunParts& run_;
  TrialHook hook_;
  // Branches that are not held over a step; and those where no more crossings are looked for in a fixed step.
  FollowedBranches followed_, all_followed_;
  const bool locates_at_all_;
  StepOutcome outcome_;
  std::uint64_t off_branch_ = 0;  // solutions of loops off their branches, before this step
  std::int64_t min_steps_ = 0;    // in a row, against the tolerance
};

}  // namespace sim
