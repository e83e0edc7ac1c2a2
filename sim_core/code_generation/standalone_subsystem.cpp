#include "sim_core/code_generation/standalone_subsystem.h"

#include <algorithm>
#include <set>

#include "sim_core/base/text.h"
#include "sim_core/diagram/mask_substitution.h"
#include "sim_core/diagram/structure.h"
#include "sim_core/diagram/well_known_types.h"
#include "sim_core/interfaces/block_interface.h"
#include "sim_core/interfaces/model_inputs.h"
#include "sim_core/interfaces/variable_names.h"
#include "sim_core/model_run/model_run.h"
#include "sim_core/simulate/run_options.h"

namespace sim {

namespace {

using namespace well_known;

constexpr const char* hold = "discrete/zero_order_hold";

// What the whole model says about a signal that arrives at the subsystem.
struct Arriving {
  Shape shape;
  ElementType type = ElementType::Double;
  std::string unit;
  SampleTime sample_time;
};

class Separation {
 public:
  Separation(const Diagram& diagram, const BlockLibrary& library, Id subsystem, OpenInput kind)
      : diagram_(diagram), library_(library), subsystem_(subsystem), kind_(kind) {}

  Result<OpenModel> separate() {
    ports_ = block_interface(diagram_, library_, subsystem_);
    refuse_ties();
    if (!problems_.empty()) return problems_;
    if (!look_at_whole_model()) return problems_;
    if (!take_out()) return problems_;
    for (std::size_t k = 0; k < ports_.inputs.size(); ++k) add_input(static_cast<int>(k));
    for (std::size_t k = 0; k < ports_.outputs.size(); ++k) {
      const Id id = add_block(made_.diagram, std::string(outport), ports_.outputs[k].name,
                              {{"port", std::to_string(k + 1)}});
      add_line(made_.diagram, {subsystem_, static_cast<int>(k)}, {id, 0});
      made_.outputs.push_back(id);
    }
    return std::move(made_);
  }

 private:
  void refuse(Id block, const std::string& message, const std::string& remedy) {
    problems_.push_back(error(block_path(diagram_, block), message, remedy, block));
  }
  bool is_inside(Id block) const { return block != subsystem_ && is_within(diagram_, block, subsystem_); }

  void refuse_ties() {
    std::set<std::string> tags, stores;
    for (const auto& [id, block] : diagram_.blocks) {
      if (!is_inside(id) || block.commented == CommentedOut::Out) continue;
      if (block.type == goto_tag) tags.insert(tag_of(block));
      if (block.type == "routing/data_store_memory") stores.insert(text_of(block, "DataStoreName", "A"));
    }
    for (const auto& [id, block] : diagram_.blocks) {
      if (!is_inside(id) || block.commented == CommentedOut::Out) continue;
      if (block.type == connection_port && block.parent == subsystem_)
        refuse(id, "a physical port cannot be an input or an output of generated code",
               "measure and drive the network with sensors and sources inside of the subsystem");
      if (block.type == from_tag && !tags.contains(tag_of(block)))
        refuse(id, "its tag '" + tag_of(block) + "' comes from outside of the subsystem",
               "lead the signal in through an Inport");
      const std::string store = text_of(block, "DataStoreName", "A");
      if ((block.type == "routing/data_store_read" || block.type == "routing/data_store_write") &&
          !stores.contains(store))
        refuse(id, "its data store '" + store + "' is outside of the subsystem",
               "put the Data Store Memory block into the subsystem");
    }
  }

  // Compiles it with a block at each input that shows what arrives.
  bool look_at_whole_model() {
    OpenModel whole = with_open_inputs(diagram_);
    std::vector<Id> probes(ports_.inputs.size(), no_id);
    std::vector<PortRef> looked_at;
    for (auto& [id, line] : diagram_.lines) {
      if (!line.target || line.target->block != subsystem_ || line.target->kind != PortKind::Signal) continue;
      const auto port = static_cast<std::size_t>(line.target->port);
      if (port >= probes.size()) continue;
      Block probe;
      probe.type = specification;
      probe.parent = line.parent;
      probe.name = unique_block_name(whole.diagram, line.parent, ports_.inputs[port].name + " (input)");
      probes[port] = whole.diagram.new_id();
      whole.diagram.blocks[probes[port]] = probe;
      Line& into = whole.diagram.lines.at(id);
      Line out = into;
      into.target = PortRef{probes[port], 0};
      out.source = PortRef{probes[port], 0};
      whole.diagram.lines[whole.diagram.new_id()] = out;
      looked_at.push_back({probes[port], 0});
    }
    const auto run = ModelRun::prepare(whole.diagram, library_, looked_at);
    if (!run) {
      problems_ = run.errors();
      return false;
    }
    fixed_step_ = (*run)->options().fixed_step;
    arriving_.resize(probes.size());
    for (const BlockInfo& info : (*run)->program().blocks)
      for (std::size_t k = 0; k < probes.size(); ++k)
        if (info.id == probes[k] && !info.inputs.empty())
          arriving_[k] = {info.inputs[0].shape, info.inputs[0].type, info.inputs[0].unit, info.sample_time};
    for (std::size_t k = 0; k < probes.size(); ++k)
      if (arriving_[k].shape.complex)
        refuse(subsystem_, "its input '" + ports_.inputs[k].name + "' is complex, which inputs are not",
               "lead real and imaginary parts in");
    for (std::size_t k = 0; k < probes.size(); ++k)
      if (arriving_[k].type != ElementType::Double && kind_ == OpenInput::State)
        refuse(subsystem_,
               "its input '" + ports_.inputs[k].name + "' is " + std::string(name_of(arriving_[k].type)) +
                   ", and inputs of plug-in blocks are double",
               "convert it inside of the subsystem");
    return problems_.empty();
  }

  // Values of masks around it are written where they are used; then it stands at the top level, alone.
  bool take_out() {
    Diagram& made = made_.diagram = diagram_;
    const IsVariableName is_name = variable_names_of(library_);
    for (Id around = diagram_.blocks.at(subsystem_).parent; around != no_id;
         around = diagram_.blocks.at(around).parent) {
      if (!made.blocks.at(around).mask) continue;
      auto changed = blocks_without_mask(made, around, is_name);
      if (!changed) {
        problems_ = changed.errors();
        return false;
      }
      for (auto& [id, block] : *changed) made.blocks[id] = std::move(block);
      made.blocks.at(around).mask.reset();
    }
    std::erase_if(made.blocks, [&](const auto& b) { return !is_within(diagram_, b.first, subsystem_); });
    std::erase_if(made.lines, [&](const auto& line) { return !made.blocks.contains(line.second.parent); });
    made.annotations.clear();
    made.blocks.at(subsystem_).parent = no_id;
    made.settings["FixedStep"] = to_text(fixed_step_);
    return true;
  }

  void add_input(int port) {
    const Arriving& arriving = arriving_[static_cast<std::size_t>(port)];
    const std::string& name = ports_.inputs[static_cast<std::size_t>(port)].name;
    const std::string value = arriving.shape.is_scalar()
                                  ? "0"
                                  : "zeros(" + std::to_string(arriving.shape.rows) + "," +
                                        std::to_string(arriving.shape.cols) + ")";
    std::map<std::string, std::string> parameters;
    if (arriving.type != ElementType::Double && kind_ == OpenInput::Parameter)
      parameters["OutDataTypeStr"] = name_of(arriving.type);
    if (!arriving.unit.empty()) parameters["Unit"] = arriving.unit;
    const Id input = add_input_block(made_, kind_, name, value, std::move(parameters));
    made_.inputs[input] = name;
    made_.ordered_inputs.push_back(input);
    PortRef from{input, 0};
    const bool samples =
        kind_ == OpenInput::Parameter || arriving.sample_time.kind == SampleTime::Kind::Discrete;
    const std::string period = samples ? period_of(arriving.sample_time) : std::string();
    if (!period.empty()) {
      from.block = add_block(made_.diagram, hold, name + " (sampled)", {{"SampleTime", period}});
      add_line(made_.diagram, {input, 0}, from);
    }
    add_line(made_.diagram, from, {subsystem_, port});
  }

  // The sample time of the hold behind an input; empty: a constant needs none.
  static std::string period_of(const SampleTime& time) {
    using Kind = SampleTime::Kind;
    if (time.kind == Kind::Constant) return {};
    if (time.kind == Kind::MajorStep || time.kind == Kind::Triggered) return "[0 1]";
    if (time.kind != Kind::Discrete) return "0";
    return "[" + to_text(time.period) + " " + to_text(time.offset) + "]";
  }

  const Diagram& diagram_;
  const BlockLibrary& library_;
  const Id subsystem_;
  const OpenInput kind_;
  BlockInterface ports_;
  std::vector<Arriving> arriving_;  // by input
  double fixed_step_ = 0;
  OpenModel made_;
  Diagnostics problems_;
};

}  // namespace

Result<OpenModel> standalone_subsystem(const Diagram& diagram, const BlockLibrary& library,
                                       const std::string& path, OpenInput kind) {
  const auto id = find_block(diagram, path);
  const auto is_subsystem = [&](const Block& block) {
    const BlockType* type = library.find(block.type);
    return type && type->role == BlockRole::Subsystem;
  };
  if (!id || !is_subsystem(diagram.blocks.at(*id))) {
    std::vector<std::string> paths;
    for (const auto& [other, block] : diagram.blocks)
      if (is_subsystem(block)) paths.push_back(block_path(diagram, other));
    const std::string near = did_you_mean(path, paths);
    return error(path, id ? "this block is no subsystem" : "the model has no subsystem of this path",
                 !near.empty()   ? near
                 : paths.empty() ? "the model has no subsystems"
                                 : "it has " + join(paths, ", "));
  }
  for (Id at = *id; at != no_id; at = diagram.blocks.at(at).parent)
    if (diagram.blocks.at(at).commented != CommentedOut::No)
      return error(block_path(diagram, at), "it is commented out", "take it in again first", at);
  return Separation(diagram, library, *id, kind).separate();
}

}  // namespace sim
