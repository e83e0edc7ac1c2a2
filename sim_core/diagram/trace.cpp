#include "sim_core/diagram/trace.h"

#include <map>
#include <optional>

#include "sim_core/diagram/well_known_types.h"

namespace sim {

namespace {

using namespace well_known;

Id parent_of(const Diagram& d, Id block) {
  const auto it = d.blocks.find(block);
  return it == d.blocks.end() ? no_id : it->second.parent;
}

// The nearest level around `level`, itself included, that has a visibility block for the tag.
std::optional<Id> scope_of(const Diagram& d, Id level, const std::string& tag) {
  for (int depth = 0; depth <= max_subsystem_depth; ++depth) {
    for (const auto& [id, block] : d.blocks)
      if (block.parent == level && block.type == tag_scope && tag_of(block) == tag) return level;
    if (level == no_id) break;
    level = parent_of(d, level);
  }
  return std::nullopt;
}

Id goto_of(const Diagram& d, const Block& from) {
  const std::string tag = tag_of(from);
  Id global = no_id, scoped = no_id;
  const std::optional<Id> scope = scope_of(d, from.parent, tag);
  for (const auto& [id, block] : d.blocks) {
    if (block.type != goto_tag || tag_of(block) != tag || block.commented != CommentedOut::No) continue;
    const std::string visibility = text_of(block, "TagVisibility", "local");
    if (visibility == "local" && block.parent == from.parent) return id;
    if (visibility == "scoped" && scope && scope_of(d, block.parent, tag) == scope) scoped = id;
    if (visibility == "global") global = id;
  }
  return scoped != no_id ? scoped : global;
}

class Tracer {
 public:
  Tracer(const Diagram& diagram, bool upstream) : d_(diagram), up_(upstream) {
    for (const auto& [id, line] : d_.lines) {
      const auto& end = up_ ? line.target : line.source;
      if (end) by_end_.emplace(*end, id);
      if (line.conserving())
        for (const auto& port : {line.source, line.target})
          if (port) nodes_.emplace(*port, id);
    }
  }

  Trace trace(const std::set<Id>& from) {
    for (Id id : from) {
      if (d_.lines.contains(id)) follow_line(id);
      if (!d_.blocks.contains(id)) continue;
      out_.blocks.insert(id);
      // A port block, a tag or a border leads on at once; of others every line counts.
      if (!leads_on(d_.blocks.at(id), id))
        for (auto it = by_end_.lower_bound({id, 0}); it != by_end_.end() && it->first.block == id; ++it)
          if (!d_.lines.at(it->second).conserving()) follow_line(it->second);
    }
    while (!open_.empty()) {
      const Id id = open_.back();
      open_.pop_back();
      const Line& line = d_.lines.at(id);
      if (line.conserving())
        spread(line);
      else if (const auto& end = up_ ? line.source : line.target)
        pass(*end);
    }
    return std::move(out_);
  }

 private:
  void follow_line(Id id) {
    if (out_.lines.insert(id).second) open_.push_back(id);
  }
  void follow_port(PortRef port) {
    const auto [first, last] = by_end_.equal_range(port);
    for (auto it = first; it != last; ++it) follow_line(it->second);
  }
  void spread(const Line& line) {
    for (const auto& port : {line.source, line.target}) {
      if (!port) continue;
      out_.blocks.insert(port->block);
      const auto [first, last] = nodes_.equal_range(*port);
      for (auto it = first; it != last; ++it) follow_line(it->second);
    }
  }

  // The port block inside a subsystem behind one of its ports, and on from there.
  void enter(PortRef border) {
    for (const auto& [id, block] : d_.blocks)
      if (block.parent == border.block && block.type == (up_ ? outport : inport) &&
          port_number(block) == border.port) {
        out_.blocks.insert(id);
        follow_port({id, 0});
      }
  }

  void pass(PortRef end) {
    const Block& block = d_.blocks.at(end.block);
    out_.blocks.insert(end.block);
    if (block.type == subsystem)
      enter(end);
    else
      leads_on(block, end.block);
  }

  bool leads_on(const Block& block, Id id) {
    const std::string_view port = up_ ? inport : outport, tag = up_ ? from_tag : goto_tag;
    if (block.type == port && block.parent != no_id && port_number(block)) {
      out_.blocks.insert(block.parent);
      follow_port({block.parent, *port_number(block)});
      return true;
    }
    if (block.type != tag) return false;
    for (Id partner : tag_partners(d_, id)) {
      out_.blocks.insert(partner);
      follow_port({partner, 0});
    }
    return true;
  }

  const Diagram& d_;
  bool up_;
  std::multimap<PortRef, Id> by_end_, nodes_;
  std::vector<Id> open_;
  Trace out_;
};

}  // namespace

Trace trace_to_sources(const Diagram& diagram, const std::set<Id>& from) {
  return Tracer(diagram, true).trace(from);
}

Trace trace_to_destinations(const Diagram& diagram, const std::set<Id>& from) {
  return Tracer(diagram, false).trace(from);
}

std::vector<Id> tag_partners(const Diagram& d, Id id) {
  const auto it = d.blocks.find(id);
  if (it == d.blocks.end()) return {};
  if (it->second.type == from_tag) {
    const Id found = goto_of(d, it->second);
    return found == no_id ? std::vector<Id>{} : std::vector<Id>{found};
  }
  std::vector<Id> partners;
  if (it->second.type == goto_tag)
    for (const auto& [other, block] : d.blocks)
      if (block.type == from_tag && tag_of(block) == tag_of(it->second) && goto_of(d, block) == id)
        partners.push_back(other);
  return partners;
}

}  // namespace sim
