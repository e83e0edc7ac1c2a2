#pragma once
// The simulation loop. One major step:
//
//   1. integrate: trial steps until one passes its error test, each projected onto the invariants (minor
//      steps inside); no further than the next sample hit, event time, or the stop time (trial_steps.h)
//   2. zero crossings: the first in the step is located on the dense output; the step ends just after it
//      (crossing_handler.h)
//   3. the instant at its end: latches, sample hits, modes, outputs, updates; again as a major step of length
//      zero while that switches a mode or resets a state (instant.h)
//   4. where what the derivatives read has changed, the solver restarts
//
// Runs in one thread; others look at the RunControl and the SignalLog.
#include <functional>
#include <memory>
#include <optional>

#include "sim_core/simulate/crossing_handler.h"
#include "sim_core/simulate/energy_meter.h"
#include "sim_core/simulate/instant.h"
#include "sim_core/simulate/progress_watch.h"
#include "sim_core/simulate/quiet_steps.h"
#include "sim_core/simulate/run_observers.h"
#include "sim_core/simulate/run_parts.h"
#include "sim_core/simulate/run_recorder.h"
#include "sim_core/simulate/singular_watch.h"
#include "sim_core/simulate/step_back.h"
#include "sim_core/simulate/step_tracer.h"
#include "sim_core/simulate/trial_steps.h"

namespace sim {

class Simulator {
 public:
  Simulator(std::shared_ptr<const Program> program, const RunOptions& options, RunControl& control,
            SignalLog& log);

  // Where to write watched signals for others to read. Before the run.
  void show_watched_on(WatchedValues& board) { observers_.show_watched_on(board); }

  // Who exchanges numbers with the world around; must outlive the simulator. Before the run.
  void exchange_by(SignalExchange* exchange) { run_.exchange = exchange; }

  // Where to write down what each step cost, and why it was as long as it was. Before the run.
  void trace_steps_in(StepTrace& trace) { tracer_.write_to(&trace); }
  // What it all came to, for the tables of names to be added to it. Once the run has ended.
  RunProfile profile() const;
  const std::array<std::uint64_t, kernel_count>& evaluations() const { return run_.equations.evaluations(); }

  // What to do before the run waits. Before the run.
  void when_paused(std::function<void()> then) { when_paused_ = std::move(then); }

  enum class End { Finished, Stopped, Failed, Retuned };
  // To the stop time, or until asked to stop, or until an error; from the start, or from where another run of
  // the same program was. Retuned: the control has other parameters for it, with which another simulator may
  // take over. Once only.
  End run(const OperatingPoint* from = nullptr);
  // Goes on with the run of `before`, whose run() gave Retuned, with this simulator's program: the same
  // equations with other parameters. To be called before run().
  void take_over(Simulator& before, std::vector<ParameterChange> changes);
  // Where the run is, once run() has ended; not where it failed, or was stopped within a step.
  OperatingPoint operating_point() const { return save_state(run_, crossings_); }
  bool can_go_on() const { return !run_.reporter.failed() && !run_.reporter.cut_short(); }

  const Diagnostics& diagnostics() const { return run_.reporter.diagnostics(); }
  // The path of the block that ended the run before its time; empty: none did.
  const std::string& ended_by() const { return instant_.ended_by(); }
  const RunStatistics& statistics() const { return run_.statistics; }

 private:
  // simulator_start.cpp
  bool initialize();
  bool settle_start(double t, std::span<double> x);
  bool assemble(double t, std::span<double> x);
  bool start_from(const OperatingPoint& point);
  void note_idle_settings();

  // simulator.cpp
  End run_on(const OperatingPoint* from);
  double step_limit(double delays) const;
  bool major_step();
  bool end_step();
  bool accept_to_end();
  bool accept_to_crossing(const ZeroCrossing& crossing);
  bool take_instant(Instant::Logging logging, const std::vector<int>& crossed);
  bool watch_progress(ProgressWatch::Limit limit, int block);
  void count_costs();
  void publish();

  // simulator_requests.cpp
  bool handle_requests();
  bool step_back();
  bool hand_over();
  bool go_on();
  bool recapture_changed();

  RunParts run_;
  TrialSteps trials_;
  CrossingHandler crossings_;
  RunRecorder recorder_;
  Instant instant_;
  RunObservers observers_;
  StepTracer tracer_;
  StepBack step_back_;
  EnergyMeter energy_;
  ProgressWatch progress_;
  SingularWatch singular_;
  QuietSteps quiet_;
  std::function<void()> when_paused_;
  // Of the simulator before, where this one takes over.
  std::optional<OperatingPoint> taken_over_;
  std::vector<double> invariants_before_;
  RunStatistics earlier_costs_;
  RunProfile earlier_profile_;
  bool hands_over_ = false;
};

}  // namespace sim
