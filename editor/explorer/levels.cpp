#include "editor/explorer/levels.h"

#include <algorithm>
#include <map>

#include "editor/explorer/table_filter.h"
#include "sim_core/diagram/block_names.h"

namespace fluxion {

std::vector<LevelBlock> blocksOfLevel(const sim::Diagram& diagram, sim::Id level, bool nested) {
  std::multimap<sim::Id, sim::Id> inside;
  for (const auto& [id, block] : diagram.blocks) inside.emplace(block.parent, id);
  const QString top =
      level == sim::no_id ? QString() : QString::fromStdString(sim::block_path(diagram, level)) + u'/';
  std::vector<LevelBlock> blocks;
  std::vector<std::pair<sim::Id, QString>> open{{level, top}};
  std::size_t left = diagram.blocks.size();
  while (!open.empty()) {
    const auto [parent, prefix] = open.back();
    open.pop_back();
    const auto [first, last] = inside.equal_range(parent);
    for (auto it = first; it != last && left > 0; ++it, --left) {
      blocks.push_back(
          {it->second, prefix + QString::fromStdString(sim::in_path(diagram.blocks.at(it->second).name))});
      if (nested && inside.contains(it->second)) open.emplace_back(it->second, blocks.back().path + u'/');
    }
  }
  std::sort(blocks.begin(), blocks.end(),
            [](const LevelBlock& a, const LevelBlock& b) { return compareNaturally(a.path, b.path) < 0; });
  return blocks;
}

}  // namespace fluxion
