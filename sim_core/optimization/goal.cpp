#include "sim_core/optimization/goal.h"

#include <cmath>
#include <iterator>

namespace sim {

Diagnostics check_goal(const Goal& goal) {
  Diagnostics problems;
  const auto refuse = [&](std::string message, std::string remedy) {
    problems.push_back(error(to_text(goal), std::move(message), std::move(remedy)));
  };
  const auto finite = [](double v) { return std::isfinite(v); };
  if (goal.signal.empty()) refuse("it names no signal", "write SIGNAL: QUANTITY ...");
  if (goal.is_bound() && goal.use != GoalUse::AtMost)
    refuse("a bound is kept, not minimized", "minimize another quantity, such as tracking");
  if (!finite(goal.limit) || !finite(goal.weight) || !(goal.weight > 0))
    refuse("its limit is not finite, or its weight is not above zero", "write finite numbers");
  if (!(goal.band > 0 && goal.band < 100))
    refuse("its band is not between 0 and 100 percent", "write 2 or 5");
  if (!finite(goal.from.value_or(0)) || !finite(goal.to.value_or(0)) ||
      (goal.from && goal.to && !(*goal.from < *goal.to)))
    refuse("its window ends before it begins", "exchange from and to");
  if (!finite(goal.initial.value_or(0)) || !finite(goal.final.value_or(0)) ||
      (goal.initial && goal.final && *goal.initial == *goal.final))
    refuse("the response begins where it ends: there is no step", "give two different levels");
  if (goal.points.size() > most_goal_points) refuse("it has too many points", "use fewer");
  for (std::size_t k = 0; k < goal.points.size(); ++k)
    if (!finite(goal.points[k].time) || !finite(goal.points[k].value) ||
        (k > 0 && goal.points[k].time < goal.points[k - 1].time)) {
      refuse("the times of its points descend, or one is not finite", "sort them by time");
      break;
    }
  const bool has_line = goal.points.size() >= 2 && goal.points.front().time < goal.points.back().time;
  if (goal.is_bound() && !has_line) refuse("it has no line", "write two corners or more: [0 1.1; 5 1.1]");
  if (goal.quantity == GoalQuantity::Tracking && !has_line && goal.reference.empty())
    refuse("it says not what is tracked", "name a signal, or write corners: [0 0; 1 1]");
  return problems;
}

std::string unit_of(const Goal& goal, const std::string& unit) {
  switch (goal.quantity) {
    case GoalQuantity::Overshoot:
    case GoalQuantity::Undershoot:
      return "%";
    case GoalQuantity::RiseTime:
    case GoalQuantity::SettlingTime:
      return "s";
    case GoalQuantity::FinalValue:
    case GoalQuantity::Minimum:
    case GoalQuantity::Maximum:
    case GoalQuantity::UpperBound:
    case GoalQuantity::LowerBound:
      return unit;
    default:
      return {};
  }
}

}  // namespace sim
