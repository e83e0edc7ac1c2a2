#include "sim_core/diagram/structure.h"

#include <algorithm>
#include <cstdint>
#include <set>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "sim_core/base/stoppable.h"
#include "sim_core/diagram/file.h"
#include "sim_core/diagram/member_reader.h"
#include "sim_core/diagram/unique_names.h"

namespace sim {

namespace {

// The elements of a map in the order of their ids, to go over them several times and to find them: from node
// to node of a large map takes longer than most checks.
template <class T>
class Elements {
 public:
  explicit Elements(std::map<Id, T>& elements) {
    ids_.reserve(elements.size());
    nodes_.reserve(elements.size());
    for (auto& node : stoppable(elements)) {
      ids_.push_back(node.first);
      nodes_.push_back(&node);
    }
  }
  const std::vector<std::pair<const Id, T>*>& nodes() const { return nodes_; }
  const T* find(Id id) const {
    const auto it = std::lower_bound(ids_.begin(), ids_.end(), id);
    return it != ids_.end() && *it == id ? &nodes_[static_cast<std::size_t>(it - ids_.begin())]->second
                                         : nullptr;
  }

 private:
  std::vector<Id> ids_;
  std::vector<std::pair<const Id, T>*> nodes_;
};

// Spreads them: the ids of a file can be chosen.
struct PortHash {
  std::size_t operator()(const PortRef& port) const {
    const std::uint64_t spread =
        (to_number(port.block) * (max_port_number + 1) + static_cast<std::uint64_t>(port.port)) *
        0x9E3779B97F4A7C15;
    return static_cast<std::size_t>(spread ^ spread >> 32);
  }
};

}  // namespace

template <class T>
static void check_parents_exist(const Elements<Block>& blocks, const Elements<T>& elements,
                                const PlaceOf& place, Findings& findings) {
  for (const auto* const node : stoppable(elements.nodes())) {
    const auto& [id, element] = *node;
    if (element.parent != no_id && !blocks.find(element.parent))
      findings.error(place(id) + ".parent",
                     "there is no block with the id " + std::to_string(to_number(element.parent)),
                     "write the id of a subsystem block, or leave the parent out for the top level", id);
  }
}

// A subsystem of whatever plug-in: "ports/subsystem", "ports/enabled_subsystem".
static void check_parents_are_subsystems(const Elements<Block>& blocks, const PlaceOf& place,
                                         Findings& findings) {
  std::set<Id> seen;
  for (const auto* const node : stoppable(blocks.nodes())) {
    const auto& [id, block] = *node;
    const Block* const parent = block.parent == no_id ? nullptr : blocks.find(block.parent);
    if (!parent || parent->type.ends_with("subsystem")) continue;
    if (seen.insert(block.parent).second)
      findings.warning(place(id) + ".parent",
                       "it is inside " + shown(parent->name) + ", whose type " + shown(parent->type) +
                           " is not a subsystem",
                       "give that block the type ports/subsystem", id);
  }
}

// Walks up from each block until a block whose depth is known, so that all walks together are linear.
static void check_depth(const Elements<Block>& blocks, const PlaceOf& place, Findings& findings) {
  constexpr int being_walked = -1;
  std::unordered_map<Id, int> depth{{no_id, 0}};
  for (const auto* const node : stoppable(blocks.nodes())) {
    const auto& [start, block] = *node;
    if (block.parent == no_id) continue;
    std::vector<Id> walk;
    Id at = start;
    while (!depth.contains(at)) {
      depth[at] = being_walked;
      walk.push_back(at);
      at = blocks.find(at)->parent;
    }
    if (depth[at] == being_walked) {
      findings.error(place(at) + ".parent", "the parents form a circle",
                     "leave out the parent of the outermost subsystem", at);
      return;
    }
    int level = depth[at];
    for (auto it = walk.rbegin(); it != walk.rend(); ++it) depth[*it] = ++level;
    if (level > max_subsystem_depth + 1) {
      findings.error(place(start) + ".parent",
                     "subsystems are nested more than " + std::to_string(max_subsystem_depth) + " deep",
                     "flatten some of them", start);
      return;
    }
  }
}

static void check_masks(const Elements<Block>& blocks, const PlaceOf& place, Findings& findings) {
  for (const auto* const node : stoppable(blocks.nodes())) {
    const auto& [id, block] = *node;
    if ((!block.mask && !block.link) || block.type.ends_with("subsystem")) continue;
    const std::string why =
        "it is kept but has no effect: the type " + shown(block.type) + " is not a subsystem";
    if (block.mask) findings.warning(place(id) + ".mask", why, "delete it", id);
    if (block.link) findings.warning(place(id) + ".link", why, "delete it", id);
  }
}

static void make_names_unique(const Elements<Block>& blocks, const PlaceOf& place, Findings& findings) {
  std::unordered_map<Id, UniqueNames> by_parent;
  std::vector<std::pair<const Id, Block>*> again;
  for (auto* const node : stoppable(blocks.nodes()))
    if (!by_parent[node->second.parent].take(node->second.name)) again.push_back(node);
  for (auto* const node : again) {
    auto& [id, block] = *node;
    std::string name = by_parent[block.parent].take_similar(block.name);
    findings.warning(place(id) + ".name", "another block here is called " + shown(block.name) + " too",
                     "it is now called " + shown(name), id);
    block.name = std::move(name);
  }
}

// Where an end hangs once it is loose: at the nearest fixed corner, else beside the block of the other end.
static Point hanging_point(const Elements<Block>& blocks, const Line& line, bool source) {
  if (!line.waypoints.empty()) return source ? line.waypoints.front() : line.waypoints.back();
  const auto& other = source ? line.target : line.source;
  const Block* const block = other ? blocks.find(other->block) : nullptr;
  return block ? block->position : Point{};
}

static void loosen(const Elements<Block>& blocks, Line& line, bool source, const std::string& place,
                   const std::string& why, Findings& findings, Id id) {
  (source ? line.loose_source : line.loose_target) = hanging_point(blocks, line, source);
  (source ? line.source : line.target).reset();
  findings.warning(place + (source ? ".from" : ".to"), why, "the end is now loose; connect it again", id);
}

static void check_lines(const Elements<Block>& blocks, const Elements<Line>& lines, const PlaceOf& place,
                        Findings& findings) {
  std::unordered_set<PortRef, PortHash> driven;
  driven.reserve(lines.nodes().size());
  for (auto* const node : stoppable(lines.nodes())) {
    auto& [id, line] = *node;
    const Block* const from = line.source ? blocks.find(line.source->block) : nullptr;
    const Block* const to = line.target ? blocks.find(line.target->block) : nullptr;
    for (const Block* const block : {from, to})
      if (block && line.parent == no_id) line.parent = block->parent;
    if (line.source && line.target && line.source->kind != line.target->kind)
      loosen(blocks, line, false, place(id), "a line leads from a signal to a conserving port", findings, id);
    for (bool source : {true, false}) {
      const auto& end = source ? line.source : line.target;
      if (!end) continue;
      const Block* const block = source ? from : to;
      const auto number = [&] { return std::to_string(to_number(end->block)); };
      if (!block)
        loosen(blocks, line, source, place(id), "there is no block with the id " + number(), findings, id);
      else if (block->parent != line.parent)
        loosen(blocks, line, source, place(id), "block " + number() + " is in another subsystem", findings,
               id);
      else if (!source && end->kind == PortKind::Signal && !driven.insert(*end).second)
        loosen(blocks, line, source, place(id), "another line already drives this input", findings, id);
    }
  }
}

void check_structure(Diagram& diagram, const PlaceOf& place, Findings& findings) {
  const Elements<Block> blocks(diagram.blocks);
  const Elements<Line> lines(diagram.lines);
  check_parents_exist(blocks, blocks, place, findings);
  check_parents_exist(blocks, lines, place, findings);
  check_parents_exist(blocks, Elements<Annotation>(diagram.annotations), place, findings);
  if (findings.failed()) return;
  check_depth(blocks, place, findings);
  if (findings.failed()) return;
  check_parents_are_subsystems(blocks, place, findings);
  check_masks(blocks, place, findings);
  make_names_unique(blocks, place, findings);
  check_lines(blocks, lines, place, findings);
}

int nesting_depth(const Diagram& diagram, Id block) {
  int depth = 0;
  for (auto it = diagram.blocks.find(block); it != diagram.blocks.end() && depth <= max_subsystem_depth;
       it = diagram.blocks.find(it->second.parent))
    ++depth;
  return depth;
}

bool is_within(const Diagram& diagram, Id block, Id subsystem) {
  for (int depth = 0; block != no_id && depth <= max_subsystem_depth; ++depth) {
    if (block == subsystem) return true;
    const auto it = diagram.blocks.find(block);
    if (it == diagram.blocks.end()) return false;
    block = it->second.parent;
  }
  return false;
}

}  // namespace sim
