#include "sim_core/diagram/structure.h"

#include <set>
#include <unordered_map>

#include "sim_core/base/stoppable.h"
#include "sim_core/diagram/member_reader.h"
#include "sim_core/diagram/unique_names.h"

namespace sim {

template <class T>
static void check_parents_exist(const Diagram& diagram, const std::map<Id, T>& elements, const PlaceOf& place,
                                Findings& findings) {
  for (const auto& [id, element] : stoppable(elements))
    if (element.parent != no_id && !diagram.blocks.contains(element.parent))
      findings.error(place(id) + ".parent",
                     "there is no block with the id " + std::to_string(to_number(element.parent)),
                     "write the id of a subsystem block, or leave the parent out for the top level", id);
}

// A subsystem of whatever plug-in: "ports/subsystem", "ports/enabled_subsystem".
static void check_parents_are_subsystems(const Diagram& diagram, const PlaceOf& place, Findings& findings) {
  std::set<Id> seen;
  for (const auto& [id, block] : stoppable(diagram.blocks)) {
    auto parent = diagram.blocks.find(block.parent);
    if (parent == diagram.blocks.end() || parent->second.type.ends_with("subsystem")) continue;
    if (seen.insert(block.parent).second)
      findings.warning(place(id) + ".parent",
                       "it is inside " + shown(parent->second.name) + ", whose type " +
                           shown(parent->second.type) + " is not a subsystem",
                       "give that block the type ports/subsystem", id);
  }
}

// Walks up from each block until a block whose depth is known, so that all walks together are linear.
static void check_depth(const Diagram& diagram, const PlaceOf& place, Findings& findings) {
  constexpr int being_walked = -1;
  std::unordered_map<Id, int> depth{{no_id, 0}};
  for (const auto& [start, block] : stoppable(diagram.blocks)) {
    if (block.parent == no_id) continue;
    std::vector<Id> walk;
    Id at = start;
    while (!depth.contains(at)) {
      depth[at] = being_walked;
      walk.push_back(at);
      at = diagram.blocks.at(at).parent;
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

static void check_masks(const Diagram& diagram, const PlaceOf& place, Findings& findings) {
  for (const auto& [id, block] : diagram.blocks) {
    if ((!block.mask && !block.link) || block.type.ends_with("subsystem")) continue;
    const std::string why =
        "it is kept but has no effect: the type " + shown(block.type) + " is not a subsystem";
    if (block.mask) findings.warning(place(id) + ".mask", why, "delete it", id);
    if (block.link) findings.warning(place(id) + ".link", why, "delete it", id);
  }
}

static void make_names_unique(Diagram& diagram, const PlaceOf& place, Findings& findings) {
  std::unordered_map<Id, UniqueNames> by_parent;
  std::vector<Id> again;
  for (const auto& [id, block] : stoppable(diagram.blocks))
    if (!by_parent[block.parent].take(block.name)) again.push_back(id);
  for (Id id : again) {
    Block& block = diagram.blocks.at(id);
    std::string name = by_parent[block.parent].take_similar(block.name);
    findings.warning(place(id) + ".name", "another block here is called " + shown(block.name) + " too",
                     "it is now called " + shown(name), id);
    block.name = std::move(name);
  }
}

// Where an end hangs once it is loose: at the nearest fixed corner, else beside the block of the other end.
static Point hanging_point(const Diagram& diagram, const Line& line, bool source) {
  if (!line.waypoints.empty()) return source ? line.waypoints.front() : line.waypoints.back();
  const auto& other = source ? line.target : line.source;
  auto block = other ? diagram.blocks.find(other->block) : diagram.blocks.end();
  if (block == diagram.blocks.end()) return {};
  return block->second.position;
}

static void loosen(const Diagram& diagram, Line& line, bool source, const std::string& place,
                   const std::string& why, Findings& findings, Id id) {
  (source ? line.loose_source : line.loose_target) = hanging_point(diagram, line, source);
  (source ? line.source : line.target).reset();
  findings.warning(place + (source ? ".from" : ".to"), why, "the end is now loose; connect it again", id);
}

static void check_lines(Diagram& diagram, const PlaceOf& place, Findings& findings) {
  std::set<PortRef> driven;
  for (auto& [id, line] : stoppable(diagram.lines)) {
    for (const auto& end : {line.source, line.target})
      if (end && line.parent == no_id)
        if (auto block = diagram.blocks.find(end->block); block != diagram.blocks.end())
          line.parent = block->second.parent;
    if (line.source && line.target && line.source->kind != line.target->kind)
      loosen(diagram, line, false, place(id), "a line leads from a signal to a conserving port", findings,
             id);
    for (bool source : {true, false}) {
      const auto& end = source ? line.source : line.target;
      if (!end) continue;
      auto block = diagram.blocks.find(end->block);
      const std::string number = std::to_string(to_number(end->block));
      if (block == diagram.blocks.end())
        loosen(diagram, line, source, place(id), "there is no block with the id " + number, findings, id);
      else if (block->second.parent != line.parent)
        loosen(diagram, line, source, place(id), "block " + number + " is in another subsystem", findings,
               id);
      else if (!source && end->kind == PortKind::Signal && !driven.insert(*end).second)
        loosen(diagram, line, source, place(id), "another line already drives this input", findings, id);
    }
  }
}

void check_structure(Diagram& diagram, const PlaceOf& place, Findings& findings) {
  check_parents_exist(diagram, diagram.blocks, place, findings);
  check_parents_exist(diagram, diagram.lines, place, findings);
  check_parents_exist(diagram, diagram.annotations, place, findings);
  if (findings.failed()) return;
  check_depth(diagram, place, findings);
  if (findings.failed()) return;
  check_parents_are_subsystems(diagram, place, findings);
  check_masks(diagram, place, findings);
  make_names_unique(diagram, place, findings);
  check_lines(diagram, place, findings);
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
