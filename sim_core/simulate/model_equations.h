#pragma once
// A program's kernels as functions of (t, x), with the parameters, modes and captured values of one run.
// Everything that is computed during a run is computed here.
#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "sim_core/backends/backend.h"
#include "sim_core/backends/executable.h"
#include "sim_core/backends/interpreter/interpreter.h"
#include "sim_core/program_analysis/followed_branches.h"
#include "sim_core/simulate/projector.h"
#include "sim_core/solvers/ode_problem.h"

namespace sim {

class ModelEquations {
 public:
  explicit ModelEquations(std::shared_ptr<const Program> program, Backend backend = Backend::Auto);

  const Program& program() const { return *program_; }
  // The number of states the solver sees: at least one, so that a model without states is stepped through
  // time too.
  int solver_size() const { return std::max(1, program_->state_count); }

  // The same equations in the same state, with work memory and loop solutions of their own.
  ModelEquations another() const;

  // The branches that follow their functions from now on, in derivatives(), jacobian(),
  // invariant_gradients() and evaluate_inside(); must outlive these equations.
  void follow(const FollowedBranches& branches) { followed_ = &branches; }
  // ... and never others.
  void always_follow(const FollowedBranches& branches) {
    follow(branches);
    follows_always_ = true;
  }
  const FollowedBranches* followed() const { return followed_; }
  // Keeps the branches at (t, x), whatever is evaluated, until they are released: derivatives are those of
  // one branch.
  EvalStatus keep_branches(double t, std::span<const double> x);
  void release_branches() { kept_ = false; }

  // The results of a kernel, one after the other (program.h says what each computes), with all modes as they
  // are.
  EvalStatus evaluate(KernelKind kind, double t, std::span<const double> x, std::span<double> results);
  // The same inside a step, where some branches follow their functions.
  EvalStatus evaluate_inside(KernelKind kind, double t, std::span<const double> x, std::span<double> results);
  // evaluate_inside() of a kernel as machine code; none where that is more than its code, as where a branch
  // follows or a signal is delayed, or where there is none yet.
  MachineFunction machine_function(KernelKind kind);
  // dx/dt, for as many states as the solver sees.
  EvalStatus derivatives(double t, std::span<const double> x, std::span<double> dx);
  // dg/dx of every invariant, row by row.
  EvalStatus invariant_gradients(double t, std::span<const double> x, std::span<double> gradient);
  // df/dx, one value for each entry of Program::jacobian_pattern.
  EvalStatus jacobian(double t, std::span<const double> x, std::span<double> values);
  // What kernels read at (t, x) as things are now; for who evaluates some of their own.
  Frame frame(double t, std::span<const double> x) const {
    Frame here = frame_;
    here.t = t;
    here.x = x.data();
    return here;
  }
  // Who knows the past of the recorded signals; must outlive these equations.
  void read_history(HistoryReader& history) { frame_.history = &history; }
  // Evaluations that would take long fail as soon as this is true.
  void stop_when(std::function<bool()> stop) { executable_->stop_when(std::move(stop)); }
  // Keeps the values that stay as they are from now on.
  EvalStatus capture(double t, std::span<const double> x);
  // Only those of these slots, again.
  EvalStatus capture(double t, std::span<const double> x, std::span<const int> slots);

  std::span<const double> modes() const { return modes_; }
  std::span<const double> discrete() const { return discrete_; }
  std::span<const double> captured() const { return captured_; }
  // Take effect with commit(), which computes nothing where nothing has changed.
  void set_mode(int mode, bool on);
  void set_discrete(int slot, double value);
  EvalStatus commit() { return uncommitted_ ? hold() : EvalStatus::Ok; }

  // While modes are looked for: algebraic loops are solved on whichever branch their modes would be.
  void follow_in_loops(bool follow) { executable_->follow_branches(follow ? &all_modes_ : nullptr); }
  // Bounds of the rounding errors in the results of the evaluation just made.
  void rounding(KernelKind kind, double t, std::span<const double> x, std::span<double> bounds) {
    executable_->rounding(kind, frame(t, x), bounds.data());
  }

  // All that stays between major steps, as another run of this program had it. Takes effect with commit().
  void restore(std::span<const double> modes, std::span<const double> discrete,
               std::span<const double> captured, std::span<const double> loop_solutions);

  // Whether a mode or slot that the derivatives read is another than at the last forget_changes(): the solver
  // then has to restart. A sample hit that came and went leaves no change.
  bool derivatives_changed() const;
  // Whether the derivatives are on another branch: a mode is among what has changed, or a slot that went from
  // 0 to 1 or back, as truth values do that branches hang on.
  bool branch_changed() const;
  void note_derivatives_changed() { derivatives_changed_ = true; }
  void forget_changes();

  // The block of an evaluation that failed, or that gives a number that is not finite; -1: unknown.
  int failed_block() const { return executable_->failed_block(); }
  // The constrained system that made the last evaluation impossible; null if it was none.
  const ConstraintFailure* failed_constraint() const { return executable_->failed_constraint(); }
  // The algebraic loop that makes this evaluation impossible, found by repeating it; null if it is no loop.
  const LoopFailure* failing_loop(KernelKind kind, double t, std::span<const double> x);
  // The last solutions of the algebraic loops: where the next search begins; part of an operating point.
  std::vector<double> loop_solutions() const {
    const auto all = executable_->loop_solutions();
    return {all.begin(), all.end()};
  }
  void copy_loop_solutions(std::span<double> to) const {
    const auto all = executable_->loop_solutions();
    std::copy(all.begin(), all.end(), to.begin());
  }
  BackendUse backend_use() const { return executable_->backend_use(); }
  LoopStatistics loop_statistics() const { return executable_->loop_statistics(); }
  const LoopFailure* last_failed_loop() const { return executable_->failed_loop(); }
  // Which block first makes a number that is not finite, and how.
  NonFinite non_finite(KernelKind kind, double t, std::span<const double> x) const;

  // Books the time of derivatives, within the phase Solver.
  void measure_with(PhaseClock* clock) { clock_ = clock; }
  // How often each kernel has been evaluated; Tangents and InvariantTangents: whole matrices.
  const std::array<std::uint64_t, kernel_count>& evaluations() const { return evaluations_; }
  // Counts on from those of other equations.
  void add_evaluations(const std::array<std::uint64_t, kernel_count>& earlier) {
    for (std::size_t k = 0; k < earlier.size(); ++k) evaluations_[k] += earlier[k];
  }

  // With exact derivatives where every block gives its own.
  OdeProblem problem(std::function<bool()> stop_requested);

 private:
  EvalStatus hold();
  EvalStatus run(KernelKind kind, double t, std::span<const double> x, double* results) {
    count(kind);
    frame_.t = t;
    frame_.x = x.data();
    return executable_->run(kind, frame_, results);
  }
  bool follows(KernelKind kind) const {
    return followed_ && !kept_ && followed_->read[static_cast<std::size_t>(kind)];
  }
  EvalStatus choose_branches(KernelKind kind, double t, std::span<const double> x) {
    return follows(kind) ? choose_branches(t, x) : EvalStatus::Ok;
  }
  EvalStatus derivatives_on_branches(double t, std::span<const double> x, std::span<double> dx);
  EvalStatus choose_branches(double t, std::span<const double> x);
  bool choose_branches();
  void count(KernelKind kind) { ++evaluations_[static_cast<std::size_t>(kind)]; }

  std::shared_ptr<const Program> program_;
  Backend backend_;
  std::unique_ptr<Executable> executable_;
  PhaseClock* clock_ = nullptr;
  std::array<std::uint64_t, kernel_count> evaluations_{};
  bool derivatives_changed_ = false;  // for another reason
  struct Change {
    bool mode = false;  // or a slot
    std::size_t at = 0;
    double before = 0;  // when changes were last forgotten
  };
  std::vector<Change> changes_;  // of what derivatives read, each once
  std::vector<char> mode_noted_, slot_noted_;
  void note_change(bool mode, std::size_t at, double before);
  bool uncommitted_ = false;     // a mode or slot is not yet in what depends on it
  Frame frame_;                  // with the time and states of the last evaluation
  std::vector<char> all_modes_;  // 1 each
  std::vector<double> modes_, discrete_, captured_, entries_;
  const FollowedBranches* followed_ = nullptr;
  bool follows_always_ = false;    // these
  bool kept_ = false;              // the branches are not to follow
  std::vector<double> functions_;  // of all crossings, where some are followed
};

}  // namespace sim
