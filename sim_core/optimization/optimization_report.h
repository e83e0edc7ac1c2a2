#pragma once
// What an optimization is asked for, how far it is, and what it has found.
#include <memory>
#include <string>
#include <vector>

#include "sim_core/block/block_library.h"
#include "sim_core/estimation/varied_parameters.h"
#include "sim_core/optimization/goal.h"
#include "sim_core/optimization/goal_measures.h"

namespace sim {

struct OptimizationProblem {
  std::vector<VariedParameter> parameters;
  std::vector<Goal> goals;
  // Other values of the model, each as "mass = 1.2; c = 0.5": goals are to be kept in all these cases and in
  // the model as it is, and the largest cost of them counts.
  std::vector<std::string> cases = {};
  bool operator==(const OptimizationProblem&) const = default;
};

// The best run so far.
struct OptimizationStep {
  int runs = 0;
  std::vector<double> x;
  double cost = 0, violation = 0;                            // the largest excess of a goal, 0: all are kept
  std::vector<GoalMeasure> measures;                         // by goal
  std::shared_ptr<const std::vector<GoalSignal>> responses;  // by goal
};

struct OptimizedGoal {
  Goal goal;
  GoalMeasure at_start, found;
  bool kept = true;   // of objectives too
  std::string worst;  // the case that `found` is of; empty: the model as it is
};

struct OptimizationReport {
  std::vector<VariedParameter> parameters;  // with their starts
  std::vector<double> x;                    // by parameter
  std::vector<char> at_bound;
  std::vector<OptimizedGoal> goals;
  bool has_cost = false;
  double cost_at_start = 0, cost = 0;
  bool all_kept = false;
  int runs = 0, failed_runs = 0;
  bool converged = false, stopped = false;
  std::vector<OptimizationStep> steps;  // without their responses
  Diagnostics notes;                    // goals that are not kept, parameters at bounds, runs that failed
};

// The first run that failed.
struct FailedRun {
  std::vector<double> x;  // by parameter
  Diagnostic why;
};
// Writes down what is to be said of a report whose values are there.
void add_notes(OptimizationReport& report, const FailedRun* failed);

// The edit that gives the model the values that were found, rounded to six digits.
Result<Edit> write_optimum(const Diagram& diagram, const BlockLibrary& library,
                           const OptimizationReport& report);

// "y: overshoot is 7.2 %, 2.2 % above its limit 5 %": of a goal that is not kept.
std::string violation_text(const OptimizedGoal& goal, const std::string& unit);

}  // namespace sim
