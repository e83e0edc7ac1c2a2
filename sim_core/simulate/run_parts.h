#pragma once
// What one run works with: its program and settings, the parts that hold its state between major steps, and
// the few things that all of them need. The Simulator owns it; each step of its loop is a class or function
// that is given it.
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "sim_core/simulate/absolute_tolerances.h"
#include "sim_core/simulate/discrete_updates.h"
#include "sim_core/simulate/histories.h"
#include "sim_core/simulate/mode_keeper.h"
#include "sim_core/simulate/model_equations.h"
#include "sim_core/simulate/run_control.h"
#include "sim_core/simulate/run_options.h"
#include "sim_core/simulate/run_reporter.h"
#include "sim_core/simulate/sample_hits.h"
#include "sim_core/simulate/state_projection.h"
#include "sim_core/simulate/statistics.h"
#include "sim_core/simulate/step_trace.h"
#include "sim_core/simulate/time_grid.h"

namespace sim {

class SignalExchange;
class StepWatcher;

struct RunParts {
  RunParts(std::shared_ptr<const Program> program, const RunOptions& options, RunControl& control);
  RunParts(const RunParts&) = delete;
  RunParts& operator=(const RunParts&) = delete;

  bool fixed_steps_only() const { return options.method->kind == StepKind::Fixed; }

  // What is known beforehand comes at a step of the grid, or at a sample hit, where it misses it by rounding
  // only: 0.1 + 0.2 is 0.3.
  double snapped(double t) const;
  // The state inside the trial step, on the invariants as its end is; into x_inside.
  EvalStatus interpolate(double t);
  // The equations behind this instant, or the states, are others than before it: the solver forgets what it
  // knows of them and goes on from (t, x). A first step of 0 is chosen by the solver.
  bool restart_solver(double t, double first_step);
  // Puts all modes on the branches that belong to these states; fails where there are none.
  bool settle_modes(double t, std::span<const double> states, bool& changed);
  // Makes the modes of these rates, and that of major steps, 1 or 0. Marked ones take effect with commit().
  bool set_hits(bool on, std::span<const int> rates);
  void mark_hits(bool on, std::span<const int> rates);

  std::shared_ptr<const Program> program;
  RunOptions options;
  RunControl& control;
  RunReporter reporter;
  RunStatistics statistics;
  std::unique_ptr<PhaseClock> clock;   // where profiling is switched on
  StepWatcher* const watcher;          // null: nobody goes along
  SignalExchange* exchange = nullptr;  // null: nothing is exchanged
  ModelEquations equations;
  ModeKeeper modes;
  DiscreteUpdates updates;
  SampleHits hits;
  const bool hybrid;    // something is updated at major steps, or checked
  const TimeGrid grid;  // of the steps of a fixed-step solver
  const std::function<double(double)> snapped_;
  Histories histories;
  StateProjection projection;
  AbsoluteTolerances tolerances;
  OdeProblem problem;
  std::unique_ptr<Stepper> stepper;

  std::vector<double> x, x_inside;  // the states at this instant; inside the trial step
  std::int64_t fixed_steps = 0;     // whole steps of the grid that have been taken
  int cuts_in_step = 0;             // instants at which this fixed step was cut

 private:
  StepperOptions stepper_options();
};

}  // namespace sim
