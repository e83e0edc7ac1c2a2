#include "sim_core/optimization/goal_areas.h"

#include <algorithm>

namespace sim {

std::vector<ForbiddenArea> forbidden_areas(const Goal& goal, double begin, double end) {
  if (goal.is_objective()) return {};
  if (goal.is_bound()) return {{goal.quantity == GoalQuantity::UpperBound, goal.points}};
  const double from = std::max(goal.from.value_or(begin), begin), to = std::min(goal.to.value_or(end), end);
  const auto level = [&](bool above, double value, double since) -> std::vector<ForbiddenArea> {
    if (!(since < to)) return {};
    return {{above, {{since, value}, {to, value}}}};
  };
  const bool at_most = goal.use == GoalUse::AtMost;
  if (goal.quantity == GoalQuantity::Maximum && at_most) return level(true, goal.limit, from);
  if (goal.quantity == GoalQuantity::Minimum && !at_most) return level(false, goal.limit, from);
  if (!goal.is_step() || !at_most || !goal.initial || !goal.final) return {};
  const double way = *goal.final - *goal.initial;
  const bool up = way > 0;
  switch (goal.quantity) {
    case GoalQuantity::Overshoot:
      return level(up, *goal.final + goal.limit / 100 * way, from);
    case GoalQuantity::Undershoot:
      return level(!up, *goal.initial - goal.limit / 100 * way, from);
    case GoalQuantity::SettlingTime: {
      auto areas = level(up, *goal.final + goal.band / 100 * way, from + goal.limit);
      const auto other = level(!up, *goal.final - goal.band / 100 * way, from + goal.limit);
      areas.insert(areas.end(), other.begin(), other.end());
      return areas;
    }
    default:
      return {};
  }
}

}  // namespace sim
