#include "sim_core/optimization/goal_measures.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "sim_core/base/told_number.h"
#include "sim_core/signal_analysis/segments.h"
#include "sim_core/signal_analysis/statistics.h"
#include "sim_core/signal_analysis/step_response.h"

namespace sim {

namespace {

using analysis::for_each_segment;
using analysis::Samples;
using analysis::Segment;
using analysis::Window;

// Of y, |y|, t |y| and y^2 along one line, t from `origin`.
double absolute_integral(const Segment& s, double origin, bool weighted) {
  if (s.first * s.last < 0) {
    const double middle = s.begin - s.first / (s.last - s.first) * s.duration();
    return absolute_integral({s.begin, middle, s.first, 0}, origin, weighted) +
           absolute_integral({middle, s.end, 0, s.last}, origin, weighted);
  }
  const double h = s.duration(), a = std::abs(s.first), b = std::abs(s.last);
  if (!weighted) return h * (a + b) / 2;
  const double ta = s.begin - origin, tb = s.end - origin;
  return h * (2 * ta * a + ta * b + tb * a + 2 * tb * b) / 6;
}
double square_integral(const Segment& s) {
  return s.duration() * (s.first * s.first + s.first * s.last + s.last * s.last) / 3;
}

// Calls take(segment, line at its begin, line at its end) for the pieces of a line through points.
template <class Take>
void along_line(const std::vector<GoalPoint>& points, const Samples& samples, Window window, Take&& take) {
  for (std::size_t k = 0; k + 1 < points.size(); ++k) {
    const GoalPoint &a = points[k], &b = points[k + 1];
    const Window piece{std::max(a.time, window.from), std::min(b.time, window.to)};
    if (!(piece.from < piece.to)) continue;
    const auto line = [&](double t) {
      return a.value + (b.value - a.value) * ((t - a.time) / (b.time - a.time));
    };
    for_each_segment(samples, piece, [&](const Segment& s) { take(s, line(s.begin), line(s.end)); });
  }
}

GoalMeasure against_bound(const Goal& goal, const Samples& samples, Window window) {
  const double sign = goal.quantity == GoalQuantity::UpperBound ? 1 : -1;
  GoalMeasure found{-std::numeric_limits<double>::infinity()};
  along_line(goal.points, samples, window, [&](const Segment& s, double first, double last) {
    const auto see = [&](double beyond, double t) {
      if (beyond > found.value) found.value = beyond, found.time = t;
    };
    see(sign * (s.first - first), s.begin), see(sign * (s.last - last), s.end);
  });
  return found;
}

double tracking(const Goal& goal, const GoalSignal& signal, Window window) {
  double sum = 0;
  if (!signal.reference.empty()) {
    std::vector<double> off(signal.values.size());
    for (std::size_t k = 0; k < off.size(); ++k) off[k] = signal.values[k] - signal.reference[k];
    for_each_segment({signal.times, off, signal.held && signal.reference_held}, window,
                     [&](const Segment& s) { sum += square_integral(s); });
    return sum;
  }
  along_line(goal.points, signal.samples(), window, [&](const Segment& s, double first, double last) {
    sum += square_integral({s.begin, s.end, s.first - first, s.last - last});
  });
  return sum;
}

// By how far a signal that settles too late is outside of its band behind the limit, by the band's width. One
// that does not settle at all takes longer than the run, the more the farther it is away.
Result<GoalMeasure> of_step(const Goal& goal, const Samples& samples, Window window) {
  auto levels = analysis::levels_at_ends(samples, window);
  if (levels && goal.initial) levels->initial = *goal.initial;
  if (levels && goal.final) levels->final = *goal.final;
  const double band = goal.band / 100;
  const auto step = levels ? analysis::step_response(samples, window, *levels, band) : std::nullopt;
  if (!step)
    return error(to_text(goal), "the signal ends at the value it begins with: there is no step",
                 "say where it is to begin and end: initial 0 final 1");
  const double duration = window.to - window.from;
  GoalMeasure found;
  switch (goal.quantity) {
    case GoalQuantity::Overshoot:
      found.value = step->overshoot;
      break;
    case GoalQuantity::Undershoot:
      found.value = step->undershoot;
      break;
    case GoalQuantity::RiseTime:
      found.reached = step->rise_time.has_value();
      found.value = step->rise_time.value_or(duration * (1 + std::max(0.9 - step->reached, 0.0)));
      break;
    default:
      found.reached = step->settling_time.has_value();
      found.value = step->settling_time.value_or(duration * (step->off_at_end / band));
  }
  found.excess = (goal.use == GoalUse::AtLeast ? -1 : 1) * (found.value - goal.limit) / scale_of(goal);
  if (goal.quantity == GoalQuantity::SettlingTime && goal.use == GoalUse::AtMost) {
    const double way = std::abs(levels->final - levels->initial);
    const auto off =
        analysis::largest_distance(samples, {window.from + goal.limit, window.to}, levels->final);
    found.excess = off ? *off / (way * band) - 1 : step->off_at_end / band - 1;
  }
  return found;
}

Result<GoalMeasure> of_statistics(const Goal& goal, const Samples& samples, Window window) {
  const auto all = analysis::statistics(samples, window);
  if (!all) return error(to_text(goal), "the run does not come to the window", "choose another window");
  switch (goal.quantity) {
    case GoalQuantity::Minimum:
      return GoalMeasure{all->minimum, 0, all->time_of_minimum};
    case GoalQuantity::Maximum:
      return GoalMeasure{all->maximum, 0, all->time_of_maximum};
    case GoalQuantity::FinalValue:
      return GoalMeasure{analysis::levels_at_ends(samples, window)->final, 0, window.to};
    default:
      return GoalMeasure{all->mean * all->duration, 0, 0};
  }
}

Result<GoalMeasure> value_of(const Goal& goal, const GoalSignal& signal, Window window) {
  const Samples samples = signal.samples();
  GoalMeasure found;
  switch (goal.quantity) {
    case GoalQuantity::IntegralOfSquare:
      for_each_segment(samples, window, [&](const Segment& s) { found.value += square_integral(s); });
      return found;
    case GoalQuantity::IntegralOfAbsolute:
    case GoalQuantity::TimeWeightedIntegral:
      for_each_segment(samples, window, [&](const Segment& s) {
        found.value += absolute_integral(s, window.from, goal.quantity == GoalQuantity::TimeWeightedIntegral);
      });
      return found;
    case GoalQuantity::Tracking:
      found.value = tracking(goal, signal, window);
      return found;
    case GoalQuantity::UpperBound:
    case GoalQuantity::LowerBound:
      found = against_bound(goal, samples, window);
      if (!std::isfinite(found.value))
        return error(to_text(goal), "the run does not come to the bound", "give it times of the run");
      return found;
    default:
      return of_statistics(goal, samples, window);
  }
}

}  // namespace

double scale_of(const Goal& goal) {
  double scale = goal.is_bound() ? 0 : std::abs(goal.limit);
  if (goal.is_bound())
    for (const GoalPoint& point : goal.points) scale = std::max(scale, std::abs(point.value));
  return scale > 0 ? scale : 1;
}

Result<GoalMeasure> measure(const Goal& goal, const GoalSignal& signal) {
  if (signal.times.size() < 2) return error(to_text(goal), "the run recorded nothing of it");
  const double end = signal.times.back();
  const Window window{goal.from.value_or(signal.times.front()), std::min(goal.to.value_or(end), end)};
  for (std::size_t k = 0; k < signal.times.size(); ++k)
    if (!std::isfinite(signal.values[k]) ||
        (!signal.reference.empty() && !std::isfinite(signal.reference[k])))
      return error(to_text(goal), "the signal is not finite at t = " + told_time(signal.times[k]) + " s");
  if (!(window.from < end))
    return error(to_text(goal), "the run ends at t = " + told_time(end) + " s, before the window",
                 "choose another window");
  if (goal.is_step()) return of_step(goal, signal.samples(), window);
  auto found = value_of(goal, signal, window);
  if (!found || goal.is_objective()) return found;
  found->excess =
      (goal.use == GoalUse::AtLeast ? goal.limit - found->value : found->value - goal.limit) / scale_of(goal);
  return found;
}

}  // namespace sim
