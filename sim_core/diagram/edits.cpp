#include "sim_core/diagram/edits.h"
#include "sim_core/diagram/block_names.h"

#include <algorithm>

#include "sim_core/diagram/file.h"
#include "sim_core/diagram/geometry.h"
#include "sim_core/diagram/ready_subsystems.h"
#include "sim_core/diagram/unique_names.h"
#include "sim_core/diagram/well_known_types.h"

namespace sim {

static std::string counted(std::size_t count, const std::string& one) {
  return count == 1 ? one : std::to_string(count) + " " + one + "s";
}

// What the Edit menu calls the elements: the name of the only block, or how many there are.
static std::string described(const Diagram& diagram, const std::set<Id>& ids) {
  if (ids.size() == 1)
    if (auto block = diagram.blocks.find(*ids.begin()); block != diagram.blocks.end())
      return block->second.name;
  return counted(ids.size(), "element");
}

static std::string allowed_name(std::string name) {
  return name.empty() ? "Block" : allowed_block_name(std::move(name));
}

// What is inside a subsystem that the library offers ready made: a way through, and what says when above it.
static void set_contents(Diagram& diagram, Edit& edit, Id subsystem, const ReadySubsystem& ready) {
  const auto inside = [&](std::string type, std::string name, Point position, Size size) {
    Block block;
    block.parent = subsystem, block.type = std::move(type), block.name = std::move(name);
    block.position = position, block.size = size;
    return block;
  };
  Line through;
  through.parent = subsystem;
  through.source = PortRef{diagram.new_id(), 0}, through.target = PortRef{diagram.new_id(), 0};
  edit.set(through.source->block, inside(std::string(well_known::inport), "Inport", {40, 128}, {40, 24}));
  edit.set(through.target->block, inside(std::string(well_known::outport), "Outport", {320, 128}, {40, 24}));
  edit.set(diagram.new_id(), through);
  double x = 160;
  for (const ReadySubsystem::Inner& control : ready.controls) {
    const Size size = control.type.find("iterator") != std::string::npos ||
                              control.type.find("for_each") != std::string::npos
                          ? Size{80, 56}
                          : Size{40, 32};
    Block block = inside(control.type, control.name, {x, 32}, size);
    block.parameters = control.parameters;
    edit.set(diagram.new_id(), std::move(block));
    x += 80;
  }
}

Insertion insert_block(Diagram& diagram, Block block) {
  block.name = unique_block_name(diagram, block.parent, allowed_name(block.name));
  Insertion insertion{{"Insert " + block.name, {}}, diagram.new_id()};
  const ReadySubsystem* ready = ready_subsystem(block.type);
  if (ready) block.type = well_known::subsystem, block.parameters = ready->parameters;
  insertion.edit.set(insertion.id, std::move(block));
  if (ready) set_contents(diagram, insertion.edit, insertion.id, *ready);
  return insertion;
}

std::set<Id> with_contents(const Diagram& diagram, const std::set<Id>& blocks) {
  std::multimap<Id, Id> children;
  for (const auto& [id, block] : diagram.blocks) children.emplace(block.parent, id);
  std::set<Id> all;
  std::vector<Id> open(blocks.begin(), blocks.end());
  while (!open.empty()) {
    const Id id = open.back();
    open.pop_back();
    if (!diagram.blocks.contains(id) || !all.insert(id).second) continue;
    const auto [first, last] = children.equal_range(id);
    for (auto it = first; it != last; ++it) open.push_back(it->second);
  }
  return all;
}

static bool touches(const std::optional<PortRef>& end, const std::set<Id>& blocks) {
  return end && blocks.contains(end->block);
}

Edit remove_blocks(const Diagram& diagram, const std::set<Id>& ids) {
  Edit edit{"Delete " + described(diagram, ids), {}};
  const std::set<Id> blocks = with_contents(diagram, ids);
  for (const auto& [id, line] : diagram.lines)
    if (ids.contains(id) || blocks.contains(line.parent) || touches(line.source, blocks) ||
        touches(line.target, blocks))
      edit.remove<Line>(id);
  for (const auto& [id, annotation] : diagram.annotations)
    if (ids.contains(id) || blocks.contains(annotation.parent)) edit.remove<Annotation>(id);
  for (Id id : blocks) edit.remove<Block>(id);
  return edit;
}

Edit move_blocks(const Diagram& diagram, const std::set<Id>& ids, Point by) {
  Edit edit{"Move " + described(diagram, ids), {}};
  const auto moved = [&](auto element) {
    element.position = shifted(element.position, by);
    return element;
  };
  const auto add = [&](Id id, const auto& before, auto after) {
    if (!(after == before)) edit.set(id, std::move(after));
  };
  for (Id id : ids) {
    if (auto it = diagram.blocks.find(id); it != diagram.blocks.end()) add(id, it->second, moved(it->second));
    if (auto it = diagram.annotations.find(id); it != diagram.annotations.end())
      add(id, it->second, moved(it->second));
  }
  for (const auto& [id, line] : diagram.lines) {
    const bool chosen = ids.contains(id);
    const bool whole = (line.source ? touches(line.source, ids) : chosen) &&
                       (line.target ? touches(line.target, ids) : chosen);
    if (whole) add(id, line, shifted(line, by));
  }
  return edit;
}

Result<Edit> rename_block(const Diagram& diagram, Id block, const std::string& name) {
  auto it = diagram.blocks.find(block);
  if (it == diagram.blocks.end())
    return error({}, "the block to rename is not there", "choose another one", block);
  if (const auto why = why_not_a_block_name(name); !why.empty())
    return error(block_path(diagram, block), why, "choose another name", block);
  Edit edit{"Rename " + it->second.name, {}};
  if (name == it->second.name) return edit;
  Block renamed = it->second;
  renamed.name = unique_block_name(diagram, renamed.parent, name);
  if (renamed.name != it->second.name) edit.set(block, std::move(renamed));
  return edit;
}

Result<Edit> connect(Diagram& diagram, PortRef source, PortRef target) {
  for (PortRef end : {source, target}) {
    if (!diagram.blocks.contains(end.block))
      return error({}, "the block to connect is not there", "choose another one", end.block);
    if (end.port < 0 || end.port >= max_port_number)
      return error(block_path(diagram, end.block), "it cannot have a port " + std::to_string(end.port + 1),
                   "use ports 1 to " + std::to_string(max_port_number), end.block);
  }
  const Id parent = diagram.blocks.at(source.block).parent;
  if (diagram.blocks.at(target.block).parent != parent)
    return error(block_path(diagram, target.block),
                 "it is in another subsystem than " + block_path(diagram, source.block),
                 "lead the signal through the subsystem's ports", target.block);
  if (source.kind != target.kind)
    return error(block_path(diagram, target.block), "a signal and a conserving port cannot be connected",
                 "lead the signal through a source or a sensor of the physical network", target.block);
  Edit edit{"Connect " + diagram.blocks.at(source.block).name, {}};
  const bool conserving = source.kind == PortKind::Conserving;
  for (const auto& [id, line] : diagram.lines) {
    if (conserving && line.source == target && line.target == source) return Edit{edit.label, {}};
    if (line.target != target || (conserving && line.source != source)) continue;
    if (line.source == source) return Edit{edit.label, {}};
    edit.remove<Line>(id);
  }
  Line line;
  line.parent = parent;
  line.source = source;
  line.target = target;
  edit.set(diagram.new_id(), std::move(line));
  return edit;
}

}  // namespace sim
