#include "sim_core/optimization/optimization_json.h"

#include <nlohmann/json.hpp>

namespace sim {

std::string optimization_json(const OptimizationReport& report) {
  using Json = nlohmann::ordered_json;  // infinities and what is not a number become null when it is written
  Json parameters = Json::array(), goals = Json::array(), steps = Json::array(), notes = Json::array();
  for (std::size_t k = 0; k < report.parameters.size(); ++k)
    parameters.push_back({{"name", report.parameters[k].name},
                          {"start", *report.parameters[k].start},
                          {"value", report.x[k]},
                          {"at_bound", report.at_bound[k] != 0}});
  const auto value = [](const GoalMeasure& measure) {
    return measure.reached ? Json(measure.value) : Json();
  };
  for (const OptimizedGoal& goal : report.goals)
    goals.push_back({{"goal", to_text(goal.goal)},
                     {"at_start", value(goal.at_start)},
                     {"value", value(goal.found)},
                     {"kept", goal.kept},
                     {"case", goal.worst},
                     {"excess", goal.found.excess}});
  for (const OptimizationStep& step : report.steps)
    steps.push_back(
        {{"run", step.runs}, {"values", step.x}, {"cost", step.cost}, {"violation", step.violation}});
  for (const Diagnostic& note : report.notes) notes.push_back(to_text(note));
  const Json out{{"parameters", parameters},
                 {"goals", goals},
                 {"all_kept", report.all_kept},
                 {"cost_at_start", report.has_cost ? Json(report.cost_at_start) : Json()},
                 {"cost", report.has_cost ? Json(report.cost) : Json()},
                 {"runs", report.runs},
                 {"failed_runs", report.failed_runs},
                 {"converged", report.converged},
                 {"stopped", report.stopped},
                 {"steps", steps},
                 {"notes", notes}};
  return out.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace sim
