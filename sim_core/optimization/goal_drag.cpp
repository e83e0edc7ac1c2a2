#include "sim_core/optimization/goal_drag.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "sim_core/optimization/goal_areas.h"

namespace sim {

namespace {

constexpr double no_limit = std::numeric_limits<double>::infinity();

// To the decimal that is just below `unit`.
double rounded(double value, double unit) {
  if (!(unit > 0) || !std::isfinite(unit)) return value;
  const double exponent = std::floor(std::log10(unit)), power = std::pow(10.0, std::abs(exponent));
  const double out = exponent < 0 ? std::round(value * power) / power : std::round(value / power) * power;
  return std::isfinite(out) ? out : value;
}

// Times do not descend.
double between_neighbors(const std::vector<GoalPoint>& points, std::size_t first, std::size_t last,
                         double time) {
  return std::clamp(time, first > 0 ? points[first - 1].time : -no_limit,
                    last + 1 < points.size() ? points[last + 1].time : no_limit);
}

void drag_bound(std::vector<GoalPoint>& points, const GoalGrip& grip, GoalPoint from, GoalPoint to,
                GoalPoint pixel) {
  const std::size_t k = grip.index;
  if (k + (grip.edge ? 1 : 0) >= points.size()) return;
  GoalPoint& corner = points[k];
  if (!grip.edge) {
    corner.value = rounded(to.value, pixel.value);
    corner.time = between_neighbors(points, k, k, rounded(to.time, pixel.time));
    return;
  }
  GoalPoint& next = points[k + 1];
  if (corner.time == next.time) {
    const double time = rounded(corner.time + to.time - from.time, pixel.time);
    corner.time = next.time = between_neighbors(points, k, k + 1, time);
  } else {
    corner.value = rounded(corner.value + to.value - from.value, pixel.value);
    next.value = rounded(next.value + to.value - from.value, pixel.value);
  }
}

void drag_limit(Goal& goal, const GoalGrip& grip, GoalPoint to, GoalPoint pixel, double begin) {
  const auto percent = [&](double way_there) {
    const double way = *goal.final - *goal.initial;
    return std::max(0.0, rounded(100 * way_there / way, 100 * pixel.value / std::abs(way)));
  };
  switch (goal.quantity) {
    case GoalQuantity::Maximum:
    case GoalQuantity::Minimum:
      goal.limit = rounded(to.value, pixel.value);
      return;
    case GoalQuantity::Overshoot:
      goal.limit = percent(to.value - *goal.final);
      return;
    case GoalQuantity::Undershoot:
      goal.limit = percent(*goal.initial - to.value);
      return;
    case GoalQuantity::SettlingTime: {
      const double side = grip.area == 0 ? 1 : -1;  // the band is on both sides of the final value
      if (const double band = percent(side * (to.value - *goal.final)); band > 0) goal.band = band;
      if (!grip.edge && grip.index == 0)
        goal.limit = std::max(0.0, rounded(to.time - std::max(goal.from.value_or(begin), begin), pixel.time));
      return;
    }
    default:
      return;
  }
}

}  // namespace

Goal dragged_goal(const Goal& goal, const GoalGrip& grip, GoalPoint from, GoalPoint to, GoalPoint pixel,
                  double begin, double end) {
  if (grip.area >= forbidden_areas(goal, begin, end).size()) return goal;
  Goal moved = goal;
  if (goal.is_bound())
    drag_bound(moved.points, grip, from, to, pixel);
  else
    drag_limit(moved, grip, to, pixel, begin);
  const bool has_areas = forbidden_areas(moved, begin, end).size() > grip.area;
  return has_areas && check_goal(moved).empty() ? moved : goal;
}

}  // namespace sim
