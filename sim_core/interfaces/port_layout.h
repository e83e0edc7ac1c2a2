#pragma once
// Where the ports of a block are on the page, from its values alone. Sizes and ports are given before
// rotation: inputs on the left and outputs on the right; of a physical component the conserving ports where
// it says, inputs on top and outputs below. Then the block is mirrored if flipped, and turned clockwise.
#include <string>
#include <vector>

#include "sim_core/diagram/arrange.h"
#include "sim_core/interfaces/block_interface.h"

namespace sim {

// In pixels at 100 %, on the outline of the block; directions are unit vectors away from it.
struct PortLayout {
  std::vector<PortPlace> inputs, outputs, conserving;
  // Null where the block has no such port.
  const PortPlace* place(const PortRef& port, bool input) const;
};

// `type` may be null: a plain rectangle then.
PortLayout port_layout(const Block& block, const BlockType* type, const BlockInterface& ports);

// That of the type; a rectangle where the block's parameter IconShape says "Rectangular".
IconShape icon_shape(const Block& block, const BlockType* type);

// The icon's text with each {parameter} replaced by what the block has, or its default.
std::string icon_text(const Block& block, const BlockType& type);

// The places of signs on a round block: one a port, going from the top over the left to the bottom. Angles in
// degrees, 180 is left, 270 is the bottom.
std::vector<double> round_port_angles(const std::string& signs, int ports);

// Places the blocks of `ids`, all of one subsystem, along the flow of the signals (diagram/arrange.h).
Edit arrange_blocks(const Diagram& diagram, const BlockLibrary& library, const std::set<Id>& ids);

}  // namespace sim
