#include "sim_core/run/statistics_json.h"

#include <nlohmann/json.hpp>

namespace sim {

using Json = nlohmann::ordered_json;

std::string to_text(RunEnd end) {
  return end == RunEnd::Finished ? "finished" : end == RunEnd::Stopped ? "stopped" : "failed";
}

static Json messages_of(const RunResult& result) {
  Json messages = Json::array();
  for (const Diagnostic& d : result.diagnostics)
    messages.push_back({{"severity", d.severity == Severity::Error     ? "error"
                                     : d.severity == Severity::Warning ? "warning"
                                                                       : "note"},
                        {"block", d.path},
                        {"message", d.message},
                        {"remedy", d.remedy}});
  return messages;
}

std::string statistics_json(const RunResult& result) {
  const RunStatistics& s = result.statistics;
  Json json;
  json["status"] = to_text(result.end);
  json["solver"] = s.solver;
  json["start_time"] = s.start_time;
  json["end_time"] = s.end_time;
  json["steps"] = s.steps;
  json["rejected"] = s.rejected;
  json["rhs_evaluations"] = s.rhs_evaluations;
  json["jacobians"] = s.jacobians;
  json["jacobian_rhs_evaluations"] = s.jacobian_rhs_evaluations;
  json["oldest_jacobian"] = s.oldest_jacobian;
  json["factorisations"] = s.factorisations;
  json["newton_iterations"] = s.newton_iterations;
  json["solver_choices"] = s.solver_choices;
  json["loop_solves"] = s.loop_solves;
  json["loop_iterations"] = s.loop_iterations;
  json["projections"] = s.projections;
  json["largest_projection"] = s.largest_projection;
  json["largest_residual"] = s.largest_residual;
  json["invariants"] = Json::array();
  for (const InvariantRecord& record : s.invariants)
    json["invariants"].push_back({{"name", record.name},
                                  {"projected", record.projected},
                                  {"largest_residual", record.largest_residual},
                                  {"largest_projection", record.largest_projection},
                                  {"projections", record.projections},
                                  {"failures", record.failures}});
  json["zero_crossings"] = s.zero_crossings;
  json["records_cut"] = s.events.size() >= max_recorded_events || s.jumps.size() >= max_recorded_events;
  json["events"] = Json::array();
  for (const EventRecord& event : s.events)
    json["events"].push_back(
        {{"time", event.time}, {"block", event.block}, {"direction", event.rising ? "rising" : "falling"}});
  json["energy_lost"] = s.energy_lost;
  json["jumps"] = Json::array();
  for (const JumpRecord& jump : s.jumps)
    json["jumps"].push_back({{"time", jump.time},
                             {"block", jump.block},
                             {"energy_loss", jump.energy_loss},
                             {"impulse", jump.impulse},
                             {"element", jump.element}});
  json["wall_time"] = {{"compile", s.compile_seconds}, {"run", s.run_seconds}};
  json["messages"] = messages_of(result);
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace sim
