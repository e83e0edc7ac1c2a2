#include "sim_core/diagram/diagram.h"

#include <cctype>
#include <set>

namespace sim {

std::string block_path(const Diagram& diagram, Id block) {
  std::string path;
  for (int depth = 0; depth <= max_subsystem_depth; ++depth) {
    auto it = diagram.blocks.find(block);
    if (it == diagram.blocks.end()) break;
    path = path.empty() ? it->second.name : it->second.name + "/" + path;
    block = it->second.parent;
  }
  return path;
}

std::optional<Id> find_block(const Diagram& diagram, const std::string& path) {
  for (const auto& [id, block] : diagram.blocks)
    if (path.ends_with(block.name) && block_path(diagram, id) == path) return id;
  return std::nullopt;
}

std::string unique_block_name(const Diagram& diagram, Id parent, const std::string& name) {
  std::set<std::string> taken;
  for (const auto& [id, block] : diagram.blocks)
    if (block.parent == parent) taken.insert(block.name);
  if (!taken.contains(name)) return name;
  std::string stem = name;
  while (!stem.empty() && std::isdigit(static_cast<unsigned char>(stem.back()))) stem.pop_back();
  if (stem.empty()) stem = name + "_";
  for (int k = 1;; ++k)
    if (std::string candidate = stem + std::to_string(k); !taken.contains(candidate)) return candidate;
}

}  // namespace sim
