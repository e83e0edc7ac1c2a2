#include "sim_core/solvers/stepper_base.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

namespace sim {

// No estimate can be kept below rounding.
static double lagging_scale(double tolerance, int order) {
  const double most = std::max(tolerance / (100 * std::numeric_limits<double>::epsilon()), 1.0);
  return std::min(std::pow(std::max(1e-3 / tolerance, 1.0), 1.0 / order), most);
}

StepperBase::StepperBase(const OdeProblem& problem, StepperOptions options, bool error_control, Orders orders)
    : problem_(problem),
      error_control_(error_control),
      error_scale_(orders.lagging ? lagging_scale(options.weights.relative, orders.method) : 1),
      options_(std::move(options)),
      controller_(orders.error, options_.control),
      order_of_method_(orders.method) {
  const auto n = static_cast<std::size_t>(problem.size);
  for (Vector* v : {&start_, &end_, &f_start_, &f_end_, &cut_, &unmoved_}) v->resize(n);
  end_correction_.delta.resize(n);
  cut_correction_.delta.resize(n);
  if (error_control_) error_.resize(n);
}

EvalStatus StepperBase::evaluate(double t, std::span<const double> x, std::span<double> dx) {
  ++statistics_.rhs_evaluations;
  return problem_.rhs(t, x, dx);
}

EvalStatus StepperBase::prepare_start() {
  if (f_start_known_) return EvalStatus::Ok;
  const EvalStatus status = evaluate(t_start_, start_, f_start_);
  f_start_known_ = status == EvalStatus::Ok;
  return status;
}

EvalStatus StepperBase::prepare_end() {
  if (f_end_known_) return EvalStatus::Ok;
  const EvalStatus status = evaluate(whole_end(), end_, f_end_);
  f_end_known_ = f_end_current_ = status == EvalStatus::Ok;
  return status;
}

EvalStatus StepperBase::restart(double t, std::span<const double> x, double first_step) {
  std::copy(x.begin(), x.end(), start_.begin());
  t_start_ = t_end_ = t;
  end_ = start_;
  accepted_ = truncated_ = end_kept_ = f_start_known_ = f_end_known_ = f_end_current_ = shifted_ = false;
  end_correction_.active = cut_correction_.active = start_correction_.active = false;
  before_.known = false;
  relaxed_ = 1;
  controller_.restart();
  forget();
  const double asked = first_step > 0 ? first_step : error_control_ ? options_.initial_step : 0;
  next_step_ = asked > 0 ? asked : options_.max_step;
  const bool known = asked > 0 || problem_.size == 0;
  if (!error_control_ || known) return EvalStatus::Ok;

  if (const EvalStatus status = prepare_start(); status != EvalStatus::Ok) return status;
  ++statistics_.rhs_evaluations;
  next_step_ =
      sim::initial_step(problem_, options_.weights, order_of_method_, t, x, f_start_, options_.max_step);
  return EvalStatus::Ok;
}

void StepperBase::leave_accepted_step() {
  if (!accepted_) return undo_shift();
  if (checks_inside()) before_ = {true, t_start_, unshifted_start()};
  shifted_ = false;
  f_start_known_ = f_end_current_ && !truncated_;
  if (f_start_known_) std::copy(f_end_.begin(), f_end_.end(), f_start_.begin());
  t_start_ = trial_time();
  start_.swap(truncated_ ? cut_ : end_);
  accepted_ = false;
  advance();
}

// A trial from elsewhere was not accepted: back to where it belongs.
void StepperBase::undo_shift() {
  if (!shifted_) return;
  shifted_ = false;
  start_.swap(kept_start_);
  f_start_known_ = kept_f_known_;
  std::copy(kept_f_start_.begin(), kept_f_start_.end(), f_start_.begin());  // stages are known by their place
}

StepAttempt StepperBase::attempt(double t_end) {
  leave_accepted_step();
  start_correction_.active = false;
  return compute_trial(t_end);
}

StepAttempt StepperBase::attempt_from(double t_end, std::span<const double> shift) {
  leave_accepted_step();
  if (!one_step()) return {EvalStatus::Fatal, {}};
  kept_start_ = start_;
  kept_f_start_ = f_start_;
  kept_f_known_ = f_start_known_;
  shifted_ = true;
  start_correction_ = {true, t_end - t_start_, Vector(shift.begin(), shift.end())};
  for (std::size_t i = 0; i < start_.size(); ++i) start_[i] += shift[i];
  f_start_known_ = false;
  return compute_trial(t_end);
}

void StepperBase::begin_trial(double t_end) {
  t_end_ = t_end;
  relaxed_ = 1;
  truncated_ = end_kept_ = f_end_known_ = f_end_current_ = false;
  end_correction_.active = cut_correction_.active = false;
  last_ = {};
}

StepAttempt StepperBase::compute_trial(double t_end) {
  begin_trial(t_end);
  last_.status = compute();
  inside_ = {};
  if (last_.status == EvalStatus::Ok && before_.known) measure_inside();
  if (last_.status == EvalStatus::Ok && error_control_) last_.error = measured_error();
  return last_;
}

ErrorNorm StepperBase::measured_error() const {
  ErrorNorm error = error_norm(options_.weights, error_, start_, end_);
  error.value *= error_scale_;
  return inside_.value > error.value ? inside_ : error;
}

// Behind a step that was much longer nothing is said: that step may have been another regime.
void StepperBase::measure_inside() {
  constexpr double furthest = 2;
  const double s = (before_.t - t_start_) / step();
  if (s < -furthest) return;
  if (last_.status = prepare_dense(); last_.status != EvalStatus::Ok) return;
  Vector off(start_.size());
  dense(before_.t, off);
  const double share = share_inside(s);
  for (std::size_t i = 0; i < off.size(); ++i) off[i] = share * (off[i] - before_.x[i]);
  inside_ = error_norm(options_.weights, off, start_, end_);
}

// Who asks for it may change it.
std::span<double> StepperBase::trial_state() {
  if (truncated_) return cut_;
  if (!end_kept_) unmoved_ = end_;
  end_kept_ = true;
  return end_;
}

StepAttempt StepperBase::trial_moved(ErrorNorm counted) {
  if (truncated_ || end_kept_) follow_moved_trial();
  if (error_control_) {
    last_.error = measured_error();
    if (counted.value > last_.error.value) last_.error = counted;
  }
  return last_;
}

// The slope at the end, where the interpolant uses it, stays that of the unrelaxed end.
bool StepperBase::relax(double factor) {
  assert(!truncated_ && !end_correction_.active && !shifted_ && relaxed_ == 1);
  if (!stretches()) return false;
  relaxed_ = factor;
  t_relaxed_ = t_start_ + factor * step();
  unmoved_ = end_;
  end_kept_ = true;
  f_end_current_ = false;
  for (std::size_t i = 0; i < end_.size(); ++i) end_[i] = start_[i] + factor * (end_[i] - start_[i]);
  return true;
}

void StepperBase::follow_moved_trial() {
  Correction& correction = truncated_ ? cut_correction_ : end_correction_;
  const Vector& moved = trial();
  if (truncated_) {
    cut_correction_.active = false;
    interpolate_inside(t_cut_, correction.delta);
    for (std::size_t i = 0; i < moved.size(); ++i) correction.delta[i] = moved[i] - correction.delta[i];
  } else {
    for (std::size_t i = 0; i < moved.size(); ++i) correction.delta[i] = moved[i] - unmoved_[i];
    f_end_current_ = false;
    end_moved();
  }
  correction.span = trial_time() - t_start_;
  correction.active = true;
}

EvalStatus StepperBase::truncate(double t) {
  assert(t > t_start_ && t < trial_time());
  Vector cut(start_.size());
  if (const EvalStatus status = interpolate(t, cut); status != EvalStatus::Ok) return status;
  cut_.swap(cut);
  cut_correction_.active = false;
  t_cut_ = t;
  truncated_ = true;
  return EvalStatus::Ok;
}

EvalStatus StepperBase::interpolate(double t, std::span<double> x) {
  if (t == trial_time() || t == t_start_) {
    const Vector& known = t == trial_time() ? trial() : unshifted_start();
    std::copy(known.begin(), known.end(), x.begin());
    return EvalStatus::Ok;
  }
  EvalStatus status = prepare_dense();
  if (status == EvalStatus::Ok && options_.preserve_shape) {
    status = prepare_start();
    if (status == EvalStatus::Ok) status = prepare_end();
  }
  if (status != EvalStatus::Ok) return status;
  interpolate_inside(t, x);
  return EvalStatus::Ok;
}

EvalStatus Stepper::interpolate_rows(std::span<const double> times, std::span<double> x) {
  if (times.empty()) return EvalStatus::Ok;
  const std::size_t n = x.size() / times.size();
  for (std::size_t k = 0; k < times.size(); ++k)
    if (const EvalStatus status = interpolate(times[k], x.subspan(k * n, n)); status != EvalStatus::Ok)
      return status;
  return EvalStatus::Ok;
}

EvalStatus StepperBase::interpolate_rows(std::span<const double> times, std::span<double> x) {
  const bool moved = relaxed_ != 1 || start_correction_.active || end_correction_.active ||
                     cut_correction_.active || options_.preserve_shape;
  const double end = trial_time();
  const bool inside =
      std::all_of(times.begin(), times.end(), [&](double t) { return t > t_start_ && t < end; });
  if (moved || !inside) return Stepper::interpolate_rows(times, x);
  if (const EvalStatus status = prepare_dense(); status != EvalStatus::Ok) return status;
  dense_rows(times, x);
  return EvalStatus::Ok;
}

void StepperBase::dense_rows(std::span<const double> times, std::span<double> x) const {
  for (std::size_t k = 0; k < times.size(); ++k) dense(times[k], x.subspan(k * start_.size(), start_.size()));
}

void StepperBase::interpolate_inside(double t, std::span<double> x) const {
  const double unrelaxed = relaxed_ == 1 ? t : t_start_ + (t - t_start_) / relaxed_;
  dense(unrelaxed, x);
  if (options_.preserve_shape) keep_shape(unrelaxed, x);
  if (relaxed_ != 1)
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = start_[i] + relaxed_ * (x[i] - start_[i]);
  if (start_correction_.active) {
    correct(start_correction_, t, x);
    for (std::size_t i = 0; i < x.size(); ++i) x[i] -= start_correction_.delta[i];
  }
  correct(end_correction_, t, x);
  correct(cut_correction_, t, x);
}

void StepperBase::keep_shape(double t, std::span<double> x) const {
  if (t >= t_end_) return;
  const std::span<const double> end = unmoved_end();
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double change = end[i] - start_[i];
    if (!(f_start_[i] * change > 0 && f_end_[i] * change >= 0)) continue;
    x[i] = std::clamp(x[i], std::min(start_[i], end[i]), std::max(start_[i], end[i]));
  }
}

void StepperBase::correct(const Correction& correction, double t, std::span<double> x) const {
  if (!correction.active) return;
  const double s = std::min((t - t_start_) / correction.span, 1.0);
  const double rise = s * s * (3 - 2 * s);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] += rise * correction.delta[i];
}

void StepperBase::hermite(double t, std::span<double> x) const {
  const double h = step(), theta = (t - t_start_) / h;
  const double rise = theta * theta * (3 - 2 * theta);
  const double at_start = h * theta * (1 - theta) * (1 - theta), at_end = h * theta * theta * (theta - 1);
  const std::span<const double> end = unmoved_end();
  for (std::size_t i = 0; i < x.size(); ++i)
    x[i] = start_[i] + rise * (end[i] - start_[i]) + at_start * f_start_[i] + at_end * f_end_[i];
}

void StepperBase::accept() {
  assert(!accepted_);
  accepted_ = true;
  next_step_ = error_control_ ? step_after_accept() : options_.max_step;
  accepted();
}

double StepperBase::step_after_accept() {
  const double h = step();
  const double proposal = controller_.after_accept(h, last_.error.value);
  // A step kept short from outside, with next to no error, says little: what was planned before it still
  // holds.
  const bool says_little = proposal >= h * options_.control.largest_factor;
  return says_little ? std::max(proposal, next_step_) : proposal;
}

void StepperBase::reject(Rejection why) { next_step_ = step_after_reject(why); }

double StepperBase::step_after_reject(Rejection why) {
  const bool by_error = why == Rejection::ErrorTooLarge && error_control_;
  return by_error ? controller_.after_reject(step(), last_.error.value) : controller_.after_failure(step());
}

double StepperBase::next_step() const { return std::min(next_step_, options_.max_step); }

std::vector<double> StepperBase::memory() const {
  Vector memory;
  if (remembers_error()) memory.push_back(controller_.error_before());
  if (keeps_slope_) {
    const bool known = accepted_ ? f_end_current_ && !truncated_ : f_start_known_;
    const Vector& slope = accepted_ ? f_end_ : f_start_;
    memory.push_back(known);
    if (known) memory.insert(memory.end(), slope.begin(), slope.end());
  }
  if (checks_inside()) {
    const Vector& x = accepted_ ? unshifted_start() : before_.x;
    memory.push_back(accepted_ || before_.known);
    if (memory.back() == 1) {
      memory.push_back(accepted_ ? t_start_ : before_.t);
      memory.insert(memory.end(), x.begin(), x.end());
    }
  }
  save(memory);
  return memory;
}

bool StepperBase::remembers_error() const {
  return error_control_ && options_.control.law == StepControl::Law::ProportionalIntegral;
}

bool StepperBase::recall(std::span<const double> memory) {
  const Vector before = this->memory();
  if (take_over(memory)) return true;
  take_over(before);
  return false;
}

bool StepperBase::take_over(std::span<const double> memory) {
  if (remembers_error()) {
    if (memory.empty() || !(memory[0] > 0)) return false;
    controller_.recall(memory[0]);
    memory = memory.subspan(1);
  }
  if (keeps_slope_) {
    if (memory.empty()) return false;
    const bool known = memory[0] == 1;
    memory = memory.subspan(1);
    if (known) {
      if (memory.size() < f_start_.size()) return false;
      std::copy_n(memory.begin(), f_start_.size(), f_start_.begin());
      memory = memory.subspan(f_start_.size());
    }
    f_start_known_ = known;
  }
  if (checks_inside()) {
    if (memory.empty()) return false;
    before_.known = memory[0] == 1;
    memory = memory.subspan(1);
    if (before_.known) {
      if (memory.size() < start_.size() + 1) return false;
      before_.t = memory[0];
      before_.x.assign(memory.begin() + 1, memory.begin() + 1 + static_cast<std::ptrdiff_t>(start_.size()));
      memory = memory.subspan(start_.size() + 1);
    }
  }
  return load(memory);
}

}  // namespace sim
