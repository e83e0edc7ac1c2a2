#include "sim_core/reports/statistics_json.h"

#include <nlohmann/json.hpp>

#include "sim_core/reports/run_findings.h"

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

static Json seconds_of(const RunProfile& profile) {
  Json seconds = Json::object();
  for (std::size_t k = 0; k < phase_count; ++k)
    seconds[std::string(to_text(static_cast<Phase>(k)))] = profile.seconds[k];
  return seconds;
}

static Json profile_of(const RunStatistics& statistics) {
  const RunProfile& profile = statistics.profile;
  Json limited = Json::object(), states = Json::array(), blocks = Json::array(), found = Json::array();
  for (std::size_t k = 0; k < step_limit_count; ++k)
    limited[std::string(to_text(static_cast<StepLimit>(k)))] = profile.limited[k];
  for (const StateCost& state : profile.states)
    states.push_back({{"state", state.name}, {"limited", state.limited}, {"rejected", state.rejected}});
  for (const BlockCost& block : profile.blocks)
    blocks.push_back(
        {{"block", block.path}, {"zero_crossings", block.crossings}, {"operations", block.operations}});
  for (const RunFinding& finding : find_costs(statistics))
    found.push_back({{"block", finding.place},
                     {"share", finding.share},
                     {"message", finding.message},
                     {"remedy", finding.remedy}});
  Json json = {{"limited_by", limited},
               {"rejected_by",
                {{"error", profile.rejected_by_error},
                 {"projection", profile.rejected_by_projection},
                 {"evaluation", profile.rejected_by_evaluation}}},
               {"states", states},
               {"blocks", blocks},
               {"operations", profile.operations}};
  if (profile.timed) {
    json["seconds"] = seconds_of(profile);
    json["stiffness"] = Json::array();
    for (const StiffnessSample& sample : profile.stiffness)
      json["stiffness"].push_back({{"time", sample.t},
                                   {"step", sample.step},
                                   {"rate", sample.rate},
                                   {"scale", sample.scale},
                                   {"steps", sample.steps},
                                   {"state", sample.state_name}});
  }
  json["findings"] = found;
  return json;
}

static Json json_of(const EventRecord& event) {
  if (event.kind == EventKind::SampleHit)
    return {{"time", event.time}, {"kind", "sample hit"}, {"period", event.period}};
  return {{"time", event.time},
          {"kind", event.kind == EventKind::TimeEvent ? "time event" : "zero crossing"},
          {"block", event.block},
          {"direction", event.rising ? "rising" : "falling"}};
}

static Json json_of(const EnergyRecord& energy) {
  Json json;
  json["stored"] = Json::object();
  for (const auto& [domain, stored] : energy.stored)
    json["stored"][name_of(domain)] = {{"at_start", stored.at_start}, {"at_end", stored.now}};
  json["balanced"] = energy.balanced;
  if (!energy.balanced) return json;
  json["supplied"] = energy.supplied;
  json["dissipated"] = energy.dissipated;
  json["lost_in_events"] = energy.lost_in_events;
  json["heat"] = energy.heat;
  json["largest_imbalance"] = energy.largest_imbalance;
  return json;
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
  json["factorizations"] = s.factorizations;
  json["newton_iterations"] = s.newton_iterations;
  json["ended_by"] = result.ended_by;
  json["solver_choices"] = s.solver_choices;
  json["backend"] = s.backend;
  json["native_kernels"] = s.native_kernels;
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
  json["sample_hits"] = s.sample_hits;
  json["records_cut"] = !s.keeps_event(EventKind::Crossing) || !s.keeps_event(EventKind::SampleHit) ||
                        s.jumps.size() >= max_recorded_events;
  json["events"] = Json::array();
  for (const EventRecord& event : s.events) json["events"].push_back(json_of(event));
  json["variables"] = Json::object();
  for (const auto& [name, value] : result.variables) json["variables"][name] = expr::to_text(value);
  json["energy_lost"] = s.energy_lost;
  json["energy"] = json_of(s.energy);
  json["jumps"] = Json::array();
  for (const JumpRecord& jump : s.jumps)
    json["jumps"].push_back({{"time", jump.time},
                             {"block", jump.block},
                             {"energy_loss", jump.energy_loss},
                             {"impulse", jump.impulse},
                             {"element", jump.element}});
  json["parameter_changes"] = Json::array();
  for (const ParameterChange& change : s.changes)
    json["parameter_changes"].push_back({{"time", change.time},
                                         {"block", change.block},
                                         {"parameter", change.parameter},
                                         {"before", change.before},
                                         {"after", change.after}});
  json["wall_time"] = {{"compile", s.compile_seconds}, {"run", s.run_seconds}};
  json["profile"] = profile_of(s);
  json["messages"] = messages_of(result);
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace sim
