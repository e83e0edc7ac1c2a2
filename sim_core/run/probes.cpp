#include "sim_core/run/probes.h"

namespace sim {

static constexpr const char* probe_type = "sinks/scope";

std::vector<Id> add_probes(Diagram& diagram, const std::vector<PortRef>& outputs) {
  std::vector<Id> added;
  for (const PortRef& output : outputs) {
    const auto source = diagram.blocks.find(output.block);
    if (source == diagram.blocks.end() || output.kind != PortKind::Signal) {
      added.push_back(no_id);
      continue;
    }
    Block probe;
    probe.parent = source->second.parent;
    probe.type = probe_type;
    const Id id = diagram.new_id();
    probe.name = "Probe " + std::to_string(to_number(id));
    Line line;
    line.parent = probe.parent;
    line.source = output;
    line.target = PortRef{id, 0};
    diagram.blocks.emplace(id, std::move(probe));
    diagram.lines.emplace(diagram.new_id(), std::move(line));
    added.push_back(id);
  }
  return added;
}

std::vector<PortRef> residual_outputs(const Diagram& diagram) {
  std::vector<PortRef> outputs;
  for (const auto& [id, block] : diagram.blocks)
    if (block.type == "invariants/invariant" && block.commented == CommentedOut::No)
      outputs.push_back(PortRef{id, 0});
  return outputs;
}

}  // namespace sim
