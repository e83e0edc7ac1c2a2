#pragma once
// Edits of the selected blocks that turn, mirror, comment or color them.
#include <vector>

#include "sim_core/diagram/edit.h"
#include "sim_core/diagram/name_place.h"

namespace fluxion {

// A quarter turn clockwise about each block's own middle.
sim::Edit rotatedBlocks(const sim::Diagram& diagram, const std::vector<sim::Id>& blocks);
sim::Edit flippedBlocks(const sim::Diagram& diagram, const std::vector<sim::Id>& blocks);
// Or, if all of them are already commented like this, take them in again.
sim::Edit commentedBlocks(const sim::Diagram& diagram, const std::vector<sim::Id>& blocks,
                          sim::CommentedOut how);

sim::Edit coloredBlocks(const sim::Diagram& diagram, const std::vector<sim::Id>& blocks,
                        sim::BlockColor color);
// Their names on that side, or hidden.
sim::Edit namesPlaced(const sim::Diagram& diagram, const std::vector<sim::Id>& blocks, sim::NamePlace place);

}  // namespace fluxion
