#pragma once
// Edits of the selected blocks that turn, mirror, comment or colour them.
#include <vector>

#include "sim_core/diagram/edit.h"

namespace fluxion {

// A quarter turn clockwise about each block's own middle.
sim::Edit rotatedBlocks(const sim::Diagram& diagram, const std::vector<sim::Id>& blocks);
sim::Edit flippedBlocks(const sim::Diagram& diagram, const std::vector<sim::Id>& blocks);
// Or, if all of them are already commented like this, take them in again.
sim::Edit commentedBlocks(const sim::Diagram& diagram, const std::vector<sim::Id>& blocks,
                          sim::CommentedOut how);

sim::Edit coloredBlocks(const sim::Diagram& diagram, const std::vector<sim::Id>& blocks,
                        sim::BlockColor color);

}  // namespace fluxion
