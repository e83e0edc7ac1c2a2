#include "sim_core/simulate/zero_crossing_locator.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

namespace sim {
namespace {

struct Sample {
  double t;
  std::vector<double> z;
};

// Where the parabola through three samples of one function has its extremum, if that lies between the outer
// two and points towards zero; otherwise not a number.
double extremum_towards_zero(const Sample& a, const Sample& b, const Sample& c, std::size_t i) {
  const double left = (b.z[i] - a.z[i]) / (b.t - a.t);
  const double right = (c.z[i] - b.z[i]) / (c.t - b.t);
  const double curvature = (right - left) / (c.t - a.t);
  const bool towards_zero = curvature * b.z[i] > 0;
  const double t = 0.5 * (a.t + b.t) - left / (2 * curvature);
  return towards_zero && t > a.t && t < c.t ? t : std::numeric_limits<double>::quiet_NaN();
}

// Where the function with values f at three points has its zero, by inverse quadratic interpolation where
// that is sound (Chandrupatla's test); otherwise the middle of the bracket. x1 and x2 are the bracket, x1 the
// newer end.
double interpolate_inversely(double x1, double f1, double x2, double f2, double x3, double f3) {
  const double xi = (x1 - x2) / (x3 - x2), phi = (f1 - f2) / (f3 - f2);
  if (!(1 - std::sqrt(1 - xi) < phi && phi < std::sqrt(xi))) return 0.5 * (x1 + x2);
  const double part =
      f1 / (f2 - f1) * (f3 / (f2 - f3)) + (x3 - x1) / (x2 - x1) * (f1 / (f3 - f1)) * (f2 / (f3 - f2));
  return x1 + part * (x2 - x1);
}

}  // namespace

bool crosses(double before, double after, CrossingDirection direction) {
  if (before * after > 0) return false;
  const bool rises = (before < 0 && after >= 0) || (before == 0 && after > 0);
  const bool falls = (before > 0 && after <= 0) || (before == 0 && after < 0);
  switch (direction) {
    case CrossingDirection::Rising:
      return rises;
    case CrossingDirection::Falling:
      return falls;
    case CrossingDirection::Either:
      break;
  }
  return rises || falls;
}

// No function has crossed at a, at least one has at b; c is the point the bracket last gave up.
struct ZeroCrossingLocator::Bracket {
  double a, b;
  std::vector<double> za, zb;
  double end;  // of the step
  int evaluations = 0;
  double c = 0;
  std::vector<double> zc = {};  // empty: none yet
  bool newest_is_b = false;
};

ZeroCrossingLocator::ZeroCrossingLocator(std::vector<CrossingDirection> directions)
    : directions_(std::move(directions)), work_(directions_.size()) {}

bool ZeroCrossingLocator::any(std::span<const double> z_before, std::span<const double> z_after) const {
  for (std::size_t i = 0; i < directions_.size(); ++i)
    if (crosses_at(i, z_before[i], z_after[i])) return true;
  return false;
}

// Where the first of the functions that cross in the bracket seems to.
double ZeroCrossingLocator::estimate(const Bracket& bracket) const {
  const auto& [a, b, za, zb, end, evaluations, c, zc, newest_is_b] = bracket;
  double first = b;
  for (std::size_t i = 0; i < directions_.size(); ++i) {
    if (!crosses_at(i, za[i], zb[i])) continue;
    double t = a + (b - a) * (za[i] / (za[i] - zb[i]));
    if (!zc.empty())
      t = newest_is_b ? interpolate_inversely(b, zb[i], a, za[i], c, zc[i])
                      : interpolate_inversely(a, za[i], b, zb[i], c, zc[i]);
    first = std::min(first, t);
  }
  return first;
}

EvalStatus ZeroCrossingLocator::narrow(const Function& z, Bracket& bracket, double tolerance, int most) {
  constexpr int extra_evaluations = 2;
  const double bisections = std::max(std::ceil(std::log2((bracket.b - bracket.a) / tolerance)), 0.0);
  for (int j = 0; bracket.b - bracket.a > tolerance && j < most; ++j) {
    const double a = bracket.a, b = bracket.b, middle = 0.5 * (a + b);
    // How far from the middle t may lie, so that bisection from there on still ends in time.
    const double reach = 0.5 * tolerance * std::exp2(bisections + extra_evaluations - j) - 0.5 * (b - a);
    // Not too near an end: an estimate that is right must be overshot for the other end to follow.
    const double margin = 0.5 * tolerance;
    double t = std::clamp(estimate(bracket), a + margin, b - margin);
    t = std::clamp(t, middle - std::max(reach, 0.0), middle + std::max(reach, 0.0));
    if (!(t > a && t < b)) t = middle;
    if (!(t > a && t < b)) break;

    ++bracket.evaluations;
    if (const EvalStatus status = z(t, work_); status != EvalStatus::Ok) return status;
    const bool crossed = any(bracket.za, work_);
    if (!crossed && !any(work_, bracket.zb)) return EvalStatus::Recoverable;  // z is not a number there
    bracket.c = crossed ? b : a;
    bracket.zc = crossed ? bracket.zb : bracket.za;
    bracket.newest_is_b = crossed;
    (crossed ? bracket.b : bracket.a) = t;
    (crossed ? bracket.zb : bracket.za).swap(work_);
  }
  return EvalStatus::Ok;
}

// A bracket that ends exactly on a zero is widened to end past it, if the function does leave zero there.
EvalStatus ZeroCrossingLocator::leave_zero(const Function& z, Bracket& bracket, double tolerance) {
  bool on_zero = false;
  for (std::size_t i = 0; i < directions_.size(); ++i)
    on_zero |= bracket.zb[i] == 0 && crosses_at(i, bracket.za[i], bracket.zb[i]);
  const double t = std::min(bracket.b + tolerance, bracket.end);
  if (!on_zero || t <= bracket.b) return EvalStatus::Ok;
  ++bracket.evaluations;
  if (const EvalStatus status = z(t, work_); status != EvalStatus::Ok) return status;
  for (std::size_t i = 0; i < directions_.size(); ++i)
    if (crosses_at(i, bracket.za[i], bracket.zb[i]) && !crosses_at(i, bracket.za[i], work_[i]))
      return EvalStatus::Ok;
  bracket.b = t;
  bracket.zb.swap(work_);
  return EvalStatus::Ok;
}

// Looks inside the step and leaves the first part of it that shows a crossing.
EvalStatus ZeroCrossingLocator::probe(const Function& z, Bracket& bracket, int probes) {
  const double a = bracket.a, step = bracket.b - bracket.a;
  std::vector<Sample> samples{{a, bracket.za}};
  auto look_at = [&](double t) {
    ++bracket.evaluations;
    samples.push_back({t, std::vector<double>(directions_.size())});
    return z(t, samples.back().z);
  };
  for (int k = 1; k <= probes; ++k)
    if (const EvalStatus status = look_at(a + step * k / (probes + 1)); status != EvalStatus::Ok)
      return status;
  samples.push_back({bracket.b, bracket.zb});

  const std::size_t grid = samples.size();
  for (std::size_t k = 1; k + 1 < grid; ++k)
    for (std::size_t i = 0; i < directions_.size(); ++i) {
      const double t = extremum_towards_zero(samples[k - 1], samples[k], samples[k + 1], i);
      const bool known =
          std::any_of(samples.begin(), samples.end(), [t](const Sample& s) { return s.t == t; });
      if (std::isnan(t) || known) continue;
      if (const EvalStatus status = look_at(t); status != EvalStatus::Ok) return status;
    }

  std::sort(samples.begin(), samples.end(), [](const Sample& p, const Sample& q) { return p.t < q.t; });
  for (std::size_t k = 1; k < samples.size(); ++k)
    if (any(samples[k - 1].z, samples[k].z)) {
      bracket.a = samples[k - 1].t;
      bracket.za = samples[k - 1].z;
      bracket.b = samples[k].t;
      bracket.zb = samples[k].z;
      break;
    }
  return EvalStatus::Ok;
}

ZeroCrossing ZeroCrossingLocator::locate(const Function& z, double t0, double t1, std::span<const double> z0,
                                         std::span<const double> z1, double tolerance, int probes, int most) {
  assert(t1 > t0 && z0.size() == directions_.size() && z1.size() == directions_.size());
  Bracket bracket{t0, t1, {z0.begin(), z0.end()}, {z1.begin(), z1.end()}, t1};
  ZeroCrossing result;
  if (probes > 0) result.status = probe(z, bracket, probes);
  result.found = result.status == EvalStatus::Ok && any(bracket.za, bracket.zb);
  if (result.found) {
    const double spacing = std::numeric_limits<double>::epsilon() * std::max(std::abs(t0), std::abs(t1));
    const double half = 0.5 * std::max(tolerance, 4 * spacing);
    result.status = narrow(z, bracket, half, most);
    if (result.status == EvalStatus::Ok) result.status = leave_zero(z, bracket, half);
    result.found = result.status == EvalStatus::Ok;
  }
  result.t_before = bracket.a;
  result.t_after = bracket.b;
  result.evaluations = bracket.evaluations;
  for (std::size_t i = 0; i < directions_.size(); ++i)
    if (result.found && crosses_at(i, bracket.za[i], bracket.zb[i])) {
      result.indices.push_back(static_cast<int>(i));
      result.rises.push_back(bracket.za[i] < bracket.zb[i]);
    }
  return result;
}

}  // namespace sim
