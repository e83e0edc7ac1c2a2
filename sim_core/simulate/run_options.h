#pragma once
// The settings of a run, as numbers. Where a text setting says "auto", the value it stands for is already
// here.
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "sim_core/backends/backend.h"
#include "sim_core/simulate/projector.h"
#include "sim_core/simulate/signal_log.h"
#include "sim_core/solvers/jacobian_choice.h"
#include "sim_core/solvers/methods/registry.h"

namespace sim {

enum class Policy { None, Note, Warning, Error };

// Given, but without meaning for the solver.
struct IdleSetting {
  std::string name, reason, remedy;
};

struct RunOptions {
  const Method* method = nullptr;
  double start_time = 0;  // s
  double stop_time = 10;  // s; infinity: until stopped
  double relative_tolerance = 1e-3;
  double absolute_tolerance = 1e-6;
  bool scale_absolute_tolerance = false;  // ... grows with the states
  bool preserve_shape = false;            // of states that only rise or fall within a step
  double initial_step = 0;                // s; 0: from the derivatives at the start
  double max_step = 0.2;                  // s
  double min_step = 0;                    // s; 0: 16 units in the last place of t
  // After so many steps in a row for which it is too long; without a min_step it is always an error.
  Policy min_step_violation = Policy::Warning;
  std::int64_t max_consecutive_min_steps = 1;
  JacobianOptions jacobian;           // of implicit methods
  double fixed_step = 0.2;            // s; of fixed-step methods
  int max_order = 5;                  // of ode15s
  bool backward_differences = false;  // ode15s: BDF instead of NDF
  bool renew_jacobian = false;        // behind an event, where a Jacobian would serve on
  int extrapolation_order = 4;        // of ode14x
  int newton_iterations = 1;          // of ode14x and ode1be
  std::vector<IdleSetting> idle_settings;
  ProjectorOptions projection;
  // The projection moves the states by more than the solver's tolerance.
  Policy projection_too_large = Policy::Warning;
  Policy energy_balance = Policy::None;  // what networks store is not what they were supplied with
  bool retry_projection = true;          // only where smaller steps have not helped
  double consecutive_tolerance = 10 * 128 * std::numeric_limits<double>::epsilon();  // relative to t
  std::int64_t max_consecutive_crossings = 1000;
  // Where there are more, an adaptive run looks for the functions that cross so often no closer than until
  // they are this far beyond zero; 0: it ends in an error.
  double crossing_threshold = 0;
  Policy ignored_crossing = Policy::Warning;
  Policy endless_crossings = Policy::Error;  // of a run that is not adaptive
  // With fixed steps: how many crossings a step may be cut at, and how many evaluations each may take to
  // locate. What is beyond that is seen at the end of the step, so that a step has a bounded cost.
  int crossings_per_fixed_step = 0;
  int most_bracketings = 10;
  bool look_inside_steps = false;  // for functions that cross twice in one step
  double pace = 0;                 // simulated seconds in a second of the wall clock; 0: as fast as it goes
  enum class Output { Steps, StepsAndTimes, Times } output = Output::Steps;  // what is logged
  std::vector<double> output_times;                                          // s, ascending
  int refine = 1;
  int decimation = 1;
  SignalLog::Overflow overflow = SignalLog::Overflow::ToDisk;  // of the log
  std::size_t most_recorded = 1'250'000'000;                   // numbers in the log, times included: 10 GB
  Policy non_finite_output = Policy::None;
  Backend backend = Backend::Auto;
  bool profile = false;  // the time of each phase is measured
};

}  // namespace sim
