#include "sim_core/simulate/histories.h"

#include <algorithm>
#include <cmath>

#include "sim_core/base/text.h"
#include "sim_core/base/told_number.h"

namespace sim {

int Histories::points_for(const Method& method) { return std::min(method.dense_order + 3, 8); }

// Only the ends of steps are good enough.
int Histories::across_for(const Method& method) {
  return method.order > method.dense_order + 1 ? method.order - 1 : 0;
}

Histories::Histories(ModelEquations& equations, const RunOptions& options,
                     std::function<double(double)> snapped)
    : equations_(equations), program_(equations.program()), options_(options), snapped_(std::move(snapped)) {
  const std::vector<double> points = lobatto_points(points_for(*options.method));
  for (const DelayInfo& delay : program_.delays) {
    const auto readers = static_cast<std::size_t>(delay.delay_count);
    signals_.push_back({SignalHistory(delay.count, points, delay.maximum, across_for(*options.method)),
                        std::vector<std::int64_t>(readers, delay.constant ? 0 : SignalHistory::any_piece),
                        std::vector<SignalHistory::Cursor>(readers)});
    signal_of_.resize(static_cast<std::size_t>(delay.first + delay.count),
                      static_cast<int>(signals_.size()) - 1);
    moving_ = moving_ || !delay.constant;
  }
  now_.resize(static_cast<std::size_t>(program_.kernel(KernelKind::Recorded).size));
  delays_.resize(static_cast<std::size_t>(program_.kernel(KernelKind::Delays).size));
  delays_before_ = delays_;
  said_.resize(signals_.size());
  x_work_.resize(static_cast<std::size_t>(equations.solver_size()));
  if (any()) equations.read_history(*this);
}

EvalStatus Histories::prepare(double t) {
  if (!any()) return EvalStatus::Ok;
  if (const EvalStatus status = equations_.evaluate(KernelKind::BeforeStart, t, x_work_, now_);
      status != EvalStatus::Ok)
    return status;
  for (std::size_t k = 0; k < signals_.size(); ++k) {
    const auto before = std::span<const double>(now_).subspan(static_cast<std::size_t>(info(k).result),
                                                              static_cast<std::size_t>(info(k).count));
    signals_[k].history.restart(t, before, before);
  }
  breakpoints_.clear();
  started_ = false;
  settled_at_ = t;
  return EvalStatus::Ok;
}

double Histories::delay(std::size_t signal, int element) const {
  const double tau = delays_[static_cast<std::size_t>(info(signal).delay_first + element)];
  return std::clamp(std::isnan(tau) ? info(signal).maximum : tau, 0.0, info(signal).maximum);
}

// Rounding, and the width in which a crossing is located, are no jump.
bool Histories::has_jumped(std::size_t signal) const {
  const SignalHistory& history = signals_[signal].history;
  const auto last = history.last();
  for (int i = 0; i < info(signal).count; ++i) {
    const auto at = static_cast<std::size_t>(i);
    const double now = now_[static_cast<std::size_t>(info(signal).result) + at];
    const double scale = std::max({std::fabs(now), std::fabs(last[at]), history.last_range(i)});
    if (std::fabs(now - last[at]) > 1e-9 * scale) return true;
  }
  return false;
}

// Whether it is computed otherwise than before this instant.
bool Histories::switched(const DelayInfo& info) const {
  const auto differ = [](const std::vector<int>& slots, std::span<const double> a,
                         std::span<const double> b) {
    return std::any_of(slots.begin(), slots.end(), [&](int slot) {
      return a[static_cast<std::size_t>(slot)] != b[static_cast<std::size_t>(slot)];
    });
  };
  return differ(info.modes, modes_, equations_.modes()) ||
         differ(info.discrete, discrete_, equations_.discrete());
}

void Histories::remember_slots() {
  modes_.assign(equations_.modes().begin(), equations_.modes().end());
  discrete_.assign(equations_.discrete().begin(), equations_.discrete().end());
}

// How smooth the signal is here, given what has happened at this instant.
int Histories::order_at(std::size_t signal, bool changed) const {
  const DelayInfo& of = info(signal);
  if (has_jumped(signal)) return 0;
  int order = smooth;
  if ((changed && of.reads_states) || switched(of)) order = 1;
  for (const Breakpoint& b : arrived_) {
    if (std::binary_search(of.reads.begin(), of.reads.end(), b.signal))
      order = std::min(order, std::max(1, b.order));
    if (of.reads_states) order = std::min(order, b.order + 1);
  }
  return order;
}

void Histories::schedule(std::size_t signal, double t, int order, std::int64_t piece) {
  if (!info(signal).constant) return;
  for (int e = 0; e < info(signal).delay_count; ++e)
    breakpoints_.add(snapped_(t + delay(signal, e)), {static_cast<int>(signal), e, order, piece});
}

EvalStatus Histories::settled(double t, std::span<const double> x, bool changed) {
  if (!any()) return EvalStatus::Ok;
  if (!started_ || moving_)
    if (const EvalStatus status = measure_delays(t, x); status != EvalStatus::Ok) return status;
  if (const EvalStatus status = equations_.evaluate_inside(KernelKind::Recorded, t, x, now_);
      status != EvalStatus::Ok)
    return status;
  if (!started_) remember_slots();
  for (std::size_t k = 0; k < signals_.size(); ++k) {
    SignalHistory& history = signals_[k].history;
    const auto now = std::span<const double>(now_).subspan(static_cast<std::size_t>(info(k).result),
                                                           static_cast<std::size_t>(info(k).count));
    if (!started_) {
      const int order = has_jumped(k) ? 0 : 1;
      const std::vector<double> before(history.last().begin(), history.last().end());
      history.restart(t, before, now);
      schedule(k, t, order, history.piece());
      continue;
    }
    const int order = order_at(k, changed);
    if (order == 0)
      history.jump(now);
    else if (order < options_.method->order)
      history.kink();
    if (order < options_.method->order) schedule(k, t, order, order == 0 ? history.piece() : -1);
  }
  started_ = true;
  arrived_.clear();
  remember_slots();
  settled_at_ = t;
  check_delays();
  return EvalStatus::Ok;
}

EvalStatus Histories::measure_delays(double t, std::span<const double> x) {
  delays_before_.swap(delays_);
  measured_before_ = settled_at_;
  const EvalStatus status = equations_.evaluate(KernelKind::Delays, t, x, delays_);
  if (!started_) delays_before_ = delays_;
  return status;
}

// The start of the step is what settled() found there; everything is as it was throughout the step.
EvalStatus Histories::accepted(Stepper& stepper) {
  if (!any()) return EvalStatus::Ok;
  const double t0 = settled_at_, t1 = stepper.time();
  if (!(t1 > t0)) return EvalStatus::Ok;
  const int points = signals_.front().history.points();
  const std::size_t size = now_.size();
  sampled_.resize(size * static_cast<std::size_t>(points));
  std::copy(now_.begin(), now_.end(), sampled_.begin());
  for (int i = 1; i < points; ++i) {
    const double t = i + 1 == points ? t1 : t0 + signals_.front().history.point(i) * (t1 - t0);
    EvalStatus status = stepper.interpolate(t, x_work_);
    const auto values = std::span(sampled_).subspan(static_cast<std::size_t>(i) * size, size);
    if (status == EvalStatus::Ok)
      status = equations_.evaluate_inside(KernelKind::Recorded, t, x_work_, values);
    if (status != EvalStatus::Ok) return status;
  }
  std::size_t stored = 0, largest = 0;
  for (std::size_t k = 0; k < signals_.size(); ++k) {
    const auto count = static_cast<std::size_t>(info(k).count);
    values_.resize(count * static_cast<std::size_t>(points));
    for (std::size_t i = 0; i < static_cast<std::size_t>(points); ++i)
      std::copy_n(
          sampled_.begin() + static_cast<std::ptrdiff_t>(i * size + static_cast<std::size_t>(info(k).result)),
          count, values_.begin() + static_cast<std::ptrdiff_t>(i * count));
    signals_[k].history.append(t1, values_);
    stored += signals_[k].history.stored();
    if (signals_[k].history.stored() > signals_[largest].history.stored()) largest = k;
  }
  last_step_ = t1 - t0;
  settled_at_ = t1;
  if (stored > most_stored)
    say(info(largest).block, Severity::Error,
        "the delays of this model remember more than 64,000,000 numbers at t = " + told_time(t1) +
            ", most of them here",
        "use shorter delays or longer steps");
  return EvalStatus::Ok;
}

// What is due within rounding is due now: two sums of times may mean the same instant.
static double about(double t) { return t + 16 * std::numeric_limits<double>::epsilon() * std::fabs(t); }

bool Histories::jumps_at(double t) const {
  for (const auto& [at, b] : breakpoints_.all()) {
    if (at > about(t)) break;
    if (b.order == 0) return true;
  }
  return false;
}

bool Histories::arrive(double t) {
  bool jumps = false;
  for (const Breakpoint& b : breakpoints_.take(about(t))) {
    if (b.piece >= 0)
      signals_[static_cast<std::size_t>(b.signal)].pieces[static_cast<std::size_t>(b.element)] = b.piece;
    jumps = jumps || b.order == 0;
    arrived_.push_back(b);
  }
  return jumps;
}

double Histories::limit(double t) const {
  double end = breakpoints_.next();
  const double shortest = std::isfinite(options_.max_step) ? negligible * options_.max_step : 0;
  for (std::size_t k = 0; k < signals_.size(); ++k)
    for (int e = 0; e < info(k).delay_count; ++e) {
      double longest = delay(k, e);
      const double passed = settled_at_ - measured_before_;
      if (!info(k).constant && passed > 0) {
        // A delay that falls meets the step half way.
        const double before = delays_before_[static_cast<std::size_t>(info(k).delay_first + e)];
        longest /= 1 + 1.5 * std::max(0.0, (before - longest) / passed);
      }
      if (longest < shortest) longest = std::max(shortest, 1.5 * last_step_);
      end = std::min(end, t + longest);
    }
  return std::max(end, t + smallest_step(t));
}

int Histories::limiting_block() const {
  if (!breakpoints_.all().empty())
    return info(static_cast<std::size_t>(breakpoints_.all().begin()->second.signal)).block;
  int block = -1;
  double shortest = std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < signals_.size(); ++k)
    for (int e = 0; e < info(k).delay_count; ++e)
      if (delay(k, e) < shortest) shortest = delay(k, e), block = info(k).block;
  return block;
}

void Histories::check_delays() {
  const bool fixed = options_.method->kind == StepKind::Fixed;
  const double least = fixed ? options_.fixed_step * (1 - 1e-9)
                             : (std::isfinite(options_.max_step) ? negligible * options_.max_step : 0);
  for (std::size_t k = 0; k < signals_.size(); ++k)
    for (int e = 0; e < info(k).delay_count && !said_[k]; ++e) {
      const double tau = delays_[static_cast<std::size_t>(info(k).delay_first + e)];
      if (tau > info(k).maximum)
        say(info(k).block, Severity::Warning,
            "the delay of " + to_text(tau) + " s at t = " + told_time(settled_at_) +
                " is longer than the maximum, " + to_text(info(k).maximum) + " s, which is used instead",
            "raise the maximum delay");
      else if (tau < 0)
        say(info(k).block, Severity::Warning,
            "the delay of " + to_text(tau) + " s at t = " + told_time(settled_at_) +
                " is negative; 0 is used instead",
            "nothing can be known of the future: keep the delay positive");
      else if (tau < least)
        say(info(k).block, Severity::Warning,
            "the delay of " + to_text(tau) + " s at t = " + told_time(settled_at_) +
                (fixed ? " is shorter than the step" : " is very short against the longest step") +
                "; its signal is extrapolated from the last step",
            fixed ? "use a fixed step that is not longer than the delay"
                  : "lower MaxStep, so that the steps follow the delay");
      else
        continue;
      said_[k] = 1;
    }
}

void Histories::say(int block, Severity severity, std::string message, std::string remedy) {
  const BlockInfo& at = program_.blocks[static_cast<std::size_t>(block)];
  messages_.push_back({severity, at.path, std::move(message), std::move(remedy), at.id});
}

void Histories::look_up(int slot, std::span<const double> times, std::span<double> out, bool slope) {
  const auto k = static_cast<std::size_t>(signal_of_[static_cast<std::size_t>(slot)]);
  Signal& signal = signals_[k];
  const auto get = [&](std::size_t reader, int first, std::span<double> to) {
    if (slope)
      signal.history.slope(times[reader], signal.pieces[reader], signal.cursors[reader], first, to);
    else
      signal.history.read(times[reader], signal.pieces[reader], signal.cursors[reader], first, to);
  };
  const int first = slot - info(k).first;
  if (times.size() == 1) return get(0, first, out);
  for (std::size_t i = 0; i < out.size(); ++i) get(i, first + static_cast<int>(i), out.subspan(i, 1));
}

void Histories::read(int slot, std::span<const double> times, std::span<double> out) {
  look_up(slot, times, out, false);
}

void Histories::slope(int slot, std::span<const double> times, std::span<double> out) {
  look_up(slot, times, out, true);
}

Histories::Content Histories::save() const {
  Content content;
  for (const Signal& signal : signals_) {
    content.recorded.push_back(signal.history.save());
    content.pieces.push_back(signal.pieces);
  }
  content.breakpoints = breakpoints_.all();
  content.now = now_;
  content.delays = delays_;
  content.modes = modes_;
  content.discrete = discrete_;
  content.settled_at = settled_at_;
  content.started = started_;
  return content;
}

bool Histories::fits(const Content& content) const {
  if (content.recorded.size() != signals_.size() || content.pieces.size() != signals_.size() ||
      content.now.size() != now_.size() || content.delays.size() != delays_.size())
    return false;
  for (std::size_t k = 0; k < signals_.size(); ++k) {
    const SignalHistory::Content& recorded = content.recorded[k];
    const bool constant = info(k).constant;
    if (!signals_[k].history.fits(recorded) || recorded.end != content.settled_at ||
        content.pieces[k].size() != signals_[k].pieces.size() ||
        !std::all_of(content.pieces[k].begin(), content.pieces[k].end(), [&](std::int64_t piece) {
          return constant ? piece >= 0 && piece <= recorded.piece : piece == SignalHistory::any_piece;
        }))
      return false;
  }
  const bool slots = content.modes.size() == equations_.modes().size() &&
                     content.discrete.size() == equations_.discrete().size();
  return ((slots && content.started) || !any()) &&
         std::all_of(content.breakpoints.begin(), content.breakpoints.end(), [&](const auto& at) {
           const Breakpoint& b = at.second;
           return b.signal >= 0 && b.signal < static_cast<int>(signals_.size()) && b.element >= 0 &&
                  b.element < info(static_cast<std::size_t>(b.signal)).delay_count && b.order >= 0 &&
                  b.piece >= -1 && b.piece <= content.recorded[static_cast<std::size_t>(b.signal)].piece &&
                  std::isfinite(at.first);
         });
}

void Histories::restore(const Content& content) {
  for (std::size_t k = 0; k < signals_.size(); ++k) {
    signals_[k].history.restore(content.recorded[k]);
    signals_[k].pieces = content.pieces[k];
  }
  breakpoints_.restore(content.breakpoints);
  now_ = content.now;
  delays_ = delays_before_ = content.delays;
  modes_ = content.modes;
  discrete_ = content.discrete;
  settled_at_ = measured_before_ = content.settled_at;
  started_ = content.started;
  last_step_ = 0;
  arrived_.clear();
}

}  // namespace sim
