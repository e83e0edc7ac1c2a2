#include "sim_core/linear_analysis/time_response.h"

#include <Eigen/Dense>
#include <unsupported/Eigen/MatrixFunctions>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "sim_core/base/stoppable.h"
#include "sim_core/linear_analysis/dense_matrix.h"
#include "sim_core/linear_analysis/margins.h"
#include "sim_core/linear_analysis/pade.h"
#include "sim_core/linear_analysis/poles.h"
#include "sim_core/linear_analysis/reductions.h"

namespace sim {

namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
constexpr int delay_order = 8;

LinearModel rational(const LinearModel& model) {
  return model.delay_count() > 0 ? with_pade(model, delay_order) : model;
}

// x' = A x + b u with u held: [x; u] moves by the exponential of [A b; 0 0].
MatrixXd step_map(const MatrixXd& a, const VectorXd& b, double h) {
  const auto n = a.rows();
  MatrixXd whole = MatrixXd::Zero(n + 1, n + 1);
  whole.topLeftCorner(n, n) = a * h;
  whole.topRightCorner(n, 1) = b * h;
  return whole.exp();
}

}  // namespace

double response_duration(const LinearModel& model) {
  LinearModel shown = without_idle_states(rational(model));
  if (shown.state_count() <= 200)
    if (auto minimal = minimal_realization(shown)) shown = *std::move(minimal);
  double slowest = std::numeric_limits<double>::infinity(), fastest = 0;
  bool unstable = false, integrates = false;
  const auto all = dynamics(shown);
  double size = 0;
  for (const auto& s : all) size = std::max(size, std::abs(s));
  for (const auto& s : all) {
    if (!std::isfinite(std::abs(s))) continue;
    fastest = std::max(fastest, std::abs(s));
    if (std::abs(s) < 1e-7 * size) {
      integrates = true;
    } else if (s.real() > 1e-9 * size) {
      unstable = true;
      slowest = std::min(slowest, s.real());
    } else {
      slowest = std::min(slowest, std::max(-s.real(), 2e-3 * std::abs(s)));
    }
  }
  double lag = 0;
  for (double each : model.delays) lag += each;
  if (!std::isfinite(slowest)) slowest = fastest > 0 ? fastest : integrates ? 1 : lag > 0 ? 1 / lag : 1;
  double duration = (unstable ? 4 : 9) / slowest + 2 * lag;
  if (model.sample_time > 0)
    duration = std::clamp(std::ceil(duration / model.sample_time), 10.0, 20000.0) * model.sample_time;
  return duration;
}

TimeResponse time_response(const LinearModel& given, ResponseKind kind, int input, double duration,
                           int points, const std::vector<double>& initial) {
  const LinearModel model = rational(given);
  const int n = model.state_count(), p = model.output_count();
  if (!(duration > 0)) duration = response_duration(given);
  TimeResponse out;
  out.values.resize(static_cast<std::size_t>(p));
  const MatrixXd a = to_dense<Eigen::MatrixXd>(a_of(model)), b = to_dense<Eigen::MatrixXd>(b_of(model)),
                 c = to_dense<Eigen::MatrixXd>(c_of(model)), d = to_dense<Eigen::MatrixXd>(d_of(model));
  const bool discrete = model.sample_time > 0;
  const int count = discrete
                        ? static_cast<int>(std::min(std::floor(duration / model.sample_time + 1e-9), 1e6)) + 1
                        : std::max(points, 2);
  const double h = discrete ? model.sample_time : duration / (count - 1);
  const bool driven = kind != ResponseKind::Initial && input < model.input_count();
  const VectorXd into = driven ? VectorXd(b.col(input)) : VectorXd::Zero(n);
  const VectorXd through = driven ? VectorXd(d.col(input)) : VectorXd::Zero(p);
  VectorXd x = VectorXd::Zero(n);
  double u = kind == ResponseKind::Step ? 1 : 0;
  if (kind == ResponseKind::Initial)
    for (int k = 0; k < n && k < static_cast<int>(initial.size()); ++k)
      x(k) = initial[static_cast<std::size_t>(k)];
  if (kind == ResponseKind::Impulse && !discrete) x = into;
  MatrixXd map = MatrixXd::Identity(n, n);
  VectorXd forced = VectorXd::Zero(n);
  if (n > 0 && !discrete) {
    const MatrixXd both = step_map(a, into, h);
    map = both.topLeftCorner(n, n), forced = both.topRightCorner(n, 1);
  } else if (n > 0) {
    map = a, forced = into;
  }
  for (int k = 0; k < count; ++k) {
    check_stop();
    const double now = discrete && kind == ResponseKind::Impulse ? (k == 0 ? 1 / h : 0) : u;
    out.times.push_back(k * h);
    const VectorXd y = c * x + through * now;
    for (int i = 0; i < p; ++i) out.values[static_cast<std::size_t>(i)].push_back(y(i));
    x = map * x + forced * now;
  }
  return out;
}

namespace {

// The response between the instants of a coarse one, by steps of any length from the nearest below.
class Finer {
 public:
  Finer(const LinearModel& model, int output, int input, double h, int count)
      : a_(to_dense<Eigen::MatrixXd>(a_of(model))),
        b_(to_dense<Eigen::MatrixXd>(b_of(model)).col(input)),
        c_(to_dense<Eigen::MatrixXd>(c_of(model)).row(output)),
        d_(to_dense<Eigen::MatrixXd>(d_of(model))(output, input)),
        h_(h) {
    const auto n = a_.rows();
    VectorXd x = VectorXd::Zero(n + 1);
    x(n) = 1;
    const MatrixXd map = step_map(a_, b_, h);
    for (int k = 0; k < count; ++k) {
      states_.push_back(x);
      x = map * x;
    }
  }
  double grid(std::size_t k) const { return c_ * states_[k].head(a_.rows()) + d_; }
  double slope(std::size_t k) const { return c_ * (a_ * states_[k].head(a_.rows()) + b_); }
  VectorXd at(double t) const {
    const auto k = static_cast<std::size_t>(
        std::clamp(std::floor(t / h_), 0.0, static_cast<double>(states_.size() - 1)));
    return step_map(a_, b_, t - static_cast<double>(k) * h_) * states_[k];
  }
  double value(double t) const { return c_ * at(t).head(a_.rows()) + d_; }
  double slope_at(double t) const { return c_ * (a_ * at(t).head(a_.rows()) + b_); }

 private:
  MatrixXd a_;
  VectorXd b_;
  Eigen::RowVectorXd c_;
  double d_, h_;
  std::vector<VectorXd> states_;
};

double bisect(const std::function<double(double)>& f, double a, double b) {
  const bool up = f(b) > 0;
  for (int round = 0; round < 60; ++round) {
    const double m = (a + b) / 2;
    if (m <= a || m >= b) break;
    ((f(m) > 0) == up ? b : a) = m;
  }
  return (a + b) / 2;
}

// What is read off values at instants; `refine` finds where something passes a level between two of them.
void read_off(const std::vector<double>& t, const std::vector<double>& y,
              const std::function<double(double level, std::size_t k)>& refine, StepCharacteristics& out) {
  const double way = out.steady - y.front();
  if (way == 0 || y.size() < 2) return;
  const auto passage = [&](double part) {
    const double level = y.front() + part * way;
    for (std::size_t k = 1; k < y.size(); ++k)
      if ((y[k] - level) * way >= 0) return (y[k - 1] - level) * way >= 0 ? t[k - 1] : refine(level, k);
    return std::numeric_limits<double>::quiet_NaN();
  };
  out.rise_time = passage(0.9) - passage(0.1);
  const double band = 0.02 * std::abs(way);
  for (std::size_t k = y.size(); k-- > 0;)
    if (std::abs(y[k] - out.steady) > band) {
      out.settling_time = k + 1 < y.size() ? refine(out.steady + (y[k] > out.steady ? band : -band), k + 1)
                                           : std::numeric_limits<double>::quiet_NaN();
      break;
    }
}

}  // namespace

StepCharacteristics step_characteristics(const LinearModel& given, int output, int input) {
  StepCharacteristics out;
  LinearModel model = without_idle_states(rational(given));
  if (model.state_count() <= 200)
    if (auto minimal = minimal_realization(model)) model = *std::move(minimal);
  const auto nan = std::numeric_limits<double>::quiet_NaN();
  out.steady = steady_gain(model, output, input).real();
  out.settles = is_stable(model).value_or(false) && std::isfinite(out.steady);
  if (!out.settles) {
    out.steady = out.rise_time = out.settling_time = out.overshoot = out.undershoot = out.peak =
        out.peak_time = nan;
    return out;
  }
  const double duration = response_duration(model) * 1.5;
  std::vector<double> t, y;
  if (model.sample_time > 0) {
    const TimeResponse response = time_response(model, ResponseKind::Step, input, duration);
    t = response.times, y = response.values[static_cast<std::size_t>(output)];
    read_off(
        t, y, [&](double, std::size_t k) { return t[k]; }, out);
  } else {
    double fastest = 1 / duration;
    for (const auto& s : dynamics(model)) fastest = std::max(fastest, std::abs(s));
    const int count = static_cast<int>(std::clamp(duration * fastest * 2, 400.0, 20000.0));
    const double h = duration / (count - 1);
    const Finer finer(model, output, input, h, count);
    for (int k = 0; k < count; ++k) t.push_back(k * h), y.push_back(finer.grid(static_cast<std::size_t>(k)));
    const auto refine = [&](double level, std::size_t k) {
      return bisect([&](double at) { return finer.value(at) - level; }, t[k - 1], t[k]);
    };
    // Extremes lie where the slope is 0.
    std::vector<double> tx, yx;
    for (std::size_t k = 0; k < t.size(); ++k) {
      if (k > 0 && (finer.slope(k - 1) > 0) != (finer.slope(k) > 0)) {
        const double at = bisect([&](double s) { return finer.slope_at(s); }, t[k - 1], t[k]);
        tx.push_back(at), yx.push_back(finer.value(at));
      }
      tx.push_back(t[k]), yx.push_back(y[k]);
    }
    const auto refine_extremes = [&](double level, std::size_t k) {
      return bisect([&](double at) { return finer.value(at) - level; }, tx[k - 1], tx[k]);
    };
    (void)refine;
    read_off(tx, yx, refine_extremes, out);
    t = std::move(tx), y = std::move(yx);
  }
  const double way = out.steady - y.front();
  for (std::size_t k = 0; k < y.size(); ++k) {
    if (std::abs(y[k]) > std::abs(out.peak)) out.peak = y[k], out.peak_time = t[k];
    if (way == 0) continue;
    out.overshoot = std::max(out.overshoot, 100 * (y[k] - out.steady) / way);
    out.undershoot = std::max(out.undershoot, -100 * (y[k] - y.front()) / way);
  }
  if (out.overshoot <= 1e-9 && std::abs(out.steady) >= std::abs(out.peak)) {
    out.overshoot = 0;
    out.peak = out.steady, out.peak_time = std::numeric_limits<double>::infinity();
  }
  return out;
}

}  // namespace sim
