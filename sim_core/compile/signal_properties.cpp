#include "sim_core/compile/signal_properties.h"

#include <utility>
#include <vector>

#include "sim_core/compile/model_inputs.h"
#include "sim_core/compile/structure_buses.h"
#include "sim_core/diagram/signal_origins.h"
#include "sim_core/diagram/signal_properties.h"

namespace sim::compile_phases {

namespace {

// Between the output and everything that reads it.
void specify(Diagram& model, Id id, int port, const SignalProperties& properties) {
  const Block source = model.blocks.at(id);
  const auto named = source.signal_names.find(port);
  const bool has_name = named != source.signal_names.end() && !named->second.empty();
  const std::string name = has_name ? named->second : source.name;
  Block block;
  block.type = "attributes/signal_specification";
  block.parent = source.parent;
  block.name =
      unique_block_name(model, source.parent, source.name + " (" + (has_name ? name : "signal") + ")");
  block.position = source.position;
  const auto give = [&](const char* parameter, const std::string& text) {
    if (!text.empty()) block.parameters[parameter] = text;
  };
  give("Unit", properties.unit);
  give("OutDataTypeStr", properties.type);
  give("OutMin", properties.minimum);
  give("OutMax", properties.maximum);
  block.signal_names[0] = name;
  SignalProperties kept;
  kept.logged = properties.logged;
  set_signal_properties(block, 0, kept);
  set_signal_properties(model.blocks.at(id), port, {});
  const Id specification = model.new_id();
  model.blocks[specification] = std::move(block);
  for (auto& [line_id, line] : model.lines)
    if (line.source == PortRef{id, port}) line.source = PortRef{specification, 0};
  Line line;
  line.parent = source.parent;
  line.source = PortRef{id, port};
  line.target = PortRef{specification, 0};
  model.lines[model.new_id()] = std::move(line);
}

// What only hands a signal on computes nothing that could be recorded.
void log_at_origin(Diagram& model, const PortRef& output, const PortRef& origin) {
  Block& from = model.blocks.at(output.block);
  Block& to = model.blocks.at(origin.block);
  SignalProperties properties = signal_properties(to, origin.port);
  properties.logged = true;
  set_signal_properties(to, origin.port, properties);
  set_signal_properties(from, output.port, {});
  const auto name = from.signal_names.find(output.port);
  if (name != from.signal_names.end() && !to.signal_names.contains(origin.port))
    to.signal_names[origin.port] = name->second;
}

}  // namespace

std::optional<Diagram> as_compiled(const Diagram& diagram) {
  std::optional<Diagram> fed = with_model_inputs(diagram);
  if (auto buses = with_structure_buses(fed ? *fed : diagram)) fed = std::move(buses);
  bool any = false;
  for (const auto& [id, block] : diagram.blocks) {
    if (!has_signal_properties(block)) continue;
    any = true;
    if (block.commented != CommentedOut::No) continue;
    for (const auto& [port, properties] : signal_properties(block)) {
      if (!properties.specifies()) continue;
      if (!fed) fed = diagram;
      specify(*fed, id, port, properties);
    }
  }
  if (!any) return fed;
  const Diagram& now = fed ? *fed : diagram;
  std::optional<SignalOrigins> origins;
  std::vector<std::pair<PortRef, PortRef>> moved;
  for (const auto& [id, block] : now.blocks) {
    if (!has_signal_properties(block)) continue;
    if (!origins) origins.emplace(now);
    for (const auto& [port, properties] : signal_properties(block))
      if (const auto origin = origins->of({id, port});
          properties.logged && origin && *origin != PortRef{id, port})
        moved.emplace_back(PortRef{id, port}, *origin);
  }
  if (!moved.empty() && !fed) fed = diagram;
  for (const auto& [output, origin] : moved) log_at_origin(*fed, output, origin);
  return fed;
}

bool logs_output(const Instance& instance, std::size_t port) {
  return has_signal_properties(*instance.block) &&
         signal_properties(*instance.block, static_cast<int>(port)).logged;
}

bool logs_outputs(const Instance& instance) {
  if (!has_signal_properties(*instance.block)) return false;
  for (const auto& [port, properties] : signal_properties(*instance.block))
    if (properties.logged) return true;
  return false;
}

}  // namespace sim::compile_phases
