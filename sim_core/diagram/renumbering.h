#pragma once
// Copying elements of one diagram into another, where they have other ids.
#include <algorithm>
#include <map>

#include "sim_core/diagram/diagram.h"
#include "sim_core/diagram/structure.h"

namespace sim {

// The element with its parent and its ends renamed; `numbers` has all of them, with no_id for what is around.
inline Block renumbered(Block block, const std::map<Id, Id>& numbers) {
  block.parent = numbers.at(block.parent);
  return block;
}
inline Line renumbered(Line line, const std::map<Id, Id>& numbers) {
  line.parent = numbers.at(line.parent);
  if (line.source) line.source->block = numbers.at(line.source->block);
  if (line.target) line.target->block = numbers.at(line.target->block);
  return line;
}
inline Annotation renumbered(Annotation annotation, const std::map<Id, Id>& numbers) {
  annotation.parent = numbers.at(annotation.parent);
  return annotation;
}

// How deep its subsystems are nested.
inline int depth_of(const Diagram& fragment) {
  int deepest = 0;
  for (const auto& [id, block] : fragment.blocks) deepest = std::max(deepest, nesting_depth(fragment, id));
  return deepest;
}

}  // namespace sim
