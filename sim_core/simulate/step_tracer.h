#pragma once
// Writes down why each step was as long as it was, and what it cost. Does nothing where no trace is wanted.
#include "sim_core/simulate/run_parts.h"
#include "sim_core/simulate/step_trace.h"
#include "sim_core/simulate/stiffness_probe.h"
#include "sim_core/solvers/take_step.h"

namespace sim {

class StepTracer {
 public:
  explicit StepTracer(RunParts& run) : run_(run) {}

  // Before the run.
  void write_to(StepTrace* trace) { trace_ = trace; }
  StepTrace* trace() const { return trace_; }
  // The run begins: where profiling is asked for, steps are judged for their stiffness.
  void begin();

  // A trial from `began` to `end` stands that will be accepted, wholly or up to a crossing in it; `limit`:
  // where it had to end.
  void describe_trial(const StepOutcome& outcome, double began, double end, double limit);
  // The step has ended at t; `crossed_block`: whose crossing ended it, or -1.
  void end_step(double t, int crossed_block);
  // Steps that were taken together, explicitly, and limited by nothing but their error and `limit`.
  void describe_march(const MarchedSteps& march, double limit);

  void add_costs(RunProfile& profile) const;
  StepTotals totals() const { return trace_ ? trace_->totals() : StepTotals(); }
  void go_back_to(double t, const StepTotals& totals) {
    if (trace_) trace_->go_back_to(t, totals);
  }

 private:
  StepLimit bound_at(double limit);
  StepLimit limit_of(bool rejected, double began, double end, double limit);
  StepLimit limit_behind(double next_step) const;

  RunParts& run_;
  StepTrace* trace_ = nullptr;
  StepRecord step_;  // that is being taken
  double began_ = 0;
  StepperStatistics traced_;  // as of the last step
  std::unique_ptr<StiffnessProbe> probe_;
};

}  // namespace sim
