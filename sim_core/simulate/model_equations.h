#pragma once
// A program's kernels as functions of (t, x), with the parameters, modes and captured values of one run.
// Everything that is computed during a run is computed here.
#include <memory>
#include <span>
#include <vector>

#include "sim_core/backends/executable.h"
#include "sim_core/simulate/projector.h"
#include "sim_core/solvers/ode_problem.h"

namespace sim {

class ModelEquations {
 public:
  explicit ModelEquations(std::shared_ptr<const Program> program);

  const Program& program() const { return *program_; }
  // The number of states the solver sees: at least one, so that a model without states is stepped through
  // time too.
  int solver_size() const { return std::max(1, program_->state_count); }

  // From the states and slots as they are, which those that come from others may read.
  EvalStatus initial_state(double t, std::span<const double> x, std::span<double> initial);
  EvalStatus initial_discrete(double t, std::span<const double> x, std::span<double> initial);
  EvalStatus derivatives(double t, std::span<const double> x, std::span<double> dx);
  EvalStatus crossings(double t, std::span<const double> x, std::span<double> z);
  EvalStatus logged(double t, std::span<const double> x, std::span<double> y);
  // target - g for every invariant.
  EvalStatus residuals(double t, std::span<const double> x, std::span<double> r);
  // dg/dx of every invariant, row by row.
  EvalStatus invariant_gradients(double t, std::span<const double> x, std::span<double> gradient);
  EvalStatus projection_arguments(double t, std::span<const double> x, std::span<double> arguments);
  // Values of the slots that follow a signal; of those that are updated; of the states that are reset; the
  // conditions that are checked.
  EvalStatus latches(double t, std::span<const double> x, std::span<double> values);
  EvalStatus updates(double t, std::span<const double> x, std::span<double> values);
  EvalStatus resets(double t, std::span<const double> x, std::span<double> values);
  EvalStatus checks(double t, std::span<const double> x, std::span<double> conditions);
  EvalStatus event_times(std::span<double> times);
  // The signals whose past is read; what they were before the start; how far back they are read.
  EvalStatus recorded(double t, std::span<const double> x, std::span<double> values);
  EvalStatus before_start(double t, std::span<const double> x, std::span<double> values);
  EvalStatus delays(double t, std::span<const double> x, std::span<double> values);
  // Who knows that past; must outlive these equations.
  void read_history(HistoryReader& history) { history_ = &history; }
  // Keeps the values that stay as they are from now on.
  EvalStatus capture(double t, std::span<const double> x);

  std::span<const double> modes() const { return modes_; }
  std::span<const double> discrete() const { return discrete_; }
  std::span<const double> captured() const { return captured_; }
  // Take effect with commit().
  void set_mode(int mode, bool on);
  void set_discrete(int slot, double value);
  EvalStatus commit() { return hold(); }

  // Whether a mode or slot that the derivatives read has been set to something else since
  // forget_changes(): the solver then has to start anew.
  bool derivatives_changed() const { return derivatives_changed_; }
  void note_derivatives_changed() { derivatives_changed_ = true; }
  void forget_changes() { derivatives_changed_ = false; }

  // The block of an evaluation that failed, or that gives a number that is not finite; -1: unknown.
  int failed_block() const { return executable_->failed_block(); }
  // The algebraic loop that makes this evaluation impossible, found by repeating it; null if it is no loop.
  const LoopFailure* failing_loop(KernelKind kind, double t, std::span<const double> x);
  // The last solutions of the algebraic loops: where the next search begins; part of an operating point.
  std::span<double> loop_solutions() { return executable_->loop_solutions(); }
  LoopStatistics loop_statistics() const { return executable_->loop_statistics(); }
  const LoopFailure* last_failed_loop() const { return executable_->failed_loop(); }
  int non_finite_block(KernelKind kind, double t, std::span<const double> x, double& value) const;

  OdeProblem problem(std::function<bool()> stop_requested);

 private:
  EvalStatus hold();
  Frame frame(double t, std::span<const double> x) const;

  std::shared_ptr<const Program> program_;
  std::unique_ptr<Executable> executable_;
  bool derivatives_changed_ = false;
  HistoryReader* history_ = nullptr;
  std::vector<double> modes_, discrete_, captured_, seed_, tangent_;
};

}  // namespace sim
