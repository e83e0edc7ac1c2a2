#include <algorithm>
#include <nlohmann/json.hpp>

#include "sim_core/program_analysis/linear_invariants.h"
#include "sim_core/reports/info.h"

namespace sim {

using Json = nlohmann::ordered_json;

namespace {

Json shape_of(Shape shape) { return Json::array({shape.rows, shape.cols}); }

Json ports_of(const std::vector<PortInfo>& ports) {
  Json list = Json::array();
  for (const PortInfo& port : ports)
    list.push_back({{"name", port.name},
                    {"shape", shape_of(port.shape)},
                    {"type", name_of(port.type)},
                    {"unit", port.unit}});
  return list;
}

Json blocks_of(const Program& program) {
  Json list = Json::array();
  for (std::size_t k = 0; k < program.order.size(); ++k) {
    const BlockInfo& info = program.blocks[static_cast<std::size_t>(program.order[k])];
    Json direct = Json::array();
    const ReadSets& reads = program.feedthrough[k].reads;
    // Behind the ports that a model shows, a block may have hidden ones.
    for (std::size_t o = 0; o < std::min(reads.outputs(), info.outputs.size()); ++o)
      for (const int i : reads.of(o))
        if (static_cast<std::size_t>(i) < info.inputs.size()) direct.push_back({{"input", i}, {"output", o}});
    list.push_back({{"path", info.path},
                    {"type", info.type},
                    {"id", to_number(info.id)},
                    {"sample_time", to_text(info.sample_time)},
                    {"inputs", ports_of(info.inputs)},
                    {"outputs", ports_of(info.outputs)},
                    {"feedthrough", direct}});
  }
  return list;
}

const std::string& path_of(const Program& program, int block) {
  return program.blocks[static_cast<std::size_t>(block)].path;
}

void add_events(const Program& program, Json& json) {
  json["zero_crossings"] = Json::array();
  for (const CrossingInfo& crossing : program.crossings)
    json["zero_crossings"].push_back({{"block", path_of(program, crossing.block)},
                                      {"direction", to_text(crossing.direction)},
                                      {"located", crossing.located}});
  json["time_events"] = Json::array();
  for (const TimeEventInfo& event : program.time_events)
    json["time_events"].push_back({{"block", path_of(program, event.block)}});
}

void add_invariants(const Program& program, Json& json) {
  json["invariants"] = Json::array();
  for (const InvariantInfo& invariant : program.invariants)
    json["invariants"].push_back({{"block", path_of(program, invariant.block)},
                                  {"projected", invariant.active},
                                  {"bound", invariant.lower_bound},
                                  {"captured_anew", invariant.captured >= 0 && invariant.recaptured}});
  json["block_projections"] = Json::array();
  for (const ProjectionInfo& projection : program.projections)
    json["block_projections"].push_back({{"block", path_of(program, projection.block)},
                                         {"first_state", projection.first_state},
                                         {"states", projection.state_count}});
  for (const JointProjectionInfo& projection : program.joint_projections)
    json["block_projections"].push_back({{"block", path_of(program, projection.block)},
                                         {"first_state", projection.states.front()},
                                         {"states", projection.states.size()}});
  json["linear_invariants"] = nullptr;
  const auto conserved = linear_invariants(program);
  if (!conserved) return;
  json["linear_invariants"] = Json::array();
  for (const LinearInvariant& each : *conserved) {
    Json terms = Json::array();
    for (const auto& [state, coefficient] : each.terms)
      terms.push_back({{"state", state}, {"coefficient", coefficient}});
    json["linear_invariants"].push_back({{"text", to_text(each, program)}, {"terms", terms}});
  }
}

Json loops_of(const Program& program) {
  Json list = Json::array();
  for (const LoopInfo& loop : program.loops) {
    Json members = Json::array(), torn = Json::array();
    for (const LoopInfo::Member& member : loop.members)
      members.push_back(
          {{"block", path_of(program, member.block)}, {"output", member.output}, {"inputs", member.inputs}});
    for (const LoopInfo::Torn& t : loop.torn)
      torn.push_back({{"block", path_of(program, t.block)}, {"output", t.output}, {"elements", t.elements}});
    list.push_back({{"unknowns", loop.count}, {"members", members}, {"solved_for", torn}});
  }
  return list;
}

Json jacobian_of(const Program& program) {
  const SparsityPattern& pattern = program.jacobian_pattern;
  Json rows = Json::array();
  for (int j = 0; j < pattern.cols; ++j) {
    const auto column = pattern.column(j);
    rows.push_back(std::vector<int>(column.begin(), column.end()));
  }
  return {{"size", pattern.rows},
          {"nonzeros", pattern.nonzeros()},
          {"rows_by_column", rows},
          {"colors", program.jacobian_coloring.count},
          {"color_by_column", program.jacobian_coloring.color},
          {"analytical", program.analytical}};
}

}  // namespace

std::string info_json(const ModelRun& run) {
  const Program& program = run.program();
  Json json;
  json["start_time"] = run.start_time();
  json["stop_time"] = run.stop_time();
  json["blocks"] = blocks_of(program);
  json["states"] = Json::array();
  for (const StateInfo& state : program.states)
    json["states"].push_back({{"block", path_of(program, state.block)},
                              {"name", state.name},
                              {"first", state.first},
                              {"shape", shape_of(state.shape)}});
  json["logged"] = Json::array();
  for (const LoggedSignal& signal : program.logged)
    json["logged"].push_back({{"name", signal.name},
                              {"columns", signal.elements},
                              {"block", signal.block < 0 ? "" : path_of(program, signal.block)},
                              {"port", signal.port}});
  add_events(program, json);
  add_invariants(program, json);
  json["algebraic_loops"] = loops_of(program);
  json["jacobian"] = jacobian_of(program);
  json["reductions"] = run.reductions();
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace sim
