#include <algorithm>
#include <map>

#include "sim_core/diagram/block_names.h"
#include "sim_core/diagram/edits.h"
#include "sim_core/diagram/file.h"
#include "sim_core/diagram/geometry.h"
#include "sim_core/diagram/structure.h"
#include "sim_core/diagram/subsystems.h"
#include "sim_core/diagram/unique_names.h"
#include "sim_core/diagram/well_known_types.h"

namespace sim {

namespace {

using namespace well_known;

constexpr double port_width = 40, port_height = 24, port_pitch = 48, port_gap = 64;

bool stays_outside(const Block& b) { return is_port(b) || is_control(b) || b.type == tag_scope; }

class Creation {
 public:
  Creation(Diagram& diagram, const std::set<Id>& ids, const PortSites& sites) : d_(diagram), sites_(sites) {
    for (Id id : ids) {
      const auto block = d_.blocks.find(id);
      if (block != d_.blocks.end() && !stays_outside(block->second)) inside_.insert(id);
      if (d_.annotations.contains(id)) notes_.insert(id);
    }
  }

  Result<Grouping> create() {
    if (Diagnostics problems = check(); !problems.empty()) return problems;
    measure();
    make_subsystem();
    move_elements();
    find_crossings();
    make_inports();
    make_outports();
    make_connection_ports();
    place();
    for (auto& [id, block] : blocks_) edit_.set(id, std::move(block));
    edit_.label = "Create " + name_;
    return Grouping{std::move(edit_), subsystem_};
  }

 private:
  struct Crossing {
    Id line;
    PortRef in, out;  // the end inside, the end outside
  };

  Diagnostics check() {
    if (inside_.empty())
      return {error({}, "no block is selected that could be put into a subsystem",
                    "select blocks other than ports and control blocks")};
    parent_ = d_.blocks.at(*inside_.begin()).parent;
    int depth = 0;
    for (Id id : with_contents(d_, inside_)) depth = std::max(depth, nesting_depth(d_, id));
    for (Id id : inside_)
      if (d_.blocks.at(id).parent != parent_)
        return {error(block_path(d_, id), "it is in another subsystem than the rest",
                      "select blocks of one level", id)};
    if (depth >= max_subsystem_depth)
      return {error(block_path(d_, *inside_.begin()),
                    "subsystems would be nested more than " + std::to_string(max_subsystem_depth) + " deep",
                    "group blocks further up", *inside_.begin())};
    return keep_tags();
  }

  // A local tag that is used on both sides becomes a scoped one of the level around.
  Diagnostics keep_tags() {
    std::map<std::string, Id> gotos;
    std::map<std::string, std::pair<bool, bool>> sides;  // used inside, outside
    std::set<std::string> deeper, scopes;
    for (const auto& [id, block] : d_.blocks) {
      const bool here = block.parent == parent_;
      if (block.type == tag_scope && here) scopes.insert(tag_of(block));
      if (block.type != goto_tag && block.type != from_tag) continue;
      if (here && block.type == goto_tag && is_local(block)) gotos[tag_of(block)] = id;
      if (here) (inside_.contains(id) ? sides[tag_of(block)].first : sides[tag_of(block)].second) = true;
      if (!here && is_within(d_, id, parent_)) deeper.insert(tag_of(block));
    }
    for (const auto& [tag, id] : gotos) {
      if (!sides[tag].first || !sides[tag].second) continue;
      if (deeper.contains(tag) || scopes.contains(tag))
        return {error(block_path(d_, id),
                      "its tag " + tag +
                          " is local and used inside and outside of the new subsystem, and "
                          "another block further down uses the same tag",
                      "give it another tag", id)};
      change(id).parameters["TagVisibility"] = "scoped";
      Block scope;
      scope.parent = parent_;
      scope.type = tag_scope;
      scope.name = unique_block_name(d_, parent_, "Scope of " + shortened_name(tag, 16));
      scope.size = {64, 28};
      scope.parameters["GotoTag"] = tag;
      scopes_.push_back(std::move(scope));
    }
    return {};
  }

  Block& change(Id id) { return blocks_.try_emplace(id, d_.blocks.at(id)).first->second; }

  void measure() {
    box_ = box_of(d_.blocks.at(*inside_.begin()));
    for (Id id : inside_) box_ = united(box_, box_of(d_.blocks.at(id)));
    for (Id id : notes_) box_ = united(box_, box_of(d_.annotations.at(id)));
  }

  void make_subsystem() {
    subsystem_ = d_.new_id();
    Block block;
    block.parent = parent_;
    block.type = subsystem;
    block.name = name_ = unique_block_name(d_, parent_, "Subsystem");
    blocks_[subsystem_] = std::move(block);
  }

  void move_elements() {
    for (Id id : inside_) {
      change(id).parent = subsystem_;
      names_.take(d_.blocks.at(id).name);
    }
    for (Id id : notes_) {
      Annotation note = d_.annotations.at(id);
      note.parent = subsystem_;
      edit_.set(id, std::move(note));
    }
    double y = box_.top;
    for (Block& scope : scopes_) {
      scope.position = {on_grid(box_.left), on_grid(y -= 64)};
      blocks_[d_.new_id()] = std::move(scope);
    }
  }

  bool is_inside(const std::optional<PortRef>& end) const { return end && inside_.contains(end->block); }

  void find_crossings() {
    for (const auto& [id, line] : d_.lines) {
      const bool from = is_inside(line.source), to = is_inside(line.target);
      if (!from && !to) continue;
      const bool from_outside = line.source && !from, to_outside = line.target && !to;
      if (from && to_outside)
        (line.conserving() ? physical_ : leaving_).push_back({id, *line.source, *line.target});
      else if (to && from_outside)
        (line.conserving() ? physical_ : entering_).push_back({id, *line.target, *line.source});
      else
        move_line(id, line);
    }
  }

  void move_line(Id id, Line line) {
    line.parent = subsystem_;
    edit_.set(id, std::move(line));
    const Line& moved = d_.lines.at(id);
    if (moved.conserving() && moved.source && moved.target) join(*moved.source, *moved.target);
  }

  // Crossings that share a signal, in the order in which their lines arrive from above.
  template <class Key>
  std::vector<std::vector<Crossing>> grouped(const std::vector<Crossing>& crossings, bool leaving, Key key) {
    std::map<PortRef, std::vector<Crossing>> by_signal;
    for (const Crossing& c : crossings) by_signal[key(c)].push_back(c);
    std::vector<std::pair<std::pair<double, double>, std::vector<Crossing>>> ordered;
    for (auto& [port, list] : by_signal) {
      const double out = sites_(list.front().out, leaving).at.y, in = sites_(list.front().in, !leaving).at.y;
      ordered.push_back({{out, in}, std::move(list)});
    }
    std::stable_sort(ordered.begin(), ordered.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<std::vector<Crossing>> groups;
    for (auto& [at, list] : ordered) groups.push_back(std::move(list));
    return groups;
  }

  // What the signal of an output is called: its own name, else its port's or block's.
  std::string name_of(PortRef output) const {
    const Block& block = d_.blocks.at(output.block);
    if (const std::string name = signal_name(output); !name.empty()) return name;
    const PortSite site = sites_(output, false);
    if (block.type == from_tag) return tag_of(block);
    if (block.type == subsystem) return site.name;
    return site.count > 1 ? block.name + "_" + site.name : block.name;
  }

  std::string signal_name(PortRef output) const {
    const Block& block = d_.blocks.at(output.block);
    const auto named = block.signal_names.find(output.port);
    return named == block.signal_names.end() ? std::string() : named->second;
  }

  // A block for a port of the subsystem, in a row with what it is connected to.
  Id add_port(std::string_view type, std::string name, int number, bool left, double y, double& lowest) {
    Block block;
    block.parent = subsystem_;
    block.type = type;
    block.name = names_.take_similar(name.empty() ? "Port" : allowed_block_name(std::move(name)));
    (left ? longest_left_ : longest_right_) =
        std::max(left ? longest_left_ : longest_right_, block.name.size());
    block.size = {port_width, port_height};
    const double top = std::max(lowest, y - port_height / 2);
    lowest = top + port_pitch;
    block.position = {on_grid(left ? box_.left - port_gap - port_width : box_.right + port_gap), top};
    if (number > 0) block.parameters["port"] = std::to_string(number + 1);
    const Id id = d_.new_id();
    blocks_[id] = std::move(block);
    return id;
  }

  void add_line(Id id, PortRef source, PortRef target, Id parent) {
    Line line = d_.lines.contains(id) ? d_.lines.at(id) : Line{};
    line.parent = parent;
    line.source = source;
    line.target = target;
    line.waypoints.clear();
    edit_.set(id, std::move(line));
  }

  // Bus creators call their elements as the lines are called: what the port blocks would change is said.
  void keep_bus_names(const std::vector<Crossing>& group, PortRef source, Id port_block, int port,
                      bool leaving) {
    std::string name = signal_name(source);
    for (const Crossing& c : group)
      if (d_.blocks.at(leaving ? c.out.block : c.in.block).type == bus_creator) name = name_of(source);
    if (!name.empty()) blocks_.at(port_block).signal_names[port] = name;
  }

  void make_inports() {
    int number = 0;
    double lowest = -max_coordinate;
    for (const auto& group : grouped(entering_, false, [](const Crossing& c) { return c.out; })) {
      const PortRef source = group.front().out;
      const Id port =
          add_port(inport, name_of(source), number, true, sites_(group.front().in, true).at.y, lowest);
      keep_bus_names(group, source, port, 0, false);
      add_line(group.front().line, source, {subsystem_, number++}, parent_);
      for (const Crossing& c : group) {
        if (c.line != group.front().line) edit_.remove<Line>(c.line);
        add_line(d_.new_id(), {port, 0}, c.in, subsystem_);
      }
    }
    rows_ = std::max(rows_, number);
    lowest_left_ = lowest;
  }

  void make_outports() {
    int number = 0;
    double lowest = -max_coordinate;
    for (const auto& group : grouped(leaving_, true, [](const Crossing& c) { return c.in; })) {
      const PortRef source = group.front().in;
      const std::string name = signal_name(source);
      const Id port = add_port(outport, name.empty() ? name_of(source) + " out" : name, number, false,
                               sites_(source, false).at.y, lowest);
      keep_bus_names(group, source, subsystem_, number, true);
      for (const Crossing& c : group) add_line(c.line, {subsystem_, number}, c.out, parent_);
      add_line(d_.new_id(), source, {port, 0}, subsystem_);
      ++number;
    }
    rows_ = std::max(rows_, number);
    lowest_right_ = lowest;
  }

  PortRef node(PortRef port) const {
    for (auto it = joined_.find(port); it != joined_.end(); it = joined_.find(port)) port = it->second;
    return port;
  }
  void join(PortRef a, PortRef b) {
    a = node(a), b = node(b);
    if (a != b) joined_[std::max(a, b)] = std::min(a, b);
  }

  void make_connection_ports() {
    int number = 0, left_count = 0, right_count = 0;
    for (const auto& group : grouped(physical_, false, [&](const Crossing& c) { return node(c.in); })) {
      const PortRef in = group.front().in;
      const bool left = sites_(group.front().out, false).at.x < box_.center().x;
      const std::string port_name = sites_(in, false).name;
      const Id port = add_port(connection_port, port_name.empty() ? "C" : port_name, number, left,
                               sites_(in, false).at.y, left ? lowest_left_ : lowest_right_);
      if (!left) blocks_.at(port).parameters["side"] = "right";
      blocks_.at(port).flipped = !left;
      const PortRef border{subsystem_, number++, PortKind::Conserving};
      for (const Crossing& c : group) {
        const bool outwards = d_.lines.at(c.line).source == c.in;
        add_line(c.line, outwards ? border : c.out, outwards ? c.out : border, parent_);
      }
      add_line(d_.new_id(), {port, 0, PortKind::Conserving}, in, subsystem_);
      (left ? left_count : right_count) += 1;
    }
    rows_ += std::max(left_count, right_count);
  }

  // In the middle of what it replaces; further down where something else is in its place.
  void place() {
    Block& block = blocks_.at(subsystem_);
    // Wide enough for the names of the ports on both sides.
    const double wanted_width = 5.5 * static_cast<double>(longest_left_ + longest_right_) + 24;
    block.size = {std::clamp(std::ceil(wanted_width / 16) * 16, 96.0, 192.0),
                  std::max(64.0, 24.0 * rows_ + 16)};
    block.position = {on_grid(box_.center().x - block.size.width / 2),
                      on_grid(box_.center().y - block.size.height / 2)};
    const auto covered = [&] {
      const Box here = box_of(block).grown(grid_step);
      return std::any_of(d_.blocks.begin(), d_.blocks.end(), [&](const auto& other) {
        return other.second.parent == parent_ && !inside_.contains(other.first) &&
               box_of(other.second).overlaps(here);
      });
    };
    const Point wanted = block.position;
    for (int tries = 0; covered() && tries < 500; ++tries) block.position.y += grid_step;
    if (covered()) block.position = wanted;
    block.position = shifted(block.position, {});
  }

  Diagram& d_;
  const PortSites& sites_;
  std::set<Id> inside_, notes_;
  Id parent_ = no_id, subsystem_ = no_id;
  std::string name_;
  Box box_;
  UniqueNames names_;  // inside
  std::vector<Block> scopes_;
  std::vector<Crossing> entering_, leaving_, physical_;
  std::map<PortRef, PortRef> joined_;
  int rows_ = 0;
  std::size_t longest_left_ = 0, longest_right_ = 0;  // names of ports
  double lowest_left_ = -max_coordinate, lowest_right_ = -max_coordinate;
  std::map<Id, Block> blocks_;  // as they will be
  Edit edit_;
};

}  // namespace

Result<Grouping> create_subsystem(Diagram& diagram, const std::set<Id>& ids, const PortSites& sites) {
  return Creation(diagram, ids, sites).create();
}

}  // namespace sim
