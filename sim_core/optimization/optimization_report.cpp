#include "sim_core/optimization/optimization_report.h"

#include <cmath>

#include "sim_core/base/text.h"
#include "sim_core/base/told_number.h"

namespace sim {

void add_notes(OptimizationReport& report, const FailedRun* failed) {
  const auto note = [&](std::string text, std::string remedy = {}) {
    report.notes.push_back(warning({}, std::move(text), std::move(remedy)));
  };
  for (const OptimizedGoal& goal : report.goals)
    if (!goal.kept) note(violation_text(goal, {}), "let the parameters vary farther, or ask for less");
  for (std::size_t k = 0; k < report.parameters.size(); ++k)
    if (report.at_bound[k])
      note(report.parameters[k].name + " is at its bound, " + told(report.x[k]),
           "widen its bounds if it may go on");
  if (failed) {
    std::vector<std::string> values;
    for (std::size_t k = 0; k < failed->x.size(); ++k)
      values.push_back(report.parameters[k].name + " = " + told(failed->x[k]));
    note(std::to_string(report.failed_runs) + " of " + std::to_string(report.runs) +
         " runs failed, the first at " + join(values, ", ") + ": " + to_text(failed->why));
  }
  if (!report.converged && !report.stopped)
    note("the search has not ended after " + std::to_string(report.runs) + " runs",
         "begin at the values that it came to");
}

Result<Edit> write_optimum(const Diagram& diagram, const BlockLibrary& library,
                           const OptimizationReport& report) {
  return write_values("Optimize Parameters", diagram, library, report.parameters, report.x);
}

std::string violation_text(const OptimizedGoal& goal, const std::string& unit) {
  const std::string in_unit = unit_of(goal.goal, unit).empty() ? "" : ' ' + unit_of(goal.goal, unit);
  const std::string begin =
      to_text(goal.goal) + " is not kept" + (goal.worst.empty() ? "" : " where " + goal.worst) + ": ";
  if (goal.goal.is_bound())
    return begin + "the signal is " + told(goal.found.value) + in_unit +
           " beyond it at t = " + told_time(goal.found.time) + " s";
  if (!goal.found.reached)
    return begin + (goal.goal.quantity == GoalQuantity::RiseTime ? "the response does not come to 90 %"
                                                                 : "the response has not settled at the end");
  const double off = std::abs(goal.found.value - goal.goal.limit);
  return begin + "it is " + told(goal.found.value) + in_unit + ", " + told(off) + in_unit +
         (goal.goal.use == GoalUse::AtLeast ? " too little" : " too much");
}

}  // namespace sim
