#include "sim_core/compile/wiring.h"

#include <algorithm>
#include <cstdint>
#include <limits>

#include "sim_core/base/work.h"
#include "sim_core/interfaces/block_interface.h"

namespace sim::compile_phases {

Wiring::Wiring(const Blocks& model, Report& report) : model_(model), report_(report), tags_(model, report) {
  collect_lines();
  collect_ports();
  check_lines();
}

void Wiring::collect_lines() {
  lines_.reserve(model_.diagram.lines.size());
  connections_.reserve(model_.diagram.lines.size());
  for (const auto& node : stoppable(model_.diagram.lines)) {
    lines_.push_back(&node);
    const auto& [id, line] = node;
    if (line.source && line.target && !line.conserving())
      connections_.push_back({*line.target, *line.source, id});
  }
  std::stable_sort(connections_.begin(), connections_.end(),
                   [looks = 0](const Connection& a, const Connection& b) mutable {
                     if ((++looks & 0xffff) == 0) check_stop();
                     return a.target < b.target;
                   });
}

void Wiring::collect_ports() {
  for (const Instance& instance : stoppable(model_.instances)) {
    const BlockRole role = instance.type->role;
    if (role == BlockRole::Control) {
      // Those that say how long before those that say when.
      auto& list = controls_[instance.block->parent];
      auto place = list.end();
      if (!instance.type->executes_once)
        place = std::find_if(list.begin(), list.end(),
                             [&](Id id) { return at(model_.instance_of.at(id)).type->executes_once; });
      list.insert(place, instance.id);
    }
    if (role != BlockRole::Inport && role != BlockRole::Outport) continue;
    const int port = static_cast<int>(instance.parameters[0].number());
    auto& ports = role == BlockRole::Inport ? inports_ : outports_;
    const bool fresh = ports.try_emplace({instance.block->parent, port - 1}, instance.id).second;
    if (!fresh && instance.block->parent != no_id)
      report_.fail(instance, "another port of this subsystem has the number " + std::to_string(port) + " too",
                   "give each a number of its own");
  }
}

static int ports_of(const std::map<std::pair<Id, int>, Id>& ports, Id subsystem) {
  const auto behind = ports.upper_bound({subsystem, std::numeric_limits<int>::max()});
  if (behind == ports.begin()) return 0;
  const auto& [last, block] = *std::prev(behind);
  return last.first == subsystem ? last.second + 1 : 0;
}

int Wiring::inport_count(Id subsystem) const { return ports_of(inports_, subsystem); }

// The input of a control block is a port of the subsystem around it, and so is that of an Inport that splits
// or converts.
PortRef Wiring::outside(PortRef input) const {
  const auto found = model_.instance_of.find(input.block);
  if (found == model_.instance_of.end()) return input;
  const Instance& instance = at(found->second);
  if (instance.type->role == BlockRole::Inport)
    return {instance.block->parent, static_cast<int>(instance.parameters[0].number()) - 1};
  if (instance.type->role != BlockRole::Control || instance.block->parent == no_id) return input;
  const Id subsystem = instance.block->parent;
  const auto& list = controls_.at(subsystem);
  const auto place = std::find(list.begin(), list.end(), input.block) - list.begin();
  return {subsystem, inport_count(subsystem) + static_cast<int>(place)};
}

int Wiring::port_count(const Instance& instance, bool output) const {
  if (instance.type->role != BlockRole::Subsystem)
    return static_cast<int>((output ? instance.outputs : instance.inputs).size());
  // What is inside a block that is commented through is no instance.
  if (instance.block->commented != CommentedOut::No) {
    const BlockInterface ports = block_interface(model_.diagram, model_.library, instance.id);
    return static_cast<int>((output ? ports.outputs : ports.inputs).size());
  }
  if (output) return ports_of(outports_, instance.id);
  const auto controls = controls_.find(instance.id);
  return inport_count(instance.id) +
         (controls == controls_.end() ? 0 : static_cast<int>(controls->second.size()));
}

// Lines to ports that are not there, and all but one of those to the same input, would be ignored silently
// otherwise.
void Wiring::check_lines() {
  for (std::size_t k = 1; k < connections_.size(); ++k) {
    const PortRef& target = connections_[k].target;
    if (target != connections_[k - 1].target) continue;
    if (auto it = model_.instance_of.find(target.block); it != model_.instance_of.end())
      report_.diagnostics.push_back(
          error(at(it->second).path, "two lines drive input " + std::to_string(std::int64_t{target.port} + 1),
                "delete one of them, or add their signals in a Sum block", connections_[k].line));
  }
  for (const auto* const node : stoppable(lines_))
    for (const bool output : {true, false}) {
      const auto& [id, line] = *node;
      const auto& end = output ? line.source : line.target;
      if (!end || end->kind == PortKind::Conserving) continue;
      auto it = model_.instance_of.find(end->block);
      if (it == model_.instance_of.end()) continue;
      const int count = port_count(at(it->second), output);
      if (end->port >= 0 && end->port < count) continue;
      report_.diagnostics.push_back(error(
          at(it->second).path,
          std::string("a line is connected to ") + (output ? "output " : "input ") +
              std::to_string(std::int64_t{end->port} + 1) + ", but the block has " + std::to_string(count),
          "reconnect or delete the line", id));
    }
}

const PortRef* Wiring::source_of(PortRef input) const {
  const auto behind = std::upper_bound(connections_.begin(), connections_.end(), input,
                                       [](PortRef a, const Connection& b) { return a < b.target; });
  if (behind == connections_.begin() || std::prev(behind)->target != input) return nullptr;
  return &std::prev(behind)->source;
}

bool Wiring::computes(const Instance& instance) {
  if (instance.block->commented == CommentedOut::Through) return false;
  const BlockRole role = instance.type->role;
  return role != BlockRole::Subsystem && role != BlockRole::From &&
         (role != BlockRole::Inport || instance.block->parent == no_id || !instance.inputs.empty());
}

PortRef Wiring::open_end(PortRef input) const {
  input = outside(input);
  for (std::size_t hops = 0; hops <= connections_.size(); ++hops) {
    const PortRef* source = source_of(input);
    if (!source) return input;
    const auto found = model_.instance_of.find(source->block);
    if (found == model_.instance_of.end()) return input;
    const Hop next = hop(*source, found->second);
    const bool of_model = at(found->second).type->role == BlockRole::Inport;
    if (next.to != Hop::To::Input) return of_model ? *source : input;
    input = next.input;
  }
  return input;
}

std::string Wiring::inport_name(PortRef input) const {
  if (const auto inside = inports_.find({input.block, input.port}); inside != inports_.end())
    return model_.diagram.blocks.at(inside->second).name;
  const auto controls = controls_.find(input.block);
  const int control = input.port - inport_count(input.block);
  if (controls == controls_.end() || control < 0 || control >= static_cast<int>(controls->second.size()))
    return {};
  return model_.diagram.blocks.at(controls->second[static_cast<std::size_t>(control)]).name;
}

std::string Wiring::outport_name(PortRef output) const {
  const auto inside = outports_.find({output.block, output.port});
  return inside == outports_.end() ? std::string() : model_.diagram.blocks.at(inside->second).name;
}

Wiring::Hop Wiring::hop(PortRef source, int index) const {
  const Instance& instance = at(index);
  if (instance.block->commented == CommentedOut::Through) return {Hop::To::Input, {}, source};
  switch (instance.type->role) {
    case BlockRole::Subsystem: {
      const auto inside = outports_.find({source.block, source.port});
      if (inside == outports_.end()) return {};
      if (const int port = model_.instance_of.at(inside->second); at(port).holds_output())
        return {Hop::To::Output, {port, 0}, {}};
      return {Hop::To::Input, {}, {inside->second, 0}};
    }
    case BlockRole::Inport:
      if (instance.block->parent == no_id) return {};
      if (!instance.inputs.empty()) return {Hop::To::Output, {index, 0}, {}};
      return {Hop::To::Input,
              {},
              {instance.block->parent, static_cast<int>(instance.parameters[0].number()) - 1}};
    case BlockRole::From: {
      const Id from = tags_.source_of(source.block);
      if (from == no_id) return {};
      return {Hop::To::Input, {}, {from, 0}};
    }
    default:
      return {Hop::To::Output, {index, source.port}, {}};
  }
}

}  // namespace sim::compile_phases
