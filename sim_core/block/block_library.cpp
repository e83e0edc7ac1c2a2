#include "sim_core/block/block_library.h"

#include <utility>

namespace sim {

int BlockType::parameter_index(const std::string& name) const {
  for (std::size_t k = 0; k < parameters.size(); ++k)
    if (parameters[k].name == name) return static_cast<int>(k);
  return -1;
}

void BlockLibrary::add(BlockType type) {
  auto [it, inserted] = index_.try_emplace(type.id, types_.size());
  auto owned = std::make_unique<BlockType>(std::move(type));
  if (inserted)
    types_.push_back(std::move(owned));
  else
    types_[it->second] = std::move(owned);
}

const BlockType* BlockLibrary::find(const std::string& id) const {
  auto it = index_.find(id);
  return it == index_.end() ? nullptr : types_[it->second].get();
}

std::vector<const BlockType*> BlockLibrary::all() const {
  std::vector<const BlockType*> out;
  for (const auto& type : types_) out.push_back(type.get());
  return out;
}

std::vector<std::string> BlockLibrary::ids() const {
  std::vector<std::string> out;
  for (const auto& type : types_) out.push_back(type->id);
  return out;
}

}  // namespace sim
