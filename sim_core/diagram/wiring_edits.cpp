#include "sim_core/diagram/wiring_edits.h"

#include <algorithm>

#include "sim_core/diagram/edits.h"
#include "sim_core/diagram/file.h"
#include "sim_core/diagram/line_shape.h"

namespace sim {

static const Block* block_at(const Diagram& d, const std::optional<PortRef>& end) {
  if (!end) return nullptr;
  const auto it = d.blocks.find(end->block);
  return it == d.blocks.end() ? nullptr : &it->second;
}

Result<Edit> reconnect(Diagram& diagram, Id id, const Line& ends) {
  const auto it = diagram.lines.find(id);
  if (it == diagram.lines.end())
    return error({}, "the line to reconnect is not there", "choose another one", id);
  Line line = it->second;
  const bool stays = line.source && line.source == ends.source;
  line.source = ends.source, line.target = ends.target;
  line.loose_source = ends.source ? Point{} : ends.loose_source;
  line.loose_target = ends.target ? Point{} : ends.loose_target;
  line.waypoints = stays ? branch_of(line.waypoints) : std::vector<Point>();
  Edit edit{"Reconnect Line", {}};
  if (line.source && line.target) {
    auto connected = connect(diagram, *line.source, *line.target);
    if (!connected) return connected.errors();
    if (connected->empty()) {  // another line does that already, or this one
      if (line.source != it->second.source || line.target != it->second.target) edit.remove<Line>(id);
      return edit;
    }
  }
  if (line.target && line.target->kind == PortKind::Signal)
    for (const auto& [other, l] : diagram.lines)
      if (other != id && l.target == line.target) edit.remove<Line>(other);
  for (const auto& end : {line.source, line.target})
    if (end && !block_at(diagram, end))
      return error({}, "the block to connect is not there", "choose another one", end->block);
  if (const Block* block = block_at(diagram, line.source ? line.source : line.target))
    line.parent = block->parent;
  if (!(line == it->second)) edit.set(id, std::move(line));
  return edit;
}

Result<Edit> insert_into_line(Diagram& diagram, Id id, PortRef in, PortRef out) {
  const auto it = diagram.lines.find(id);
  if (it == diagram.lines.end())
    return error({}, "the line to insert into is not there", "choose another one", id);
  const Block* block = block_at(diagram, in);
  if (!block || !block_at(diagram, out))
    return error({}, "the block to insert is not there", "choose another one", in.block);
  Edit edit{"Insert " + block->name, {}};
  Line before = it->second;
  Line after{before.parent, out, before.target, {}, before.loose_target, {}, {}};
  before.target = in;
  before.loose_target = {};
  before.waypoints = branch_of(before.waypoints);
  edit.set(id, std::move(before));
  edit.set(diagram.new_id(), std::move(after));
  return edit;
}

namespace {

// Works out what becomes of each line around the blocks.
class TakingOut {
 public:
  TakingOut(const Diagram& diagram, const std::set<Id>& blocks, const PortPosition& position)
      : d_(diagram), blocks_(blocks), position_(position) {}
  Edit edit() {
    for (const auto& [id, line] : d_.lines)
      if (!line.conserving() && within(line.source) && !within(line.target)) heal(id, line);
    for (const auto& [id, line] : d_.lines)
      if (!line.conserving() && within(line.target) && !within(line.source)) let_go(id, line);
    for (Id block : blocks_) heal_network(block);
    Edit edit{"Take Out", {}};
    for (auto& [id, line] : becomes_) edit.changes.emplace_back(Set<Line>{id, std::move(line)});
    return edit;
  }

 private:
  bool within(const std::optional<PortRef>& end) const { return end && blocks_.contains(end->block); }

  // The line from outside that drives the output, through any number of the blocks.
  const std::pair<const Id, Line>* driver(PortRef output) const {
    std::set<PortRef> seen;
    while (seen.insert(output).second) {
      const std::pair<const Id, Line>* best = nullptr;
      for (const auto& entry : d_.lines) {
        const auto& target = entry.second.target;
        if (!target || target->kind != PortKind::Signal || target->block != output.block) continue;
        if (target->port == output.port) {
          best = &entry;
          break;
        }
        if (!best || target->port < best->second.target->port) best = &entry;
      }
      if (!best || !within(best->second.source)) return best;
      output = *best->second.source;
    }
    return nullptr;
  }

  void heal(Id id, const Line& line) {
    Line healed = line;
    const auto* from = driver(*line.source);
    healed.waypoints = from ? branch_of(from->second.waypoints) : std::vector<Point>();
    if (from && from->second.source) {
      healed.source = from->second.source;
    } else {
      healed.loose_source = from ? from->second.loose_source : position_(*line.source, false);
      healed.source.reset();
    }
    if (from) used_.insert(from->first);
    if (healed.source || healed.target || from)
      becomes_[id] = std::move(healed);
    else
      becomes_[id] = std::nullopt;
  }

  void let_go(Id id, const Line& line) {
    if (used_.contains(id) || !line.source) {
      becomes_[id] = std::nullopt;
      return;
    }
    Line hanging = line;
    hanging.waypoints = branch_of(line.waypoints);
    hanging.loose_target = position_(*line.target, true);
    hanging.target.reset();
    becomes_[id] = std::move(hanging);
  }

  // A conserving line of `block` to the outside.
  struct Branch {
    Id id;
    PortRef here;
    std::optional<PortRef> there;
    Point loose;
  };
  std::map<int, std::vector<Branch>> branches(Id block) const {
    std::map<int, std::vector<Branch>> by_port;
    for (const auto& [id, line] : d_.lines) {
      if (!line.conserving()) continue;
      const bool from = line.source && line.source->block == block,
                 to = line.target && line.target->block == block;
      if (from == to) continue;
      const PortRef here = from ? *line.source : *line.target;
      const auto& there = from ? line.target : line.source;
      if (within(there)) continue;
      by_port[here.port].push_back({id, here, there, from ? line.loose_target : line.loose_source});
    }
    return by_port;
  }

  bool joined(PortRef a, PortRef b) const {
    return std::any_of(d_.lines.begin(), d_.lines.end(), [&](const auto& entry) {
      const Line& l = entry.second;
      return (l.source == a && l.target == b) || (l.source == b && l.target == a);
    });
  }

  // The first branch now leads from its other end to that of the second, which goes.
  void join(const Branch& first, const Branch& second) {
    Line line = d_.lines.at(first.id);
    line.waypoints.clear();
    line.source = first.there, line.loose_source = first.loose;
    line.target = second.there, line.loose_target = second.loose;
    const bool pointless = (!line.source && !line.target) || line.source == line.target ||
                           (line.source && line.target && joined(*line.source, *line.target));
    becomes_[first.id] = pointless ? std::nullopt : std::optional(std::move(line));
  }

  void hang(const Branch& b) {
    Line line = d_.lines.at(b.id);
    line.waypoints.clear();
    line.source = b.there;
    line.target.reset();
    line.loose_target = position_(b.here, false);
    becomes_[b.id] = b.there ? std::optional(std::move(line)) : std::nullopt;
  }

  void heal_network(Id block) {
    const auto by_port = branches(block);
    if (by_port.size() == 2 && by_port.begin()->second.size() == 1 && by_port.rbegin()->second.size() == 1) {
      join(by_port.begin()->second[0], by_port.rbegin()->second[0]);
      becomes_[by_port.rbegin()->second[0].id] = std::nullopt;
      return;
    }
    for (const auto& [port, at] : by_port) {
      if (at.size() == 1) {
        hang(at[0]);
        continue;
      }
      for (std::size_t k = 1; k < at.size(); ++k) join(at[k], at[0]);
      becomes_[at[0].id] = std::nullopt;
    }
  }

  const Diagram& d_;
  const std::set<Id>& blocks_;
  const PortPosition& position_;
  std::set<Id> used_;
  std::map<Id, std::optional<Line>> becomes_;
};

}  // namespace

Edit take_out_of_lines(Diagram& diagram, const std::set<Id>& blocks, const PortPosition& position) {
  Edit edit = TakingOut(diagram, blocks, position).edit();
  if (blocks.size() == 1)
    if (const auto it = diagram.blocks.find(*blocks.begin()); it != diagram.blocks.end())
      edit.label = "Take " + it->second.name + " Out";
  return edit;
}

Edit remove_and_heal(Diagram& diagram, const std::set<Id>& ids) {
  std::set<Id> blocks;
  for (Id id : ids)
    if (diagram.blocks.contains(id)) blocks.insert(id);
  const Edit healing = take_out_of_lines(diagram, blocks, [](PortRef, bool) { return Point{}; });
  Edit edit;
  std::set<Id> healed;
  for (const Change& change : healing.changes) {
    const auto& line = std::get<Set<Line>>(change);
    const bool whole = line.value && line.value->source && line.value->target && !ids.contains(line.id);
    if (whole) healed.insert(line.id), edit.changes.push_back(change);
  }
  Edit removal = remove_blocks(diagram, ids);
  edit.label = removal.label;
  for (Change& change : removal.changes) {
    const auto* line = std::get_if<Set<Line>>(&change);
    if (!line || !healed.contains(line->id)) edit.changes.push_back(std::move(change));
  }
  return edit;
}

Edit reset_lines(const Diagram& diagram, const std::set<Id>& lines) {
  Edit edit{"Reset Line Shape", {}};
  for (Id id : lines) {
    const auto it = diagram.lines.find(id);
    if (it == diagram.lines.end() || it->second.waypoints.empty()) continue;
    Line line = it->second;
    line.waypoints.clear();
    edit.set(id, std::move(line));
  }
  return edit;
}

Result<Edit> name_signal(const Diagram& diagram, PortRef output, const std::string& name) {
  const Block* block = block_at(diagram, output);
  if (!block) return error({}, "the block of this signal is not there", "choose another one", output.block);
  if (output.kind != PortKind::Signal)
    return error(block_path(diagram, output.block), "lines of physical networks carry no signal",
                 "measure it with a sensor, and name the sensor's output", output.block);
  const bool printable = std::all_of(
      name.begin(), name.end(), [](char c) { return static_cast<unsigned char>(c) >= 0x20 && c != 0x7f; });
  if (name.size() > max_name_length || !printable)
    return error(block_path(diagram, output.block),
                 "this cannot name a signal: it is too long, or has control characters",
                 "choose another name", output.block);
  Edit edit{name.empty() ? "Remove Signal Name" : "Name Signal " + name, {}};
  Block named = *block;
  if (name.empty())
    named.signal_names.erase(output.port);
  else
    named.signal_names[output.port] = name;
  if (!(named == *block)) edit.set(output.block, std::move(named));
  return edit;
}

}  // namespace sim
