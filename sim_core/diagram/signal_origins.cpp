#include "sim_core/diagram/signal_origins.h"

#include "sim_core/diagram/well_known_types.h"

namespace sim {

SignalOrigins::SignalOrigins(const Diagram& diagram) {
  for (const auto& [id, line] : diagram.lines)
    if (line.source && line.target && !line.conserving()) sources_.emplace(*line.target, *line.source);
  for (const auto& [id, block] : diagram.blocks) {
    if (block.commented != CommentedOut::No) {
      hops_[id] = {};
    } else if (block.type == well_known::subsystem) {
      hops_[id] = {Hop::Through::Subsystem};
    } else if (block.type == well_known::inport && block.parent != no_id) {
      const auto number = well_known::port_number(block);
      hops_[id] = number ? Hop{Hop::Through::Inport, block.parent, *number} : Hop{};
    } else if (block.type == well_known::outport) {
      if (const auto number = well_known::port_number(block))
        outports_.emplace(std::pair(block.parent, *number), id);
    } else if (block.type == well_known::from_tag) {
      hops_[id] = {Hop::Through::From, no_id, 0, {block.parent, well_known::tag_of(block)}};
    } else if (block.type == well_known::goto_tag) {
      const std::string tag = well_known::tag_of(block);
      if (well_known::is_local(block))
        local_tags_.emplace(Tag{block.parent, tag}, id);
      else
        tags_.emplace(tag, id);
    }
  }
}

std::optional<PortRef> SignalOrigins::driver(PortRef input) const {
  const auto it = sources_.find(input);
  return it == sources_.end() ? std::nullopt : std::optional(it->second);
}

std::optional<PortRef> SignalOrigins::of(PortRef output) const {
  // Each hop leads over another line; who takes more of them goes in a ring.
  for (std::size_t hops = 0; hops <= sources_.size(); ++hops) {
    const auto it = hops_.find(output.block);
    if (it == hops_.end()) return output;
    const Hop& hop = it->second;
    std::optional<PortRef> next;
    if (hop.through == Hop::Through::Subsystem) {
      const auto port = outports_.find({output.block, output.port});
      if (port != outports_.end()) next = driver({port->second, 0});
    } else if (hop.through == Hop::Through::Inport) {
      next = driver({hop.parent, hop.number});
    } else if (hop.through == Hop::Through::From) {
      const auto local = local_tags_.find(hop.tag);
      const auto global = tags_.find(hop.tag.tag);
      if (local != local_tags_.end())
        next = driver({local->second, 0});
      else if (global != tags_.end())
        next = driver({global->second, 0});
    }
    if (!next) return std::nullopt;
    output = *next;
  }
  return std::nullopt;
}

std::set<Id> origin_blocks(const Diagram& diagram, std::span<const PortRef> outputs) {
  std::set<Id> blocks;
  if (outputs.empty()) return blocks;
  const SignalOrigins origins(diagram);
  for (const PortRef& output : outputs)
    if (const auto origin = origins.of(output)) blocks.insert(origin->block);
  return blocks;
}

}  // namespace sim
