#pragma once
// A plain time loop without events, for tests, benchmarks and initial computations; simulations of models run
// in the Simulator.
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "sim_core/solvers/methods/registry.h"
#include "sim_core/solvers/take_step.h"

namespace sim {

struct SolveOptions {
  StepperOptions stepper = {};  // empty weights: RelTol as given, AbsTol 1e-6 for every component
  double fixed_step = 0;  // for fixed-step methods: step k ends at t0 + k * fixed_step, the last one at t1
  double min_step = 0;    // 0: smallest_step(t)
  TrialHook hook = {};    // see take_step()
};

struct SolveResult {
  bool finished = false;  // t1 was reached, or the observer ended the run
  StepFailure failure;    // otherwise
  double t = 0;
  std::vector<double> x;  // at t
  long steps = 0;
  long rejected = 0;
  StepperStatistics statistics;
};

// Called after each accepted step, within which the stepper then interpolates; false ends the run.
using Observer = std::function<bool(Stepper&)>;

SolveResult solve(const OdeProblem& problem, const Method& method, double t0, double t1,
                  std::span<const double> x0, SolveOptions options = {}, const Observer& observer = {});

}  // namespace sim
