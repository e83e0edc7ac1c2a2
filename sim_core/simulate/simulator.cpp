#include "sim_core/simulate/simulator.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "sim_core/base/text.h"
#include "sim_core/base/work.h"

namespace sim {

static std::vector<CrossingDirection> directions_of(const Program& program) {
  std::vector<CrossingDirection> directions;
  for (const CrossingInfo& crossing : program.crossings) {
    if (!crossing.located) continue;
    directions.push_back(crossing.direction);
  }
  return directions;
}

Simulator::Simulator(std::shared_ptr<const Program> program, const RunOptions& options, RunControl& control,
                     SignalLog& log)
    : program_(std::move(program)),
      options_(options),
      control_(control),
      log_(log),
      equations_(program_),
      modes_(equations_),
      updates_(equations_),
      hits_(program_->rates, options_.start_time),
      grid_(options_.fixed_step > 0 ? options_.fixed_step : 1, options_.start_time),
      snapped_([this](double t) { return snapped(t); }),
      histories_(equations_, options_, snapped_),
      projection_(equations_, options_),
      tolerances_(*program_, options_),
      locator_(directions_of(*program_)),
      headway_(options_.start_time, options_.stop_time,
               options_.overflow == SignalLog::Overflow::ThinOldest
                   ? std::numeric_limits<double>::infinity()
                   : static_cast<double>(options_.most_recorded)),
      watched_(program_) {
  // The control, not the simulator: watched signals outlive it where another takes over (take_over).
  const auto stop = [&control = control_] { return control.stop_requested(); };
  if (options_.profile) clock_ = std::make_unique<PhaseClock>();
  equations_.measure_with(clock_.get());
  problem_ = equations_.problem(stop);
  equations_.stop_when(stop);
  watched_.stop_when(stop);
  StepperOptions stepping;
  stepping.weights = ErrorWeights(options_.relative_tolerance, tolerances_.initial());
  if (options_.method->kind == StepKind::Variable) stepping.max_step = options_.max_step;
  stepping.initial_step = options_.initial_step;
  stepping.jacobian = options_.jacobian;
  stepping.max_order = options_.max_order;
  stepping.backward_differences = options_.backward_differences;
  stepping.renew_at_restart = options_.renew_jacobian;
  stepping.extrapolation_order = options_.extrapolation_order;
  stepping.newton_iterations = options_.newton_iterations;
  stepping.preserve_shape = options_.preserve_shape;
  stepping.report = [this](double t, std::string_view message) {
    statistics_.solver_choices.push_back("t = " + to_text(t) + ": " + std::string(message));
  };
  if (program_->state_count == 0 && stepping.initial_step == 0) stepping.initial_step = options_.max_step;
  stepping.report_unsolved = [this](const UnsolvedStep& step) { warn_unsolved(step); };
  stepper_ = options_.method->make(problem_, stepping);
  if (projection_.active())
    hook_ = [this](Stepper& stepper) {
      const PhaseScope phase(clock_.get(), Phase::Projection);
      return projection_.project(stepper);
    };
  const bool locates = looks_for_crossings();
  followed_ = followed_branches(*program_, locates);
  if (locates && options_.method->kind == StepKind::Fixed)
    all_followed_ = followed_branches(*program_, false);
  equations_.follow(followed_);
  if (program_->located_mode >= 0) equations_.set_mode(program_->located_mode, locates);
  if (locates)
    for (std::size_t k = 0; k < program_->crossings.size(); ++k)
      if (program_->crossings[k].located) located_.push_back(static_cast<int>(k));
  z_all_.resize(program_->crossings.size());
  z_before_.resize(located_.size());
  z_after_.resize(located_.size());
  x_work_.resize(static_cast<std::size_t>(problem_.size));
  relaxed_.resize(located_.size(), 0);
  logged_.resize(static_cast<std::size_t>(program_->column_count()));
  checks_.resize(program_->checks.size());
  moves_ = !program_->invariants.empty() || std::any_of(program_->logged.begin(), program_->logged.end(),
                                                        [](const LoggedSignal& s) { return !s.held; });
  hybrid_ = updates_.any() || !program_->rates.empty() || program_->major_step_mode >= 0;
  crossing_function_ = [this](double t, std::span<double> z) {
    if (const EvalStatus status = interpolate(t); status != EvalStatus::Ok) return status;
    const EvalStatus status = equations_.evaluate_inside(KernelKind::Crossings, t, x_work_, z_all_);
    pick_located(z_all_, z);
    return status;
  };
  options_.stop_time = snapped_(options_.stop_time);
  for (double& t : options_.output_times) t = snapped_(t);
  statistics_.solver = std::string(options_.method->name);
  note_idle_settings();
  for (std::size_t k = 0; k < program_->invariants.size(); ++k)
    statistics_.invariants.push_back(
        {program_->invariant_name(static_cast<int>(k)),
         program_->invariants[k].active && options_.projection.method != ProjectionMethod::None});
  statistics_.start_time = statistics_.end_time = options_.start_time;
}

Simulator::End Simulator::run(const OperatingPoint* from) {
  try {
    return run_on(from);
  } catch (const WorkStopped&) {  // within a step, which does not count
    cut_short_ = true;
    count_costs();
    publish();
    while (control_.stepping_back()) control_.stepped_back();
    tell_thinning();
    return End::Stopped;
  }
}

Simulator::End Simulator::run_on(const OperatingPoint* from) {
  if (clock_) clock_->start();
  if (!taken_over_) take_taps();
  if (!(taken_over_ ? go_on() : from ? start_from(*from) : initialize()))
    return failed_ ? End::Failed : End::Stopped;
  if (options_.profile && program_->state_count > 0 && options_.method->error_control) {
    const PhaseScope phase(clock_.get(), Phase::Waiting);
    probe_ = std::make_unique<StiffnessProbe>(equations_, histories_.any() ? &histories_ : nullptr);
  }
  publish();
  look_for_pauses();
  control_.keep_pace(stepper_->time());
  while (stepper_->time() < std::min(options_.stop_time, control_.last_time()) && !ended_by_model_) {
    if (!obey()) break;
    take_taps();
    if (!major_step()) break;
    const PhaseScope phase(clock_.get(), Phase::Waiting);
    look_for_pauses();
    control_.keep_pace(stepper_->time());
    publish();
  }
  count_costs();
  publish();
  if (hands_over_ && !failed_) return End::Retuned;
  while (control_.stepping_back()) control_.stepped_back();  // nobody will
  const bool finished = ended_by_model_ || stepper_->time() >= options_.stop_time;
  if (!failed_ && board_ && board_->wanted()) show_watched();
  tell_thinning();
  return failed_ ? End::Failed : finished ? End::Finished : End::Stopped;
}

void Simulator::count_costs() {
  const StepperStatistics& cost = stepper_->statistics();
  const RunStatistics& earlier = earlier_costs_;
  const auto total = [](std::uint64_t before, long now) { return before + static_cast<std::uint64_t>(now); };
  statistics_.rhs_evaluations = total(earlier.rhs_evaluations, cost.rhs_evaluations);
  statistics_.jacobians = total(earlier.jacobians, cost.jacobian_evaluations);
  statistics_.jacobian_rhs_evaluations =
      total(earlier.jacobian_rhs_evaluations, cost.jacobian_rhs_evaluations);
  statistics_.oldest_jacobian =
      std::max(earlier.oldest_jacobian, static_cast<std::uint64_t>(cost.oldest_jacobian));
  statistics_.factorisations = total(earlier.factorisations, cost.factorizations);
  statistics_.newton_iterations = total(earlier.newton_iterations, cost.newton_iterations);
  statistics_.loop_solves = earlier.loop_solves + equations_.loop_statistics().solves;
  statistics_.loop_iterations = earlier.loop_iterations + equations_.loop_statistics().iterations;
  statistics_.end_time = stepper_->time();
}

// What is known beforehand comes at a step of the grid, or at a sample hit, where it misses it by rounding
// only: 0.1 + 0.2 is 0.3.
double Simulator::snapped(double t) const {
  if (!std::isfinite(t)) return t;
  if (options_.method->kind == StepKind::Fixed)
    if (const auto step = grid_.first_at_or_after(t); grid_.is_hit(t, step)) return grid_.time(step);
  return hits_.snapped(t);
}

// States and slots, then modes, then captured values, which modes may depend on in turn.
bool Simulator::initialize() {
  const double t = options_.start_time;
  if (auto refusal = projection_.refusal()) {
    failed_ = true;
    diagnostics_.push_back(std::move(*refusal));
    return false;
  }
  std::vector<double> x(static_cast<std::size_t>(problem_.size), 0.0), dx(x.size());
  const std::vector<int> due = hits_.due_at(t);
  if (histories_.prepare(t) != EvalStatus::Ok) return fail_evaluation(KernelKind::BeforeStart, t, x);
  if (!set_hits(true, due) || !settle_start(t, x)) return false;
  if (equations_.capture(t, x) != EvalStatus::Ok) return fail_evaluation(KernelKind::Captures, t, x);
  if (!settle_start(t, x)) return false;
  if (!set_hits(false, due)) return false;
  for (std::size_t i = 0; i < static_cast<std::size_t>(program_->state_count); ++i)
    if (!std::isfinite(x[i]))
      return fail(
          block_of_state(static_cast<int>(i)),
          "the initial value of " + program_->state_name(static_cast<int>(i)) + " is " + to_text(x[i]),
          "give a finite initial condition");
  const EvalStatus status = equations_.derivatives(t, x, dx);
  if (status != EvalStatus::Ok ||
      !std::all_of(dx.begin(), dx.end(), [](double v) { return std::isfinite(v); }))
    return fail_evaluation(KernelKind::Derivatives, t, x);
  tolerances_.follow(x, stepper_->weights());
  if (stepper_->restart(t, x) != EvalStatus::Ok) return fail_evaluation(KernelKind::Derivatives, t, x);
  last_crossing_ = -std::numeric_limits<double>::infinity();
  equations_.forget_changes();
  check_invariants(t, x);
  return instant(Logging::Always) && (!equations_.derivatives_changed() || restart(t, 0));
}

// Initial values may depend on modes, and modes on them; and what is primed on both.
bool Simulator::settle_start(double t, std::span<double> x) {
  bool changed = true, primed = true;
  for (int round = 0; (changed || primed) && round <= 2 * program_->mode_count + 2; ++round) {
    if (updates_.initialize(t, x) != EvalStatus::Ok) return fail_evaluation(KernelKind::InitialState, t, x);
    if (modes_.load_event_times(snapped_) != EvalStatus::Ok)
      return fail_evaluation(KernelKind::EventTimes, t, x);
    if (!settle_modes(t, x, changed)) return false;
    if (updates_.prime(t, x, primed) != EvalStatus::Ok) return fail_evaluation(KernelKind::Updates, t, x);
  }
  return true;
}

double Simulator::step_limit() const {
  if (options_.method->kind == StepKind::Variable)
    return std::min({options_.stop_time, modes_.next_event_time(stepper_->time()), hits_.next_time(),
                     histories_.limit(stepper_->time())});
  // A fixed-step solver sees events at its samples, unless it may cut its steps at them. A grid that misses
  // the end by rounding only ends in it.
  const double next = grid_.time(fixed_steps_ + 1), close = 1e-9 * options_.fixed_step;
  const double end = next >= options_.stop_time - close ? options_.stop_time : next;
  if (crossings_in_step_ >= options_.crossings_per_fixed_step) return end;
  const double event = modes_.next_event_time(stepper_->time());
  return event < end - close ? event : end;
}

bool Simulator::major_step() {
  const double limit = step_limit();
  if (!(limit > stepper_->time()))
    return fail(-1, "the time cannot go on from t = " + to_text(stepper_->time()),
                "numbers of this size are too far apart for the steps and sample times: use longer ones, or "
                "begin nearer to 0");
  projection_.set_limit(limit);
  const double least = options_.method->kind == StepKind::Fixed ? options_.fixed_step : options_.min_step;
  off_branch_ = equations_.loop_statistics().off_branch;
  const StepOutcome outcome = take_trials(limit, least);
  statistics_.rejected += static_cast<std::uint64_t>(outcome.rejected);
  if (outcome.ready)
    min_steps_ = 0;
  else if (!goes_on_against_tolerance(outcome.failure))
    return fail_step(outcome.failure);
  crossed_.clear();
  const double length = stepper_->trial_time() - stepper_->time();
  const bool shortened = outcome.rejected > 0 ||
                         (length < 0.4 * (limit - stepper_->time()) && length < 0.99 * options_.max_step);
  const int block = block_of_state(stepper_->trial_error().worst);
  crossed_block_ = -1;
  const StepRecord traced = trace_ ? describe_trial(outcome, limit) : StepRecord();
  const double began = stepper_->time();
  if (!end_step()) return false;
  if (trace_) trace_step(traced, began);
  if (options_.method->kind == StepKind::Fixed) return true;
  if (crossed_block_ >= 0)
    watch_headway(Headway::Limit::Crossing, crossed_block_);
  else
    watch_headway(shortened ? Headway::Limit::Error : Headway::Limit::Other, block);
  return true;
}

StepOutcome Simulator::take_trials(double limit, double least) {
  const PhaseScope phase(clock_.get(), Phase::Solver);
  equations_.follow(!located_.empty() && !looks_for_crossings() ? all_followed_ : followed_);
  return take_step(problem_, *stepper_, {limit, least}, hook_);
}

// Not in what is left of a fixed step that has been cut often enough.
bool Simulator::looks_for_crossings() const {
  return options_.method->kind == StepKind::Variable ||
         crossings_in_step_ < options_.crossings_per_fixed_step;
}

// A trial step stands: crossings in it, modes behind it, the log.
bool Simulator::end_step() {
  ZeroCrossing crossing;
  const bool fixed = options_.method->kind == StepKind::Fixed;
  if (!located_.empty() && looks_for_crossings() && !find_crossing(crossing)) return false;
  if (crossing.found && !step_to_crossing(crossing)) return false;
  if (crossing.found) return handle_crossing(crossing);
  const double t_end = stepper_->trial_time();
  log_between(stepper_->time(), t_end, options_.refine);
  stepper_->accept();
  projection_.accepted(*stepper_, statistics_);
  if (!report_projection() || !check_states()) return false;
  ++statistics_.steps;
  if (fixed && t_end < std::min(options_.stop_time, grid_.time(fixed_steps_ + 1))) {
    ++crossings_in_step_;  // cut at an event whose time was known
  } else {
    ++fixed_steps_;
    crossings_in_step_ = 0;
  }
  if (options_.crossing_threshold > 0) locate_closely_again();
  const auto times = modes_.event_times();
  const bool time_event =
      std::find(times.begin(), times.end(), t_end) != times.end() || histories_.jumps_at(t_end);
  if (time_event && !log_point(t_end, stepper_->state())) return false;
  if (!time_event && t_end == hits_.next_time()) take_left_limit(t_end);
  if (!arrive() || !instant(time_event ? Logging::Always : Logging::Decimated)) return false;
  return !equations_.derivatives_changed() || restart(t_end, stepper_->next_step());
}

// Up to the crossing and over it: the log has a point on each side, the solver starts anew behind it.
bool Simulator::handle_crossing(const ZeroCrossing& crossing) {
  if (crossing.t_before > stepper_->time()) {
    log_between(stepper_->time(), crossing.t_before, options_.refine);
    if (interpolate(crossing.t_before) != EvalStatus::Ok)
      return fail_evaluation(KernelKind::Derivatives, crossing.t_before, x_work_);
    if (!log_point(crossing.t_before, x_work_)) return false;
  }
  // Output times that the instant of the crossing, which is known to within rounding, passes over.
  log_between(std::max(crossing.t_before, stepper_->time()), crossing.t_after, 1);
  if (crossing.t_after < stepper_->trial_time()) {
    if (stepper_->truncate(crossing.t_after) != EvalStatus::Ok)
      return fail_evaluation(KernelKind::Derivatives, crossing.t_after, stepper_->trial_state());
    const PhaseScope phase(clock_.get(), Phase::Projection);
    if (projection_.active()) projection_.project_truncated(*stepper_);
  }
  stepper_->accept();
  projection_.accepted(*stepper_, statistics_);
  if (!report_projection()) return false;
  ++statistics_.steps;
  ++crossings_in_step_;
  const double t = stepper_->time();
  if (options_.method->kind == StepKind::Fixed && t >= grid_.time(fixed_steps_ + 1)) {
    ++fixed_steps_;  // it crosses at the very end of the step
    crossings_in_step_ = 0;
  }
  record_crossings(crossing, t);
  crossed_block_ =
      program_
          ->crossings[static_cast<std::size_t>(located_[static_cast<std::size_t>(crossing.indices.front())])]
          .block;
  if (!arrive() || !instant(Logging::Always)) return false;
  if (!count_consecutive(t, crossing.indices)) return false;
  return restart(t, equations_.derivatives_changed() ? 0 : stepper_->next_step());
}

// The equations behind this instant, or the states, are others than before it: the solver forgets what it
// knows of them.
bool Simulator::restart(double t, double first_step) {
  const PhaseScope phase(clock_.get(), Phase::Solver);
  equations_.forget_changes();
  projection_.forget();
  tolerances_.follow(x_instant_, stepper_->weights());
  if (stepper_->restart(t, x_instant_, first_step) == EvalStatus::Ok) return true;
  return fail_evaluation(KernelKind::Derivatives, t, x_instant_);
}

bool Simulator::settle_modes(double t, std::span<const double> x, bool& changed) {
  const ModeKeeper::Outcome outcome = modes_.settle(t, x);
  changed = outcome.changed;
  if (outcome.status != EvalStatus::Ok) return fail_evaluation(KernelKind::Crossings, t, x);
  if (outcome.unsettled_block < 0) return true;
  const bool late = options_.method->kind == StepKind::Fixed && options_.crossings_per_fixed_step == 0;
  return fail(outcome.unsettled_block,
              "its branch switches to and fro without end at t = " + to_text(t) + contradiction_text(outcome),
              late ? "a fixed step saw the switch too late: locate it (EnableFixedStepZeroCrossing), use a "
                     "variable-step "
                     "solver, or shorter steps"
                   : "the blocks it drives switch it back at the same instant; put hysteresis or a delay "
                     "into that loop");
}

// Points inside (from, to), from the dense output of the trial step: refined, and at output times.
void Simulator::log_between(double from, double to, int refine) {
  if (options_.method->kind == StepKind::Fixed) return;
  const PhaseScope phase(clock_.get(), Phase::Recording);
  std::vector<double> times;
  if (options_.decimation <= 1 && options_.output != RunOptions::Output::Times && moves_)
    for (int k = 1; k < refine; ++k) times.push_back(from + (to - from) * k / refine);
  if (options_.output != RunOptions::Output::Steps) {
    const auto& asked = options_.output_times;
    const auto refined = static_cast<std::ptrdiff_t>(times.size());
    const auto first = std::upper_bound(asked.begin(), asked.end(), from);
    times.insert(times.end(), first, std::lower_bound(first, asked.end(), to));
    std::inplace_merge(times.begin(), times.begin() + refined, times.end());
  }
  for (double t : times)
    if (t > from && t < to && interpolate(t) == EvalStatus::Ok) log_point(t, x_work_);
}

// The state inside the trial step, on the invariants as its end is; into x_work_.
EvalStatus Simulator::interpolate(double t) {
  const EvalStatus status = stepper_->interpolate(t, x_work_);
  if (status == EvalStatus::Ok && projection_.active()) projection_.project_inside(t, x_work_);
  return status;
}

bool Simulator::is_output_time(double t) const {
  return std::binary_search(options_.output_times.begin(), options_.output_times.end(), t);
}

// Signals that move between sample hits may jump there: the log gets the value on either side.
void Simulator::take_left_limit(double t) {
  const auto& signals = program_->logged;
  if (!hybrid_ || std::all_of(signals.begin(), signals.end(), [](const auto& s) { return s.held; })) return;
  left_.resize(logged_.size());
  has_left_ = equations_.evaluate_inside(KernelKind::Logged, t, stepper_->state(), left_) == EvalStatus::Ok;
}

// The row before the one that is in logged_, where they differ.
void Simulator::log_left_limit(double t) {
  const auto jumps = [&](const LoggedSignal& s) {
    const auto first = left_.begin() + s.first;
    return !s.held && !std::equal(first, first + s.count(), logged_.begin() + s.first);
  };
  if (std::any_of(program_->logged.begin(), program_->logged.end(), jumps)) append_to_log(t, left_);
}

bool Simulator::log_point(double t, std::span<const double> x) {
  const PhaseScope phase(clock_.get(), Phase::Recording);
  if (options_.output == RunOptions::Output::Times && !is_output_time(t)) return true;
  if (log_full_) return true;
  if ((log_.size() + 1) * (logged_.size() + 1) > options_.most_recorded) {
    end_recording(t);
    return true;
  }
  if (logged_.empty()) {
    record(t, x);
    return true;
  }
  const EvalStatus status = equations_.evaluate_inside(KernelKind::Logged, t, x, logged_);
  if (status == EvalStatus::Fatal) return fail_evaluation(KernelKind::Logged, t, x);
  if (const LoopFailure* loop = equations_.last_failed_loop();
      status != EvalStatus::Ok && loop && loop->finite_inputs)
    return fail_loop(*loop, t);
  if (has_left_ && status == EvalStatus::Ok) log_left_limit(t);
  record(t, x);
  if (options_.non_finite_output == Policy::None) return true;
  if (std::all_of(logged_.begin(), logged_.end(), [](double v) { return std::isfinite(v); })) return true;
  if (options_.non_finite_output == Policy::Error) return fail_evaluation(KernelKind::Logged, t, x);
  double value = 0;
  const int block = equations_.non_finite_block(KernelKind::Logged, t, x, value);
  warn_once("non-finite" + std::to_string(block), block,
            "its output is " + to_text(value) + " at t = " + to_text(t), "check what it divides by");
  return true;
}

bool Simulator::check_states() {
  const auto x = stepper_->state();
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (std::isfinite(x[i])) continue;
    double value = 0;
    int block = equations_.non_finite_block(KernelKind::Derivatives, stepper_->time(), x, value);
    if (block < 0) block = block_of_state(static_cast<int>(i));
    return fail(block,
                "the state " + program_->state_name(static_cast<int>(i)) + " became " + to_text(x[i]) +
                    " at t = " + to_text(stepper_->time()),
                remedy_for_lost_states());
  }
  return true;
}

void Simulator::publish() {
  statistics_.end_time = stepper_->time();
  const auto jacobians = static_cast<std::uint64_t>(stepper_->statistics().jacobian_evaluations);
  control_.publish({stepper_->time(), statistics_.steps, statistics_.rejected, statistics_.zero_crossings,
                    earlier_costs_.jacobians + jacobians});
  if (board_ && board_->asked()) show_watched();
}

}  // namespace sim
