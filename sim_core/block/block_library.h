#pragma once
// The block types that are known: the standard library and those of loaded plug-ins. Copies share the types,
// which are there, with their plug-ins, as long as one of the copies is.
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "sim_core/block/block_type.h"

namespace sim {

class BlockLibrary {
 public:
  // Replaces a type of the same id. Blocks with continuous states get the parameter AbsoluteTolerance.
  void add(BlockType type);
  const BlockType* find(const std::string& id) const;
  // In the order they were added.
  std::vector<const BlockType*> all() const;
  std::vector<std::string> ids() const;

 private:
  std::vector<std::shared_ptr<const BlockType>> types_;
  std::map<std::string, std::size_t> index_;
};

}  // namespace sim
