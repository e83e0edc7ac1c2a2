#include <algorithm>
#include <cmath>
#include <map>

#include "sim_core/diagram/edits.h"
#include "sim_core/diagram/geometry.h"
#include "sim_core/diagram/mask_substitution.h"
#include "sim_core/diagram/structure.h"
#include "sim_core/diagram/subsystems.h"
#include "sim_core/diagram/unique_names.h"
#include "sim_core/diagram/well_known_types.h"

namespace sim {

namespace {

using namespace well_known;

class Expansion {
 public:
  Expansion(Diagram& diagram, Id subsystem, const IsVariableName& is_variable_name)
      : d_(diagram), subsystem_(subsystem), is_variable_name_(is_variable_name) {}

  Result<Edit> expand() {
    if (Diagnostics problems = check(); !problems.empty()) return problems;
    collect_ports();
    if (Diagnostics problems = keep_tags(); !problems.empty()) return problems;
    move_blocks_out();
    lead_signals();
    join_nodes();
    make_room();
    for (Id id : gone_) blocks_.erase(id);
    for (auto& [id, block] : blocks_) edit_.set(id, std::move(block));
    for (const auto& [id, line] : lines_) line ? edit_.set(id, *line) : edit_.remove<Line>(id);
    for (Id id : gone_) edit_.remove<Block>(id);
    edit_.remove<Block>(subsystem_);
    edit_.label = "Expand " + block_.name;
    return std::move(edit_);
  }

 private:
  // Where a signal comes from, outside of all borders; neither: from nowhere.
  struct Origin {
    std::optional<PortRef> port;
    std::optional<Point> loose;
  };

  Diagnostic refused(const std::string& why, const std::string& remedy, Id element) const {
    return error(block_path(d_, element), why, remedy, element);
  }

  Diagnostics check() {
    const auto found = d_.blocks.find(subsystem_);
    if (found == d_.blocks.end() || found->second.type != subsystem)
      return {error({}, "this is no subsystem", "select a subsystem", subsystem_)};
    block_ = found->second;
    if (block_.commented != CommentedOut::No)
      return {refused("it is commented out", "take it in again first", subsystem_)};
    if (block_.mask) {
      auto written_out = blocks_without_mask(d_, subsystem_, is_variable_name_);
      if (!written_out) return written_out.errors();
      blocks_ = *std::move(written_out);
    }
    for (const auto& [id, original] : d_.blocks) {
      const Block& block = as_it_will_be(id, original);
      if (block.parent != subsystem_ || block.commented != CommentedOut::No) continue;
      if (is_control(block))
        return {refused("it says when the blocks around it are executed",
                        "delete it first, if they are to be executed always", id)};
      if (is_port(block) && !port_number(block))
        return {refused("its number is not written as a number", "write 1, 2, 3 ... for it", id)};
    }
    return {};
  }

  // A port that converts a unit goes on doing that.
  static bool converts(const Block& port) { return text_of(port, "Unit", "inherit") != "inherit"; }

  void collect_ports() {
    for (const auto& [id, original] : d_.blocks) {
      const Block& block = as_it_will_be(id, original);
      if (block.parent != subsystem_ || !is_port(block)) continue;
      const bool kept =
          block.type != connection_port && block.commented == CommentedOut::No && converts(block);
      if (!kept) gone_.insert(id);
      if (block.commented != CommentedOut::No) continue;
      const int number = *port_number(block);
      if (block.type == inport) inports_[number] = id;
      if (block.type == outport) outports_[number] = id;
      if (block.type == connection_port) nodes_[id] = number;
    }
  }

  const Block& as_it_will_be(Id id, const Block& original) const {
    const auto changed = blocks_.find(id);
    return changed == blocks_.end() ? original : changed->second;
  }

  Block& change(Id id) { return blocks_.try_emplace(id, d_.blocks.at(id)).first->second; }

  // Local tags come to the level of other ones. A tag that is used there gets another name.
  Diagnostics keep_tags() {
    std::set<std::string> around, local_around, elsewhere;
    std::map<std::string, Id> local;
    std::set<std::string> taken;
    for (const auto& [id, block] : d_.blocks) {
      if (block.type != goto_tag && block.type != from_tag && block.type != tag_scope) continue;
      taken.insert(tag_of(block));
      const bool is_local_goto = block.type == goto_tag && is_local(block);
      if (block.parent == subsystem_ && is_local_goto) local[tag_of(block)] = id;
      if (block.parent == block_.parent) around.insert(tag_of(block));
      if (block.parent == block_.parent && is_local_goto) local_around.insert(tag_of(block));
      if (!is_within(d_, id, subsystem_)) elsewhere.insert(tag_of(block));
    }
    std::map<std::string, std::string> renamed;
    for (const auto& [tag, id] : local)
      if (around.contains(tag)) {
        int number = 2;
        while (taken.contains(tag + std::to_string(number))) ++number;
        taken.insert(renamed[tag] = tag + std::to_string(number));
      }
    for (const auto& [id, block] : d_.blocks) {
      if (block.parent != subsystem_) continue;
      if (block.type == tag_scope && elsewhere.contains(tag_of(block)))
        return {refused("outside of the subsystem there is a tag " + tag_of(block) + ", too",
                        "give one of the two another name", id)};
      if (block.type != goto_tag && block.type != from_tag) continue;
      if (block.type == from_tag && !local.contains(tag_of(block)) && local_around.contains(tag_of(block)))
        return {
            refused("outside of the subsystem its tag " + tag_of(block) + " is that of another Goto block",
                    "give one of the two another name", id)};
      const auto found = renamed.find(tag_of(block));
      if (found != renamed.end() && (block.type == from_tag || is_local(block)))
        change(id).parameters["GotoTag"] = found->second;
    }
    return {};
  }

  void move_blocks_out() {
    std::optional<Box> box;
    const auto add = [&](const Box& other) { box = box ? united(*box, other) : other; };
    UniqueNames names;
    for (const auto& [id, block] : d_.blocks) {
      if (block.parent == block_.parent && id != subsystem_) names.take(block.name);
      if (block.parent == subsystem_ && !gone_.contains(id)) add(box_of(block)), inside_.insert(id);
    }
    for (const auto& [id, note] : d_.annotations)
      if (note.parent == subsystem_) add(box_of(note));
    if (!box) return;
    const Point to = box_of(block_).center(), from = box->center();
    const Point by{std::trunc((to.x - from.x) / grid_step) * grid_step,
                   std::trunc((to.y - from.y) / grid_step) * grid_step};
    by_ = by;
    content_ = box->shifted(by);
    for (Id id : inside_) {
      Block& block = change(id);
      block.parent = block_.parent;
      block.name = names.take_similar(block.name);
      block.position = shifted(block.position, by);
      if (is_port(block)) {
        block.type = specification;
        const std::string unit = block.parameters.at("Unit");
        block.parameters = {{"Unit", unit}};
      }
    }
    for (const auto& [id, original] : d_.annotations) {
      if (original.parent != subsystem_) continue;
      Annotation note = original;
      note.parent = block_.parent;
      note.position = shifted(note.position, by);
      edit_.set(id, std::move(note));
    }
  }

  bool is_border(const std::optional<PortRef>& end) const {
    return end && (end->block == subsystem_ || gone_.contains(end->block));
  }

  const Line* line_into(PortRef target) const {
    for (const auto& [id, line] : d_.lines)
      if (line.target == target) return &line;
    return nullptr;
  }

  Origin origin_of(const Line* line) const {
    for (int hops = 0; line && hops < 4096; ++hops) {
      if (!line->source) return {{}, line->loose_source};
      const PortRef source = *line->source;
      if (source.block == subsystem_) {
        const auto port = outports_.find(source.port);
        if (port == outports_.end()) return {};
        if (!gone_.contains(port->second)) return {PortRef{port->second, 0}, {}};
        line = line_into({port->second, 0});
      } else if (gone_.contains(source.block)) {
        const Block& port = d_.blocks.at(source.block);
        if (port.type != inport || port.commented != CommentedOut::No) return {};
        line = line_into({subsystem_, *port_number(as_it_will_be(source.block, port))});
      } else {
        return {source, {}};
      }
    }
    return {};
  }

  // The name that a line had at a border is that of the signal, if it has no other.
  void keep_name(const Line& line, const Origin& origin) {
    if (!line.source || !origin.port || line.source == origin.port) return;
    const auto& names = d_.blocks.at(line.source->block).signal_names;
    const auto named = names.find(line.source->port);
    if (named != names.end() && !named->second.empty())
      change(origin.port->block).signal_names.try_emplace(origin.port->port, named->second);
  }

  void lead_signals() {
    for (const auto& [id, line] : d_.lines) {
      const bool within = line.parent == subsystem_;
      const bool touches = is_border(line.source) || is_border(line.target);
      if (line.conserving() || (!within && !touches)) continue;
      Line led = within ? shifted(line, by_) : line;
      led.parent = block_.parent;
      // A line into the subsystem ends in the port that stays, if it does.
      if (line.target && line.target->block == subsystem_) {
        const auto port = inports_.find(line.target->port);
        if (port != inports_.end() && !gone_.contains(port->second)) led.target = PortRef{port->second, 0};
      }
      const Origin origin = origin_of(&line);
      keep_name(line, origin);
      if (is_border(led.target) || (!origin.port && !origin.loose)) {
        lines_[id] = std::nullopt;
        continue;
      }
      if (is_border(line.source) || led.target != line.target) led.waypoints.clear();
      led.source = origin.port;
      led.loose_source = origin.loose.value_or(Point{});
      lines_[id] = led;
    }
  }

  // A physical node goes through the border, so that both sides of a port are one.
  std::optional<int> node_at(const std::optional<PortRef>& end) const {
    if (!end || end->kind != PortKind::Conserving) return std::nullopt;
    if (end->block == subsystem_) return end->port;
    const auto port = nodes_.find(end->block);
    return port == nodes_.end() ? std::nullopt : std::optional(port->second);
  }

  void join_nodes() {
    std::map<int, int> joined;
    const auto root = [&](int n) {
      for (auto it = joined.find(n); it != joined.end(); it = joined.find(n)) n = it->second;
      return n;
    };
    std::map<int, std::vector<PortRef>> ends;
    std::vector<std::pair<int, PortRef>> found;
    for (const auto& [id, line] : d_.lines) {
      if (!line.conserving()) continue;
      const auto a = node_at(line.source), b = node_at(line.target);
      const bool border = is_border(line.source) || is_border(line.target);
      if (!border && line.parent != subsystem_) continue;
      if (!border) {
        Line moved = shifted(line, by_);
        moved.parent = block_.parent;
        lines_[id] = std::move(moved);
        continue;
      }
      lines_[id] = std::nullopt;
      if (a && b && root(*a) != root(*b)) joined[std::max(root(*a), root(*b))] = std::min(root(*a), root(*b));
      if (a && !b && line.target && !is_border(line.target)) found.emplace_back(*a, *line.target);
      if (b && !a && line.source && !is_border(line.source)) found.emplace_back(*b, *line.source);
    }
    for (const auto& [node, port] : found) ends[root(node)].push_back(port);
    for (const auto& [node, ports] : ends)
      for (const PortRef& port : ports) {
        if (port == ports.front()) continue;
        Line line;
        line.parent = block_.parent;
        line.source = ports.front();
        line.target = port;
        lines_[d_.new_id()] = std::move(line);
      }
  }

  // What is beside the subsystem moves away, if its contents would lie over anything.
  void make_room() {
    const Box old = box_of(block_), needed = content_.grown(4 * grid_step);
    const auto beside = [&](Id id, const Block& b) {
      return b.parent == block_.parent && id != subsystem_ && !inside_.contains(id);
    };
    const bool crowded =
        !inside_.empty() && std::any_of(d_.blocks.begin(), d_.blocks.end(), [&](const auto& b) {
          return beside(b.first, b.second) && box_of(b.second).overlaps(content_.grown(grid_step));
        });
    if (!crowded) return;
    const auto up = [](double v) { return std::max(0.0, std::ceil(v / grid_step) * grid_step); };
    const double left = up(old.left - needed.left), right = up(needed.right - old.right);
    const double above = up(old.top - needed.top), below = up(needed.bottom - old.bottom);
    for (const auto& [id, block] : d_.blocks) {
      if (!beside(id, block)) continue;
      const Box b = box_of(block);
      Point by;
      if (b.left >= old.right)
        by.x = right;
      else if (b.right <= old.left)
        by.x = -left;
      else if (b.top >= old.bottom)
        by.y = below;
      else if (b.bottom <= old.top)
        by.y = -above;
      if (by != Point{}) change(id).position = shifted(block.position, by);
    }
  }

  Diagram& d_;
  Id subsystem_;
  const IsVariableName& is_variable_name_;
  Block block_;
  std::map<int, Id> inports_, outports_;  // by number
  std::map<Id, int> nodes_;               // numbers of connection ports
  std::set<Id> gone_, inside_;            // port blocks that go; blocks that come out
  Point by_;
  Box content_;
  std::map<Id, Block> blocks_;  // as they will be
  std::map<Id, std::optional<Line>> lines_;
  Edit edit_;
};

}  // namespace

Result<Edit> expand_subsystem(Diagram& diagram, Id subsystem, const IsVariableName& is_variable_name) {
  return Expansion(diagram, subsystem, is_variable_name).expand();
}

}  // namespace sim
