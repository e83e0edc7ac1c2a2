#include "sim_core/diagram/diagram.h"

#include "sim_core/diagram/block_names.h"
#include "sim_core/diagram/unique_names.h"

namespace sim {

std::string block_path(const Diagram& diagram, Id block) {
  std::string path;
  for (int depth = 0; depth <= max_subsystem_depth; ++depth) {
    auto it = diagram.blocks.find(block);
    if (it == diagram.blocks.end()) break;
    path = path.empty() ? in_path(it->second.name) : in_path(it->second.name) + "/" + path;
    block = it->second.parent;
  }
  return path;
}

std::optional<Id> find_block(const Diagram& diagram, const std::string& path) {
  for (const auto& [id, block] : diagram.blocks)
    if (path.ends_with(in_path(block.name)) && block_path(diagram, id) == path) return id;
  return std::nullopt;
}

std::string unique_block_name(const Diagram& diagram, Id parent, const std::string& name) {
  UniqueNames names;
  for (const auto& [id, block] : diagram.blocks)
    if (block.parent == parent) names.take(block.name);
  return names.take_similar(name);
}

}  // namespace sim
