#pragma once
// The simulation loop. One major step:
//
//   1. integrate: trial steps until one passes its error test, each projected onto the invariants (minor
//      steps inside); no further than the next sample hit, event time, or the stop time
//   2. zero crossings: the first in the step is located on the dense output; the step ends just after it
//   3. the instant at its end (simulator_instant.cpp): latches, sample hits, modes, outputs, updates; again
//      as a major step of length zero while that switches a mode or resets a state
//   4. where what the derivatives read has changed, the solver starts anew
//
// Runs in one thread; others look at the RunControl and the SignalLog.
#include <memory>
#include <optional>

#include "sim_core/base/diagnostic.h"
#include "sim_core/simulate/absolute_tolerances.h"
#include "sim_core/simulate/discrete_updates.h"
#include "sim_core/simulate/headway.h"
#include "sim_core/simulate/histories.h"
#include "sim_core/simulate/mode_keeper.h"
#include "sim_core/simulate/model_equations.h"
#include "sim_core/simulate/operating_point.h"
#include "sim_core/simulate/run_control.h"
#include "sim_core/simulate/run_options.h"
#include "sim_core/simulate/sample_hits.h"
#include "sim_core/simulate/signal_log.h"
#include "sim_core/simulate/state_projection.h"
#include "sim_core/simulate/statistics.h"
#include "sim_core/simulate/step_trace.h"
#include "sim_core/simulate/stiffness_probe.h"
#include "sim_core/simulate/tap.h"
#include "sim_core/simulate/time_grid.h"
#include "sim_core/simulate/watch_board.h"
#include "sim_core/simulate/watched_signals.h"
#include "sim_core/simulate/zero_crossing_locator.h"
#include "sim_core/solvers/take_step.h"

namespace sim {

class Simulator {
 public:
  Simulator(std::shared_ptr<const Program> program, const RunOptions& options, RunControl& control,
            SignalLog& log);

  // Where to write watched signals for others to read. Before the run.
  void show_watched_on(WatchBoard& board) { board_ = &board; }

  // Where to write down what each step cost, and why it was as long as it was. Before the run.
  void trace_steps_in(StepTrace& trace) { trace_ = &trace; }
  // What it all came to, for the tables of names to be added to it. Once the run has ended.
  RunProfile profile() const;
  const std::array<std::uint64_t, kernel_count>& evaluations() const { return equations_.evaluations(); }

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
  OperatingPoint operating_point() const;
  bool can_go_on() const { return !failed_ && !cut_short_; }

  const Diagnostics& diagnostics() const { return diagnostics_; }
  // The path of the block that ended the run before its time; empty: none did.
  const std::string& ended_by() const { return ended_by_; }
  const RunStatistics& statistics() const { return statistics_; }

 private:
  End run_on(const OperatingPoint* from);
  bool initialize();
  bool fits(const OperatingPoint& point) const;
  bool start_from(const OperatingPoint& point);
  bool restore(const OperatingPoint& point);
  bool obey();
  // To step back to.
  struct Kept {
    OperatingPoint point;
    std::size_t rows;  // of the log
    std::uint64_t since_logged;
    RunStatistics::Mark statistics;
    StepTotals totals;  // of the trace, if any
  };
  void keep_point();
  bool step_back();
  bool go_back_to(const Kept& kept);
  bool hand_over();
  bool go_on();
  bool recapture_changed();
  PauseConditions::Moment moment();
  void look_for_pauses();
  void count_costs();
  double snapped(double t) const;
  bool major_step();
  bool looks_for_crossings() const;
  bool end_step();
  StepLimit bound_at(double limit);
  StepOutcome take_trials(double limit, double least);
  StepRecord describe_trial(const StepOutcome& outcome, double limit);
  void trace_step(StepRecord step, double began);
  void watch_headway(Headway::Limit limit, int block);
  bool handle_crossing(const ZeroCrossing& crossing);
  void pick_located(std::span<const double> all, std::span<double> picked) const;
  bool find_crossing(ZeroCrossing& crossing);
  bool step_to_crossing(ZeroCrossing& crossing);
  bool go_on_within_threshold(double t);
  bool end_or_go_on(int block, const std::string& message);
  void locate_closely_again();
  void relax(std::size_t located, bool relaxed);
  bool restart(double t, double first_step);
  bool settle_modes(double t, std::span<const double> x, bool& changed);
  bool settle_start(double t, std::span<double> x);
  enum class Logging { Decimated, Always };
  bool arrive();
  bool instant(Logging logging);
  bool outputs(double t, int round, Logging logging);
  bool update(double t, bool& again, int& block);
  bool set_hits(bool on, std::span<const int> rates);
  bool run_checks(double t);
  bool check_unknown_rates(double t);
  bool rate_derivatives(int mode, double t, std::vector<double>& dx);
  bool depends_on(const UnknownRate& rate, double t, const std::vector<double>& without);
  void warn_of_undefined_comparisons(double t);
  void record_time_events(double t);
  void record_hits(double t, std::span<const int> rates);
  bool record_jumps(double t);
  bool count_consecutive(double t, const std::vector<int>& crossed);
  void record_crossings(const ZeroCrossing& crossing, double t);
  void log_between(double from, double to, int refine);
  bool is_output_time(double t) const;
  bool log_point(double t, std::span<const double> x);
  void take_left_limit(double t);
  void log_left_limit(double t);
  double step_limit() const;
  bool check_states();
  EvalStatus interpolate(double t);
  bool report_projection();
  void check_invariants(double t, std::span<const double> x);
  bool settle_histories(double t);
  void publish();
  void show_watched();
  void take_taps();
  void record(double t, std::span<const double> x);
  bool append_to_log(double t, std::span<const double> values);
  void tell_thinning();

  // Messages.
  bool fail(int block, std::string message, std::string remedy);
  void note_idle_settings();
  void warn_unsolved(const UnsolvedStep& step);
  void end_recording(double t);
  void warn_once(const std::string& key, int block, std::string message, std::string remedy);
  bool fail_step(const StepFailure& failure);
  bool goes_on_against_tolerance(const StepFailure& failure);
  std::string names_of(const std::vector<int>& invariants) const;
  std::string too_small(const StepFailure& failure) const;
  bool fail_behind_step(const StepFailure& failure);
  bool fail_undefined(const StepFailure& failure);
  std::string remedy_for_undefined() const;
  std::string remedy_for_lost_states() const;
  std::string remedy_for_errors() const;
  std::string contradiction_text(const ModeKeeper::Outcome& outcome) const;
  std::string contradiction_text(const LoopFailure& failure) const;
  bool fail_loop(const LoopFailure& failure, double t);
  std::string unknowns_text(const LoopFailure& failure) const;
  bool fail_constraint(const ConstraintFailure& failure, double t);
  bool fail_evaluation(KernelKind kind, double t, std::span<const double> x);
  std::string path_of(int block) const;
  int block_of_state(int index) const;

  std::shared_ptr<const Program> program_;
  RunOptions options_;
  RunControl& control_;
  SignalLog& log_;
  WatchBoard* board_ = nullptr;
  StepTrace* trace_ = nullptr;
  std::function<void()> when_paused_;
  StepperStatistics traced_;           // as of the last step
  std::unique_ptr<PhaseClock> clock_;  // where profiling is switched on
  std::unique_ptr<StiffnessProbe> probe_;
  ModelEquations equations_;
  ModeKeeper modes_;
  DiscreteUpdates updates_;
  SampleHits hits_;
  const TimeGrid grid_;  // of the steps of a fixed-step solver
  const std::function<double(double)> snapped_;
  Histories histories_;
  StateProjection projection_;
  AbsoluteTolerances tolerances_;
  OdeProblem problem_;
  std::unique_ptr<Stepper> stepper_;
  ZeroCrossingLocator locator_;
  TrialHook hook_;
  ZeroCrossingLocator::Function crossing_function_;
  Diagnostics diagnostics_;
  std::vector<std::string> warned_;
  RunStatistics statistics_;

  std::vector<int> located_;  // crossing functions whose instants are looked for
  // Branches that are not held over a step; and those where no more crossings are looked for in a fixed step.
  FollowedBranches followed_, all_followed_;
  std::vector<double> z_all_, z_before_, z_after_, x_work_, logged_;
  std::int64_t fixed_steps_ = 0;
  Headway headway_;
  std::uint64_t off_branch_ = 0;  // solutions of loops off their branches, before this step
  int crossed_block_ = -1;        // whose crossing has ended this step; -1: none
  int crossings_in_step_ = 0;     // at which this fixed step was cut
  std::uint64_t since_logged_ = 0;
  std::vector<double> left_;  // what would be logged before the sample hits of this instant
  bool has_left_ = false;
  double last_crossing_ = 0;
  std::int64_t consecutive_ = 0;
  std::int64_t min_steps_ = 0;              // in a row, against the tolerance
  std::vector<int> consecutive_functions_;  // into located_
  std::vector<char> relaxed_;  // by located function: its crossings count beyond the threshold only
  bool moves_ = false;         // something that is logged changes inside steps
  bool hybrid_ = false;        // something is updated at major steps, or checked
  std::vector<double> x_instant_, checks_, jumps_;
  WatchedSignals watched_;
  std::vector<std::shared_ptr<Tap>> taps_;
  std::vector<Kept> kept_;  // oldest first
  PauseConditions pauses_;
  std::vector<int> crossed_;  // blocks that crossed in this step
  // Of the simulator before, where this one takes over.
  std::optional<OperatingPoint> taken_over_;
  std::vector<double> invariants_before_;
  RunStatistics earlier_costs_;
  RunProfile earlier_profile_;
  bool hands_over_ = false;
  bool ended_by_model_ = false;
  std::string ended_by_;
  bool failed_ = false, cut_short_ = false;
  bool log_full_ = false;  // until it steps back
};

}  // namespace sim
