#include "sim_core/diagram/port_names.h"

#include <algorithm>

#include "sim_core/diagram/block_names.h"
#include "sim_core/diagram/well_known_types.h"

namespace sim {

static bool is_unnamed(const std::string& name) {
  for (const std::string_view usual : {"Inport", "Outport", "In", "Out", "Port"})
    if (name.starts_with(usual) && name.find_first_not_of("0123456789", usual.size()) == name.npos)
      return true;
  return false;
}

std::map<Id, std::string> ports_named_after(const Diagram& diagram, PortRef output,
                                            const std::string& before) {
  std::map<Id, std::string> names;
  const auto source = diagram.blocks.find(output.block);
  if (source == diagram.blocks.end() || output.kind != PortKind::Signal) return names;
  const auto signal = source->second.signal_names.find(output.port);
  if (signal == source->second.signal_names.end()) return names;
  const std::string name = allowed_block_name(signal->second), old = allowed_block_name(before);
  const auto add = [&](Id id, const Block& port) {
    const bool unnamed = is_unnamed(port.name) || (!old.empty() && port.name == old);
    if (unnamed && port.name != name && !name.empty()) names[id] = name;
  };
  for (const auto& [line_id, line] : diagram.lines) {
    if (line.source != output || !line.target) continue;
    const auto target = diagram.blocks.find(line.target->block);
    if (target == diagram.blocks.end()) continue;
    if (target->second.type == well_known::outport && target->second.parent != no_id)
      add(target->first, target->second);
    for (const auto& [id, block] : diagram.blocks)
      if (block.parent == target->first && block.type == well_known::inport &&
          well_known::port_number(block) == line.target->port)
        add(id, block);
  }
  return names;
}

}  // namespace sim
