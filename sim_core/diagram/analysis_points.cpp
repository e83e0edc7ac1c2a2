#include "sim_core/diagram/analysis_points.h"

#include <algorithm>
#include <iterator>

#include "sim_core/base/text.h"
#include "sim_core/diagram/file.h"
#include "sim_core/diagram/json.h"
#include "sim_core/diagram/output_members.h"

namespace sim {

namespace {

constexpr const char* member = "analysis_points";

struct KindRow {
  std::string_view name;
  PointEffect effect;
};
constexpr KindRow kinds[point_kind_count] = {
    {"input perturbation", {true, false, PointReading::None}},
    {"output measurement", {false, false, PointReading::After}},
    {"loop break", {false, true, PointReading::None}},
    {"open-loop input", {true, true, PointReading::None}},
    {"open-loop output", {false, true, PointReading::Before}},
    {"sensitivity", {true, false, PointReading::After}},
    {"complementary sensitivity", {true, false, PointReading::Before}},
    {"loop transfer", {true, true, PointReading::Before}},
};

const KindRow& row_of(PointKind kind) { return kinds[static_cast<std::size_t>(kind)]; }

std::string all_names() {
  std::vector<std::string> names;
  for (const KindRow& kind : kinds) names.emplace_back(kind.name);
  return join(names, ", ");
}

void set_points(Block& block, const std::map<int, PointKind>& points) {
  std::map<int, std::string> said;
  for (const auto& [port, kind] : points) said[port] = json_string(name_of(kind));
  write_output_members(block, member, said);
}

}  // namespace

std::string_view name_of(PointKind kind) { return row_of(kind).name; }
PointEffect effect_of(PointKind kind) { return row_of(kind).effect; }

std::optional<PointKind> point_kind(std::string_view name) {
  const auto at = std::find_if(std::begin(kinds), std::end(kinds), [&](auto& k) { return k.name == name; });
  if (at == std::end(kinds)) return std::nullopt;
  return static_cast<PointKind>(at - std::begin(kinds));
}

std::map<int, PointKind> analysis_points(const Block& block, Diagnostics* problems) {
  std::map<int, PointKind> out;
  const std::string why = read_output_members(block, member, [&out](int output, const Json& value) {
    const auto kind = value.kind == Json::Kind::Text ? point_kind(value.text) : std::nullopt;
    if (!kind) return "'" + value.text + "' is no kind of analysis point";
    out[output] = *kind;
    return std::string();
  });
  if (!why.empty() && problems)
    problems->push_back(warning(block.name, std::string("its member '") + member + "' is not read: " + why,
                                "the kinds are " + all_names()));
  return out;
}

std::vector<AnalysisPoint> analysis_points(const Diagram& diagram, Diagnostics* problems) {
  std::vector<AnalysisPoint> all;
  for (const auto& [id, block] : diagram.blocks)
    if (has_analysis_points(block))
      for (const auto& [port, kind] : analysis_points(block, problems)) all.push_back({{id, port}, kind});
  return all;
}

Edit mark_signal(const Diagram& diagram, PortRef signal, std::optional<PointKind> kind) {
  const auto block = diagram.blocks.find(signal.block);
  if (block == diagram.blocks.end() || signal.kind != PortKind::Signal) return {};
  Block changed = block->second;
  std::map<int, PointKind> points = analysis_points(changed);
  if (kind)
    points[signal.port] = *kind;
  else
    points.erase(signal.port);
  set_points(changed, points);
  if (changed == block->second) return {};
  Edit edit{kind ? "Analysis Point" : "Remove Analysis Point", {}};
  edit.set(signal.block, std::move(changed));
  return edit;
}

std::string signal_title(const Diagram& diagram, PortRef signal) {
  const auto block = diagram.blocks.find(signal.block);
  if (block == diagram.blocks.end()) return {};
  const auto named = block->second.signal_names.find(signal.port);
  if (named != block->second.signal_names.end() && !named->second.empty()) return named->second;
  bool several = signal.port > 0;
  for (const auto& [id, line] : diagram.lines)
    several = several || (line.source && line.source->block == signal.block && line.source->port > 0 &&
                          line.source->kind == PortKind::Signal);
  const std::string path = block_path(diagram, signal.block);
  return several ? path + ':' + std::to_string(signal.port + 1) : path;
}

Result<PortRef> find_signal(const Diagram& diagram, const std::string& text) {
  std::vector<std::string> known;
  for (const auto& [id, block] : diagram.blocks)
    for (const auto& [port, name] : block.signal_names) {
      if (name == text) return PortRef{id, port};
      if (!name.empty()) known.push_back(name);
    }
  if (const auto block = find_block(diagram, text)) return PortRef{*block, 0};
  if (const auto colon = text.rfind(':'); colon != std::string::npos) {
    const auto port = parse_number(text.substr(colon + 1));
    const auto block = find_block(diagram, text.substr(0, colon));
    if (block && port && *port >= 1 && *port <= max_port_number && *port == static_cast<int>(*port))
      return PortRef{*block, static_cast<int>(*port) - 1};
  }
  for (const auto& [id, block] : diagram.blocks) known.push_back(block_path(diagram, id));
  const std::string near = did_you_mean(text, known);
  return error(text, "there is no signal and no block of this name",
               near.empty() ? "write the name of a signal, or Block/path:1 for an output of a block" : near);
}

Result<std::vector<AnalysisPoint>> points_on(const Diagram& diagram, const std::vector<std::string>& inputs,
                                             const std::vector<std::string>& outputs) {
  std::vector<AnalysisPoint> points;
  for (const auto& [names, kind] :
       {std::pair(&inputs, PointKind::Input), std::pair(&outputs, PointKind::Output)})
    for (const std::string& name : *names) {
      const auto signal = find_signal(diagram, name);
      if (!signal) return signal.errors();
      points.push_back({*signal, kind});
    }
  return points;
}

}  // namespace sim
