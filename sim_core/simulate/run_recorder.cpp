#include "sim_core/simulate/run_recorder.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "sim_core/base/text.h"
#include "sim_core/base/told_number.h"
#include "sim_core/linalg/all_finite.h"
#include "sim_core/simulate/failures.h"
#include "sim_core/simulate/non_finite_text.h"
#include "sim_core/simulate/step_watcher.h"

namespace sim {

bool moves_inside_steps(const Program& program) {
  return !program.invariants.empty() || std::any_of(program.logged.begin(), program.logged.end(),
                                                    [](const LoggedSignal& s) { return !s.held; });
}

RunRecorder::RunRecorder(RunParts& run, SignalLog& log)
    : run_(run),
      log_(log),
      logged_(static_cast<std::size_t>(run.program->column_count())),
      refines_(run.options.decimation <= 1 && run.options.output != RunOptions::Output::Times &&
               moves_inside_steps(*run.program)) {}

void RunRecorder::collect_times(double from, double to, int refine) {
  times_.clear();
  const auto add = [&](double t) {
    if (t > from && t < to) times_.push_back(t);
  };
  if (refines_)
    for (int k = 1; k < refine; ++k) add(from + (to - from) * k / refine);
  if (run_.options.output == RunOptions::Output::Steps) return;
  const auto& asked = run_.options.output_times;
  const auto refined = static_cast<std::ptrdiff_t>(times_.size());
  const auto first = std::upper_bound(asked.begin(), asked.end(), from);
  std::for_each(first, std::lower_bound(first, asked.end(), to), add);
  std::inplace_merge(times_.begin(), times_.begin() + refined, times_.end());
}

void RunRecorder::log_between(double from, double to, int refine) {
  if (run_.fixed_steps_only()) return;
  const PhaseScope phase(run_.clock.get(), Phase::Recording);
  collect_times(from, to, refine);
  if (times_.empty()) return;
  for (std::size_t k = log_plain_rows(); k < times_.size(); ++k)
    if (run_.interpolate(times_[k]) == EvalStatus::Ok) log_point(times_[k], run_.x_inside);
}

// As many of the rows at times_ as there is nothing to tell about.
std::size_t RunRecorder::log_plain_rows() {
  if (!is_plain(times_.size()) || run_.projection.active()) return 0;
  const std::size_t n = run_.x_inside.size();
  inside_.resize(times_.size() * n);
  if (run_.stepper->interpolate_rows(times_, inside_) != EvalStatus::Ok) return 0;
  for (std::size_t k = 0; k < times_.size(); ++k)
    if (log_full_ || !log_plain_row(times_[k], std::span(inside_).subspan(k * n, n))) return k;
  return times_.size();
}

// Whether the next rows are written with nothing beside them, and nothing keeps them from it.
bool RunRecorder::is_plain(std::size_t rows) const {
  return !logged_.empty() && taps_.empty() && !run_.watcher && !log_full_ && !has_left_ &&
         run_.options.output != RunOptions::Output::Times &&
         (log_.recorded_rows() + rows) * (logged_.size() + 1) <= run_.options.most_recorded;
}

bool RunRecorder::has_code() {
  if (!code_) code_ = run_.equations.machine_function(KernelKind::Logged);
  return static_cast<bool>(code_);
}

// False: there is something to tell about the row; it is not written.
bool RunRecorder::log_plain_row(double t, std::span<const double> x) {
  if (has_code() ? !code_(t, x.data(), logged_.data())
                 : run_.equations.evaluate_inside(KernelKind::Logged, t, x, logged_) != EvalStatus::Ok)
    return false;
  if (!all_finite(logged_)) return false;
  return append(t, logged_) || (end_recording(t), true);
}

bool RunRecorder::writes_plainly(std::size_t rows) { return is_plain(rows) && has_code(); }

bool RunRecorder::log_rows(std::span<const double> times, std::span<const double> states) {
  const std::size_t columns = logged_.size(), n = run_.x_inside.size();
  const MachineFunction code = code_;
  const std::uint64_t evaluations = *code.evaluations;
  if (rows_.size() < times.size() * columns) rows_.resize(times.size() * columns);
  const std::span rows(rows_.data(), times.size() * columns);
  bool plain = true;
  for (std::size_t k = 0; plain && k < times.size(); ++k)
    plain = code(times[k], states.data() + k * n, rows.data() + k * columns);
  if (!plain || !all_finite(rows)) {
    *code.evaluations = evaluations;
    return false;
  }
  for (std::size_t k = 0; k < times.size() && !log_full_;) {
    k += log_.append_rows_in_place(times.subspan(k), rows.data() + k * columns);
    if (k == times.size()) break;
    if (!append_in_new_place(times[k], rows.subspan(k * columns, columns))) end_recording(times[k]);
    ++k;
  }
  return true;
}

bool RunRecorder::is_output_time(double t) const {
  return std::binary_search(run_.options.output_times.begin(), run_.options.output_times.end(), t);
}

bool RunRecorder::is_due(double t) {
  return t >= run_.options.stop_time ||
         ++since_logged_ % static_cast<std::uint64_t>(run_.options.decimation) == 0 ||
         (run_.options.output != RunOptions::Output::Steps && is_output_time(t));
}

void RunRecorder::take_left_limit(double t) {
  if (!run_.hybrid || logs_held_only()) return;
  left_.resize(logged_.size());
  has_left_ =
      run_.equations.evaluate_inside(KernelKind::Logged, t, run_.stepper->state(), left_) == EvalStatus::Ok;
}

bool RunRecorder::logs_held_only() const {
  const auto& signals = run_.program->logged;
  return std::all_of(signals.begin(), signals.end(), [](const auto& s) { return s.held; });
}

// The row before the one that is in logged_, where they differ.
void RunRecorder::log_left_limit(double t) {
  const auto jumps = [&](const LoggedSignal& s) {
    const auto first = left_.begin() + s.first;
    return !s.held && !std::equal(first, first + s.count(), logged_.begin() + s.first);
  };
  if (std::any_of(run_.program->logged.begin(), run_.program->logged.end(), jumps)) append(t, left_);
}

bool RunRecorder::log_point(double t, std::span<const double> x) {
  const PhaseScope phase(run_.clock.get(), Phase::Recording);
  if (is_plain(1) && log_plain_row(t, x)) return true;
  if (run_.options.output == RunOptions::Output::Times && !is_output_time(t)) return true;
  if (log_full_) return true;
  if ((log_.recorded_rows() + 1) * (logged_.size() + 1) > run_.options.most_recorded) {
    end_recording(t);
    return true;
  }
  if (logged_.empty()) {
    record(t, x);
    return true;
  }
  const EvalStatus status = run_.equations.evaluate_inside(KernelKind::Logged, t, x, logged_);
  if (status == EvalStatus::Fatal) return fail_evaluation(run_, KernelKind::Logged, t, x);
  if (const LoopFailure* loop = run_.equations.last_failed_loop();
      status != EvalStatus::Ok && loop && loop->finite_inputs)
    return fail_loop(run_, *loop, t);
  if (has_left_ && status == EvalStatus::Ok) log_left_limit(t);
  record(t, x);
  return look_at_numbers(t, x);
}

// Of the row just written.
bool RunRecorder::look_at_numbers(double t, std::span<const double> x) {
  const Policy policy = run_.options.non_finite_output;
  if (policy == Policy::None) return true;
  if (all_finite(logged_)) return true;
  const std::string first = "first not finite";
  if (policy == Policy::Note && run_.reporter.has_warned(first)) return true;
  if (policy == Policy::Error) return fail_evaluation(run_, KernelKind::Logged, t, x);
  const NonFinite found = run_.equations.non_finite(KernelKind::Logged, t, x);
  const std::string message = "its output is " + told(found.value) + " at t = " + told_time(t) + by(found);
  const char* remedy = "check what it divides by";
  if (policy == Policy::Note)
    run_.reporter.note_once(first, found.block, message, remedy);
  else
    run_.reporter.warn_once("non-finite" + std::to_string(found.block), found.block, message, remedy);
  return true;
}

// A row of the log, and of what is recorded beside it.
void RunRecorder::record(double t, std::span<const double> x) {
  if (!append(t, logged_)) end_recording(t);
  if (run_.watcher) run_.watcher->recorded(run_, t, x);
  for (const auto& tap : taps_) tap->append(run_.program, run_.equations, t, x, run_.options.most_recorded);
}

bool RunRecorder::append_in_new_place(double t, std::span<const double> values) {
  const int before = log_.thinning().times;
  const bool appended = log_.append(t, values);
  if (log_.thinning().times != before && when_thinned_) when_thinned_();
  return appended;
}

// A run whose log is full goes on: its end may matter more than what lies between.
void RunRecorder::end_recording(double t) {
  log_full_ = true;
  run_.reporter.warn_once("recording", -1,
                          "recording ended at t = " + told_time(t) + ": the run has recorded " +
                              std::to_string(log_.size()) + " rows of " + std::to_string(logged_.size() + 1) +
                              " numbers, and there is no room for more",
                          "use a larger Decimation, record fewer signals, or make room in the cache folder");
}

double RunRecorder::recorded_numbers() const {
  return static_cast<double>(log_.recorded_rows()) * static_cast<double>(logged_.size() + 1);
}

// Those that are new begin with where the run is, unless that is yet to come.
void RunRecorder::take_taps() {
  auto asked = run_.control.take_taps();
  if (!asked) return;
  const auto begun = std::exchange(taps_, *std::move(asked));
  for (const auto& tap : taps_) {
    if (std::find(begun.begin(), begun.end(), tap) != begun.end()) continue;
    tap->stop_when([&control = run_.control] { return control.stop_requested(); });
    if (log_.size() > 0)
      tap->append(run_.program, run_.equations, run_.stepper->time(), run_.stepper->state(),
                  run_.options.most_recorded);
  }
}

void RunRecorder::go_back_to(const Mark& mark, double t) {
  log_.truncate(mark.rows);
  log_full_ = false;
  for (const auto& tap : taps_) tap->go_back_to(t);
  since_logged_ = mark.since_logged;
}

void RunRecorder::tell_thinning() {
  const SignalLog::Thinning& thinning = log_.thinning();
  if (thinning.times == 0) return;
  run_.reporter.note(
      "the run recorded more than fits into the memory limit: up to t = " + told_time(thinning.until) +
          " rows were left out of the record, " + std::to_string(thinning.rows) + " in all; " +
          std::to_string(log_.size()) + " are left",
      "use a larger Decimation, record fewer signals, allow more memory, or let RecordBeyondMemory be "
      "ToDisk");
}

void RunRecorder::take_over(RunRecorder& before) {
  since_logged_ = before.since_logged_;
  taps_ = std::move(before.taps_);
}

}  // namespace sim
