#include "sim_core/import/builder/system_builder.h"

namespace sim::importing {

// From left to right: inports, what is between, outports, each kind in a column.
void build_composite(Diagram& diagram, const BlockLibrary& library, const Composite& composite, Id parent) {
  constexpr double row = 72, column = 160;
  std::vector<Id> ids;
  int rows[3] = {0, 0, 0};
  for (const Composite::Part& part : composite.parts()) {
    const int at = part.type == "ports/inport" ? 0 : part.type == "ports/outport" ? 2 : 1;
    Block block;
    block.parent = parent;
    block.name = unique_block_name(diagram, parent, part.name);
    block.type = part.type;
    block.parameters = part.parameters;
    if (const BlockType* type = library.find(part.type))
      block.size = {static_cast<double>(type->default_width), static_cast<double>(type->default_height)};
    block.position = {40 + column * at, 40 + row * rows[at]++};
    ids.push_back(diagram.new_id());
    diagram.blocks.emplace(ids.back(), std::move(block));
  }
  for (const Composite::Wire& wire : composite.wires()) {
    Line line;
    line.parent = parent;
    line.source = PortRef{ids[static_cast<std::size_t>(wire.from)], wire.output};
    line.target = PortRef{ids[static_cast<std::size_t>(wire.to)], wire.input};
    diagram.lines.emplace(diagram.new_id(), std::move(line));
  }
}

}  // namespace sim::importing
