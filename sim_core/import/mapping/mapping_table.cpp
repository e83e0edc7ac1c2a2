#include "sim_core/import/mapping/mapping_table.h"

#include <cassert>

namespace sim::importing {

BlockMapping& MappingTable::add(BlockMapping entry) {
  std::string source = entry.source;
  const auto [it, is_new] = entries_.emplace(std::move(source), std::move(entry));
  assert(is_new);
  return it->second;
}

BlockMapping& MappingTable::block(std::string source, std::string target) {
  BlockMapping entry;
  entry.source = std::move(source), entry.target = std::move(target);
  return add(std::move(entry));
}

BlockMapping& MappingTable::none(std::string source, std::string instead) {
  BlockMapping entry;
  entry.source = std::move(source), entry.instead = std::move(instead);
  return add(std::move(entry));
}

BlockMapping& MappingTable::left_out(std::string source, std::string why) {
  BlockMapping entry;
  entry.source = std::move(source), entry.difference = std::move(why), entry.left_out = true;
  return add(std::move(entry));
}

void MappingTable::also(std::string source, const std::string& existing) {
  BlockMapping entry = entries_.at(existing);
  entry.source = std::move(source);
  add(std::move(entry));
}

const BlockMapping* MappingTable::find(const std::string& source) const {
  const auto it = entries_.find(source);
  return it == entries_.end() ? nullptr : &it->second;
}

std::vector<const BlockMapping*> MappingTable::all() const {
  std::vector<const BlockMapping*> list;
  for (const auto& [source, entry] : entries_) list.push_back(&entry);
  return list;
}

}  // namespace sim::importing
