#pragma once
// Where a run has been, for it to go back there: its state, and where its log, statistics and trace were.
#include <vector>

#include "sim_core/simulate/run_recorder.h"
#include "sim_core/simulate/saved_state.h"
#include "sim_core/simulate/step_tracer.h"

namespace sim {

class StepBack {
 public:
  StepBack(RunParts& run, CrossingHandler& crossings, RunRecorder& recorder, StepTracer& tracer);
  StepBack(const StepBack&) = delete;
  StepBack& operator=(const StepBack&) = delete;

  // Before a major step: keeps where the run is, as often as the control asks for.
  void keep();
  // Behind that: so many major steps may be taken until the next point is due.
  std::uint64_t steps_until_due() const;

  enum class Result { Failed, Nowhere, Restored };
  // To the latest point kept before time `now` and from `steps` major steps or fewer; Nowhere: none is kept.
  Result go_back(double now, std::uint64_t steps);

  void take_over(StepBack& before) { kept_ = std::move(before.kept_); }

 private:
  struct Kept {
    OperatingPoint point;
    RunRecorder::Mark log;
    RunStatistics::Mark statistics;
    StepTotals totals;  // of the trace, if any
  };

  RunParts& run_;
  CrossingHandler& crossings_;
  RunRecorder& recorder_;
  StepTracer& tracer_;
  std::vector<Kept> kept_;  // oldest first
};

}  // namespace sim
