#pragma once
// The blocks of one level of a diagram, or of all levels below it too, with their paths.
#include <QString>
#include <vector>

#include "sim_core/diagram/diagram.h"

namespace fluxion {

struct LevelBlock {
  sim::Id id;
  QString path;  // from the top of the diagram
};

// In the order of paths. A broken chain of parents ends where it breaks.
std::vector<LevelBlock> blocksOfLevel(const sim::Diagram& diagram, sim::Id level, bool nested);

}  // namespace fluxion
