#include <set>

#include "sim_core/base/text.h"
#include "sim_core/compile/phases.h"
#include "sim_core/expr/parser.h"
#include "sim_core/model/block_interface.h"

namespace sim::compile_phases {

static const expr::Scope& variables_of(Model& model, Id parent) {
  auto& slot = model.variables[parent];
  if (!slot) slot = std::make_unique<Model::Variables>(workspace_of(model.diagram, parent));
  return slot->scope;
}

// Paths of all blocks in one pass; block_path() would walk up for each.
static const std::string& path_of(Model& model, std::map<Id, std::string>& paths, Id id) {
  auto [it, fresh] = paths.try_emplace(id);
  if (fresh) it->second = block_path(model.diagram, id);
  return it->second;
}

static bool add_instance(Model& model, Id id, const Block& block, std::string path) {
  const BlockType* type = model.library.find(block.type);
  if (!type) {
    const std::string hint = did_you_mean(block.type, model.library.ids());
    model.diagnostics.push_back(
        error(path, "there is no block type '" + block.type + "' here",
              hint.empty() ? "install the plug-in it comes from, or comment the block out" : hint, id));
    return false;
  }
  Instance instance;
  instance.id = id;
  instance.block = &block;
  instance.type = type;
  instance.path = std::move(path);
  instance.variables = &variables_of(model, block.parent);
  auto values = sim::evaluate_parameters(model.diagram, *type, id, *instance.variables);
  if (!values) {
    for (Diagnostic d : values.errors()) {
      d.path = instance.path;
      model.diagnostics.push_back(std::move(d));
    }
    return false;
  }
  instance.parameters = *std::move(values);
  BlockInterface ports = block_interface(*type, instance.parameters);
  instance.inputs = std::move(ports.inputs);
  instance.outputs = std::move(ports.outputs);
  model.instance_of[id] = static_cast<int>(model.instances.size());
  model.instances.push_back(std::move(instance));
  return true;
}

static void add_parameters(Model& model) {
  Program& program = model.program;
  for (std::size_t k = 0; k < model.instances.size(); ++k) {
    Instance& instance = model.instances[k];
    for (std::size_t i = 0; i < instance.parameters.size(); ++i) {
      const ParameterSpec& spec = instance.type->parameters[i];
      const ParameterValue& value = instance.parameters[i];
      const bool numeric = spec.kind == ParameterKind::Real || spec.kind == ParameterKind::Integer;
      instance.parameter_first.push_back(numeric ? static_cast<int>(program.parameters.size()) : -1);
      if (!numeric) continue;
      const bool tunable = spec.tunable && spec.kind == ParameterKind::Real;
      program.parameter_table.push_back(
          {static_cast<int>(k), spec.name, instance.parameter_first.back(), value.shape, tunable});
      program.parameters.insert(program.parameters.end(), value.numbers.begin(), value.numbers.end());
    }
  }
}

static void check_variables(Model& model) {
  std::set<std::string> seen;
  for (const auto& [id, variable] : model.diagram.variables) {
    const std::string place = "variable '" + variable.name + "'";
    if (!expr::is_name(variable.name))
      model.diagnostics.push_back(
          error(place, "a variable cannot have this name", "use letters, digits and _, a letter first", id));
    else if (!seen.insert(variable.name).second)
      model.diagnostics.push_back(
          error(place, "another variable has the same name", "rename or delete one of them", id));
  }
}

// What is inside a block that is commented out, at any depth, is commented out with it.
static bool inside_commented(const Diagram& diagram, const Block& block) {
  const Block* b = &block;
  for (int depth = 0; b->parent != no_id && depth <= max_subsystem_depth; ++depth) {
    auto parent = diagram.blocks.find(b->parent);
    if (parent == diagram.blocks.end()) return false;
    b = &parent->second;
    if (b->commented != CommentedOut::No) return true;
  }
  return false;
}

void evaluate_parameters(Model& model) {
  check_variables(model);
  std::map<Id, std::string> paths;
  for (const auto& [id, block] : model.diagram.blocks) {
    if (block.commented == CommentedOut::Out || inside_commented(model.diagram, block)) continue;
    const std::string* parent = block.parent == no_id ? nullptr : &path_of(model, paths, block.parent);
    add_instance(model, id, block, parent ? *parent + "/" + block.name : block.name);
  }
  add_parameters(model);
}

}  // namespace sim::compile_phases
