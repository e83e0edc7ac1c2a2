#include "editor/tools/orientation.h"

#include <algorithm>
#include <cmath>

namespace fluxion {

template <class Change>
static sim::Edit each(const sim::Diagram& diagram, const std::vector<sim::Id>& blocks,
                      const std::string& verb, Change change) {
  sim::Edit edit;
  for (sim::Id id : blocks) {
    const auto it = diagram.blocks.find(id);
    if (it == diagram.blocks.end()) continue;
    sim::Block block = it->second;
    change(block);
    edit.label = verb + " " + (blocks.size() == 1 ? block.name : std::to_string(blocks.size()) + " Blocks");
    edit.set(id, std::move(block));
  }
  return edit;
}

sim::Edit rotatedBlocks(const sim::Diagram& diagram, const std::vector<sim::Id>& blocks) {
  return each(diagram, blocks, "Rotate", [](sim::Block& b) {
    // The middle stays; whole pixels keep the block sharp.
    const double width = b.rotation % 2 ? b.size.height : b.size.width;
    const double height = b.rotation % 2 ? b.size.width : b.size.height;
    b.position.x += std::trunc((width - height) / 2);
    b.position.y -= std::trunc((width - height) / 2);
    b.rotation = (b.rotation + 1) % 4;
  });
}

sim::Edit flippedBlocks(const sim::Diagram& diagram, const std::vector<sim::Id>& blocks) {
  return each(diagram, blocks, "Flip", [](sim::Block& b) { b.flipped = !b.flipped; });
}

sim::Edit commentedBlocks(const sim::Diagram& diagram, const std::vector<sim::Id>& blocks,
                          sim::CommentedOut how) {
  const bool all = std::all_of(blocks.begin(), blocks.end(), [&](sim::Id id) {
    const auto it = diagram.blocks.find(id);
    return it == diagram.blocks.end() || it->second.commented == how;
  });
  return each(diagram, blocks, all ? "Uncomment" : "Comment",
              [&](sim::Block& b) { b.commented = all ? sim::CommentedOut::No : how; });
}

sim::Edit coloredBlocks(const sim::Diagram& diagram, const std::vector<sim::Id>& blocks,
                        sim::BlockColor color) {
  return each(diagram, blocks, "Color", [color](sim::Block& b) { b.color = color; });
}

sim::Edit namesPlaced(const sim::Diagram& diagram, const std::vector<sim::Id>& blocks, sim::NamePlace place) {
  return each(diagram, blocks, place == sim::NamePlace::Hidden ? "Hide Name of" : "Move Name of",
              [place](sim::Block& b) { sim::set_name_place(b, place); });
}

}  // namespace fluxion
