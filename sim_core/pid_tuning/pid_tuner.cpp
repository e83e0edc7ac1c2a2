#include "sim_core/pid_tuning/pid_tuner.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <numbers>
#include <optional>

#include "sim_core/base/told_number.h"
#include "sim_core/base/work.h"
#include "sim_core/linear_analysis/frequency_response.h"
#include "sim_core/linear_analysis/poles.h"

namespace sim {

namespace {

using Complex = std::complex<double>;
constexpr double degrees = 180 / std::numbers::pi;

// p L_P + i L_I + d L_D at one frequency.
struct LoopParts {
  Complex p, i, d;
};

// a x + b y = t in the two real parts; nothing: a and b have the same angle.
std::optional<std::array<double, 2>> solved(Complex a, Complex b, Complex t) {
  const double determinant = a.real() * b.imag() - a.imag() * b.real();
  if (!(std::abs(determinant) > 1e-12 * std::abs(a) * std::abs(b))) return std::nullopt;
  return std::array{(t.real() * b.imag() - t.imag() * b.real()) / determinant,
                    (a.real() * t.imag() - a.imag() * t.real()) / determinant};
}

bool same_sign(double a, double b) { return a * b >= 0; }

// All gains that come to t are a line b + s x, where x is the gain whose part turns the phase the least
// otherwise than the other two: without a filter L_I and L_D have one angle.
struct GainLine {
  std::array<double, 3> base{}, slope{};
};

std::optional<GainLine> gain_line(const LoopParts& parts, Complex t) {
  const std::array all{parts.p, parts.i, parts.d};
  std::size_t free = 0;
  double most = -1;
  for (std::size_t k = 0; k < 3; ++k) {
    const Complex a = all[(k + 1) % 3], b = all[(k + 2) % 3];
    const double turn = std::abs((std::conj(a) * b).imag()) / (std::abs(a) * std::abs(b));
    if (turn > most) most = turn, free = k;
  }
  const std::size_t first = (free + 1) % 3, second = (free + 2) % 3;
  const auto base = solved(all[first], all[second], t), slope = solved(all[first], all[second], -all[free]);
  if (!base || !slope) return std::nullopt;
  GainLine line;
  line.base[first] = (*base)[0], line.base[second] = (*base)[1];
  line.slope[free] = 1, line.slope[first] = (*slope)[0], line.slope[second] = (*slope)[1];
  return line;
}

// p^2 = 4 i d on that line.
std::optional<PidGains> solved_pid(const LoopParts& parts, Complex t) {
  const auto line = gain_line(parts, t);
  if (!line) return std::nullopt;
  const auto& [base, slope] = *line;
  const double a = slope[0] * slope[0] - 4 * slope[1] * slope[2],
               b = 2 * base[0] * slope[0] - 4 * (base[1] * slope[2] + base[2] * slope[1]),
               c = base[0] * base[0] - 4 * base[1] * base[2], root = b * b - 4 * a * c;
  if (!(root >= 0)) return std::nullopt;
  // The two zeros, without cancellation.
  const double q = -(b + std::copysign(std::sqrt(root), b)) / 2;
  std::optional<PidGains> best;
  for (const double x : {q / a, c / q}) {
    if (!std::isfinite(x)) continue;
    const PidGains gains{base[0] + slope[0] * x, base[1] + slope[1] * x, base[2] + slope[2] * x};
    if (!same_sign(gains.p, gains.i) || !same_sign(gains.p, gains.d)) continue;
    if (!best || std::abs(gains.i) > std::abs(best->i)) best = gains;
  }
  return best;
}

// How far a controller of this kind can turn the phase.
std::pair<double, double> reach_of(PidKind kind) {
  return {has_integral(kind) ? -90 : 0, has_derivative(kind) ? 90 : 0};
}

Diagnostic out_of_reach(const PidBlock& pid, const PidTarget& target, Complex plant) {
  const double own = std::arg(plant) * degrees;
  double wanted = target.phase_margin - 180 - own;
  wanted -= 360 * std::round(wanted / 360);
  if (std::abs(wanted) > 90) wanted -= std::copysign(180, wanted);  // by a negative gain
  const auto [low, high] = reach_of(target.kind);
  const std::string kind = name_of(target.kind);
  return error(pid.path,
               "at " + told(target.crossover) + " rad/s a phase margin of " + told(target.phase_margin) +
                   " degrees needs a controller that turns the phase by " + told(std::round(wanted)) +
                   " degrees, and " + (kind == "I" ? "an " : "a ") + kind + " controller turns it by " +
                   told(low) + " to " + told(high),
               wanted > 0 ? has_derivative(target.kind) ? "ask for a slower response or less robustness"
                                                        : "ask for a slower response or less robustness, or "
                                                          "choose a controller with a derivative part"
                          : "ask for a faster response or more robustness",
               pid.block);
}

}  // namespace

PidTuner::PidTuner(PidPlant plant, PidController controller)
    : plant_(std::move(plant)), controller_(std::move(controller)) {
  find_range();
}

Result<PidTuner> PidTuner::prepare(const Diagram& diagram, const BlockLibrary& library, PidPlant plant) {
  auto controller = PidController::prepare(diagram, library, plant.pid);
  if (!controller) return controller.errors();
  return PidTuner(std::move(plant), *std::move(controller));
}

// Between a hundredth of the slowest dynamics and a hundred times the fastest, below the Nyquist frequency.
void PidTuner::find_range() {
  const LinearModel& model = plant_.model;
  double low = std::numeric_limits<double>::infinity(), high = 0, unstable = 0;
  const std::vector<Complex> all = dynamics(model);
  double largest = 0;
  for (const Complex& s : all) largest = std::max(largest, std::abs(s));
  const auto see = [&](double w) { low = std::min(low, w), high = std::max(high, w); };
  for (const Complex& s : all) {
    if (!(std::abs(s) > 1e-7 * largest) || !std::isfinite(std::abs(s))) continue;
    see(std::abs(s));
    if (s.real() > 0) unstable = std::max(unstable, std::abs(s));
  }
  for (double lag : model.delays)
    if (lag > 0) see(1 / lag);
  const double nyquist = model.sample_time > 0 ? std::numbers::pi / model.sample_time : 0;
  if (high == 0) low = high = nyquist > 0 ? nyquist / 30 : 1;
  preferred_ = std::max(3 * low, 5 * unstable);
  slowest_ = low / 100, fastest_ = high * 100;
  if (nyquist > 0) {
    fastest_ = std::min(fastest_, 0.9 * nyquist), preferred_ = std::min(preferred_, 0.3 * nyquist);
    slowest_ = std::min(slowest_, fastest_ / 100);
  }
}

Result<PidLoop> PidTuner::present() const {
  const auto controller = controller_.with(plant_.pid.gains);
  return controller ? pid_loop(plant_, *controller) : controller.errors();
}

// The filter of the block, unless it is slower than ten times the crossover.
double PidTuner::filter_for(PidKind kind, double crossover) const {
  const PidBlock& pid = plant_.pid;
  if (!has_derivative(kind) || !pid.filtered) return pid.gains.n;
  double n = std::max(pid.gains.n, 10 * crossover);
  if (pid.forward_filter) n = std::min(n, 1 / pid.sample_time);
  return n;
}

Result<PidGains> PidTuner::gains_for(const PidTarget& target) const {
  const double n = filter_for(target.kind, target.crossover);
  const FrequencyResponse plant(plant_.model);
  const auto h = plant(target.crossover);
  const auto part = [&](const PidGains& unit) -> Result<Complex> {
    const auto model = controller_.with(unit);
    if (!model) return model.errors();
    const auto c = FrequencyResponse(*model)(target.crossover);
    Complex sum = 0;
    for (std::size_t k = 0; k < h.size(); ++k) sum -= c[k] * h[k];
    return sum;
  };
  const auto p = part({1, 0, 0, n}), i = part({0, 1, 0, n}), d = part({0, 0, 1, n});
  for (const auto* each : {&p, &i, &d})
    if (!*each) return each->errors();
  const LoopParts parts{*p, *i, *d};
  const Complex one = has_proportional(target.kind) ? parts.p : parts.i;
  if (!std::isfinite(std::abs(one)) || !(std::abs(one) > 0))
    return error(plant_.pid.path,
                 "at " + told(target.crossover) + " rad/s the plant " +
                     (std::abs(one) > 0 ? "has a pole" : "lets nothing pass"),
                 "ask for another response time", plant_.pid.block);
  const Complex t = std::polar(1.0, (target.phase_margin - 180) / degrees);
  PidGains gains;
  std::optional<std::array<double, 2>> two;
  switch (target.kind) {
    case PidKind::P:
    case PidKind::I: {
      // The sign that comes nearer to the phase margin.
      const double gain = std::copysign(1 / std::abs(one), (t * std::conj(one)).real());
      (target.kind == PidKind::P ? gains.p : gains.i) = gain;
      gains.n = n;
      return gains;
    }
    case PidKind::PI:
      if ((two = solved(parts.p, parts.i, t)) && same_sign((*two)[0], (*two)[1])) {
        gains = {(*two)[0], (*two)[1], 0, n};
        return gains;
      }
      break;
    case PidKind::PD:
      if ((two = solved(parts.p, parts.d, t)) && same_sign((*two)[0], (*two)[1])) {
        gains = {(*two)[0], 0, (*two)[1], n};
        return gains;
      }
      break;
    case PidKind::PID:
      if (const auto three = solved_pid(parts, t)) {
        gains = *three;
        gains.n = n;
        return gains;
      }
      break;
  }
  return out_of_reach(plant_.pid, target, parts.p);
}

Result<PidTuning> PidTuner::try_target(const PidTarget& target) const {
  const auto gains = gains_for(target);
  if (!gains) return gains.errors();
  const auto controller = controller_.with(*gains);
  if (!controller) return controller.errors();
  auto loop = pid_loop(plant_, *controller);
  if (!loop) return loop.errors();
  PidTuning tuning{target, *gains, *std::move(loop), {}};
  return tuning;
}

Result<PidTuning> PidTuner::tune(const PidTarget& target) const {
  if (!(target.crossover > 0) || !std::isfinite(target.crossover))
    return error(plant_.pid.path, "the crossover is to be above 0 rad/s", {}, plant_.pid.block);
  if (const double period = plant_.pid.sample_time;
      period > 0 && !(target.crossover < std::numbers::pi / period))
    return error(plant_.pid.path,
                 "the crossover of " + told(target.crossover) + " rad/s is not below " +
                     told(std::numbers::pi / period) + " rad/s, the Nyquist frequency of the controller",
                 "ask for a slower response, or shorten the sample time", plant_.pid.block);
  if (!(target.phase_margin > 0 && target.phase_margin < 180))
    return error(plant_.pid.path, "the phase margin is to be between 0 and 180 degrees", {},
                 plant_.pid.block);
  auto tuning = try_target(target);
  if (!tuning) return tuning;
  if (!tuning->loop.stable)
    return error(plant_.pid.path,
                 "gains for a crossover of " + told(target.crossover) + " rad/s and a phase margin of " +
                     told(target.phase_margin) + " degrees make the loop unstable",
                 "ask for another response time or robustness, or choose another kind of controller",
                 plant_.pid.block);
  const auto note = [&](std::string text) {
    tuning->notes.push_back({Severity::Note, plant_.pid.path, std::move(text), {}, plant_.pid.block});
  };
  if (std::abs(tuning->loop.phase_margin - target.phase_margin) > 0.5) {
    if (target.kind == PidKind::P || target.kind == PidKind::I)
      note("a " + name_of(target.kind) +
           " controller has one gain: the phase margin is what it is at this crossover");
    else if (tuning->loop.margins.phase.size() > 1)
      note(
          "the loop gain is 1 at several frequencies, and the smallest phase margin is at another one than "
          "the crossover");
  }
  if (has_derivative(target.kind) && plant_.pid.filtered && tuning->gains.n != plant_.pid.gains.n)
    note("the filter coefficient N is another one: " + told(tuning->gains.n) + " 1/s");
  return tuning;
}

Result<PidTarget> PidTuner::suggestion(PidKind kind) const {
  constexpr int count = 40;
  double limit = preferred_;
  if (const auto now = present(); now && now->stable && now->crossover < fastest_)
    limit = std::max(limit, now->crossover);
  for (const double margin : {60.0, 45.0, 30.0}) {
    std::optional<PidTarget> best;
    double score = 0;
    bool preferred = true;
    for (int k = 0; k < count; ++k) {
      check_stop();
      const PidTarget target{kind, slowest_ * std::pow(fastest_ / slowest_, (k + 0.5) / count), margin};
      if (target.crossover > limit && best && preferred) break;
      const auto tried = try_target(target);
      if (!tried || !tried->loop.stable) continue;
      const PidLoop& loop = tried->loop;
      const bool robust = std::abs(loop.phase_margin) > margin - 1 &&
                          loop.margins.largest_sensitivity < 0.85 / std::sin(margin / 2 / degrees);
      if (!robust) continue;
      const double merit = has_integral(kind) ? std::abs(tried->gains.i) : target.crossover;
      // Beyond what is preferred, the slowest that there is.
      if (best && (merit <= score || target.crossover > limit)) continue;
      best = target, score = merit;
      preferred = target.crossover <= limit;
    }
    if (best) return *best;
  }
  return error(plant_.pid.path,
               std::string("no ") + name_of(kind) +
                   " controller makes a stable loop with a phase margin of at least 30 degrees",
               "choose another kind of controller", plant_.pid.block);
}

}  // namespace sim
