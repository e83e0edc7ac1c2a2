// Lines as the compiler needs them: for each input, the output that drives it. Subsystem borders,
// commented-out blocks and loose ends are seen through here.
#include <algorithm>
#include <cstdint>

#include "sim_core/compile/phases.h"
#include "sim_core/diagram/settings.h"
#include "sim_core/model/block_interface.h"

namespace sim::compile_phases {

namespace {

class Connector {
 public:
  explicit Connector(Model& model) : model_(model) {
    for (const auto& [id, line] : model.diagram.lines)
      if (line.source && line.target) line_to_[*line.target] = *line.source;
    for (const auto& [id, block] : model.diagram.blocks) {
      const BlockType* type = model.library.find(block.type);
      if (!type || block.commented == CommentedOut::Out) continue;
      if (type->role == BlockRole::Inport || type->role == BlockRole::Outport) {
        auto it = model.instance_of.find(id);
        if (it == model.instance_of.end()) continue;
        const int port =
            static_cast<int>(model.instances[static_cast<std::size_t>(it->second)].parameters[0].number());
        auto& ports = type->role == BlockRole::Inport ? inports_ : outports_;
        auto [at, fresh] = ports.try_emplace({block.parent, port - 1}, id);
        if (!fresh && block.parent != no_id)
          model.fail(model.instances[static_cast<std::size_t>(it->second)],
                     "another port of this subsystem has the number " + std::to_string(port) + " too",
                     "give each a number of its own");
      }
    }
  }

  // What drives input `port` of block `id`.
  Driver driver_of(Id id, int port) const {
    PortRef target{id, port};
    for (std::size_t hops = 0; hops <= line_to_.size() + max_subsystem_depth; ++hops) {
      auto line = line_to_.find(target);
      if (line == line_to_.end()) return {};
      const PortRef source = line->second;
      auto at = model_.diagram.blocks.find(source.block);
      if (at == model_.diagram.blocks.end() || at->second.commented == CommentedOut::Out) return {};
      const Block& block = at->second;
      auto instance = model_.instance_of.find(source.block);
      if (instance == model_.instance_of.end()) return {};
      const BlockRole role = model_.instances[static_cast<std::size_t>(instance->second)].type->role;
      if (block.commented == CommentedOut::Through) {
        target = {source.block, source.port};
      } else if (role == BlockRole::Subsystem) {
        auto inside = outports_.find({source.block, source.port});
        if (inside == outports_.end()) return {};
        target = {inside->second, 0};
      } else if (role == BlockRole::Inport) {
        if (block.parent == no_id) return {};
        const int number = static_cast<int>(
            model_.instances[static_cast<std::size_t>(instance->second)].parameters[0].number());
        target = {block.parent, number - 1};
      } else {
        return {instance->second, source.port};
      }
    }
    return {};  // a ring of pass-through blocks: nothing drives it
  }

 private:
  Model& model_;
  std::map<PortRef, PortRef> line_to_;
  std::map<std::pair<Id, int>, Id> inports_, outports_;  // (subsystem, port) -> block
};

}  // namespace

// Lines to ports that are not there, and all but one of those to the same input, would be ignored silently
// otherwise.
static void check_lines(Model& model) {
  std::set<PortRef> driven;
  for (const auto& [id, line] : model.diagram.lines) {
    if (line.source && line.target && !driven.insert(*line.target).second)
      if (auto it = model.instance_of.find(line.target->block); it != model.instance_of.end())
        model.diagnostics.push_back(
            error(model.instances[static_cast<std::size_t>(it->second)].path,
                  "two lines drive input " + std::to_string(std::int64_t{line.target->port} + 1),
                  "delete one of them, or add their signals in a Sum block", id));
    for (const auto& [end, output] : {std::pair{line.source, true}, std::pair{line.target, false}}) {
      if (!end) continue;
      auto it = model.instance_of.find(end->block);
      if (it == model.instance_of.end()) continue;
      const Instance& instance = model.instances[static_cast<std::size_t>(it->second)];
      std::size_t count = (output ? instance.outputs : instance.inputs).size();
      if (instance.type->role == BlockRole::Subsystem) {
        const BlockInterface ports = block_interface(model.diagram, model.library, end->block);
        count = (output ? ports.outputs : ports.inputs).size();
      }
      if (end->port >= 0 && end->port < static_cast<int>(count)) continue;
      const char* kind = output ? "output" : "input";
      model.diagnostics.push_back(error(instance.path,
                                        std::string("a line is connected to ") + kind + " " +
                                            std::to_string(std::int64_t{end->port} + 1) +
                                            ", but the block has " + std::to_string(count),
                                        "reconnect or delete the line", id));
    }
  }
}

void connect(Model& model) {
  check_lines(model);
  const Connector connector(model);
  const std::string policy = setting(model.diagram, "UnconnectedInput");
  for (Instance& instance : model.instances) {
    if (instance.block->commented == CommentedOut::Through) continue;
    for (std::size_t port = 0; port < instance.inputs.size(); ++port) {
      instance.drivers.push_back(connector.driver_of(instance.id, static_cast<int>(port)));
      if (instance.drivers.back().instance >= 0 || policy == "none") continue;
      Diagnostic d =
          warning(instance.path, "nothing drives input " + instance.inputs[port].name + "; it reads zero",
                  "connect it, or a Constant block of value 0", instance.id);
      if (policy == "error") d.severity = Severity::Error;
      model.diagnostics.push_back(std::move(d));
    }
  }
  // A block that passes its inputs through computes nothing itself.
  for (Instance& instance : model.instances)
    if (instance.block->commented == CommentedOut::Through) {
      instance.reduced = true;
      instance.drivers.assign(instance.inputs.size(), Driver{});
    }
}

}  // namespace sim::compile_phases
