#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>

#include "sim_core/base/text.h"
#include "sim_core/base/work.h"
#include "sim_core/compile/data_files.h"
#include "sim_core/compile/phases.h"
#include "sim_core/compile/surroundings.h"
#include "sim_core/dashboard/control.h"
#include "sim_core/diagram/block_names.h"
#include "sim_core/diagram/signal_properties.h"
#include "sim_core/expr/parser.h"
#include "sim_core/expr/structure_paths.h"
#include "sim_core/interfaces/block_interface.h"
#include "sim_core/interfaces/call_backs.h"
#include "sim_core/interfaces/data_files.h"
#include "sim_core/interfaces/workspaces.h"

namespace sim::compile_phases {

// A misspelt name would leave the parameter at its default without a word.
static void warn_of_unknown_parameters(const Instance& instance, Report& report) {
  for (const auto& [name, text] : instance.block->parameters) {
    if (instance.type->parameter_index(name) >= 0) continue;
    std::vector<std::string> known;
    for (const ParameterSpec& spec : instance.type->parameters) known.push_back(spec.name);
    const std::string hint = did_you_mean(name, known);
    std::string what = "it has no parameter '";
    what.append(name).append("', which is given as '").append(text).append("'");
    report.diagnostics.push_back(
        warning(instance.path, std::move(what), hint.empty() ? "rename or delete it" : hint, instance.id));
  }
}

namespace {

// What blocks of one type with the same texts in the same workspace have in common: they are evaluated once.
struct Evaluated {
  SharedList<ParameterValues> parameters;
  SharedList<std::vector<PortSpec>> inputs, outputs;
};
struct Texts {
  const BlockType* type;
  const expr::Scope* variables;
  const std::map<std::string, std::string>* parameters;
  bool operator==(const Texts& o) const {
    return type == o.type && variables == o.variables && *parameters == *o.parameters;
  }
};
struct TextsHash {
  std::size_t operator()(const Texts& texts) const {
    std::size_t all = std::hash<const void*>()(texts.type) ^ std::hash<const void*>()(texts.variables) << 1;
    for (const auto& [name, text] : *texts.parameters)
      all = all * 31 + std::hash<std::string>()(name) * 17 + std::hash<std::string>()(text);
    return all;
  }
};
using EvaluatedTexts = std::unordered_map<Texts, Evaluated, TextsHash>;

}  // namespace

// Its parameters and ports, unless there are errors in its parameters.
static bool evaluate(const Blocks& model, Instance& instance, Report& report, EvaluatedTexts& evaluated) {
  const Texts texts{instance.type, instance.variables, &instance.block->parameters};
  if (const auto known = evaluated.find(texts); known != evaluated.end()) {
    instance.parameters = known->second.parameters;
    instance.inputs = known->second.inputs;
    instance.outputs = known->second.outputs;
    return true;
  }
  const WorkPlace place(instance.path);
  auto values = sim::evaluate_parameters(model.diagram, *instance.type, instance.id, *instance.variables);
  if (!values) {
    for (Diagnostic d : values.errors()) {
      d.path = instance.path;
      report.diagnostics.push_back(std::move(d));
    }
    return false;
  }
  instance.parameters = *std::move(values);
  const bool from_files = reads_data_files(*instance.type);
  if (from_files) read_data_files(model.diagram.access, instance, report);
  BlockInterface ports = block_interface(*instance.type, instance.parameters);
  instance.inputs = std::move(ports.inputs);
  instance.outputs = std::move(ports.outputs);
  if (!from_files)
    evaluated.emplace(texts, Evaluated{instance.parameters, instance.inputs, instance.outputs});
  return true;
}

static bool add_instance(Blocks& model, Id id, const Block& block, const Surroundings& around, Report& report,
                         EvaluatedTexts& evaluated) {
  std::string path = around.path + in_path(block.name);
  const BlockType* type = model.library.find(block.type);
  if (!type) {
    const std::string hint = did_you_mean(block.type, model.library.ids());
    report.diagnostics.push_back(
        error(path, "there is no block type '" + block.type + "' here",
              hint.empty() ? "install the plug-in it comes from, or comment the block out" : hint, id));
    return false;
  }
  Instance instance;
  instance.id = id;
  instance.block = &block;
  instance.type = type;
  instance.path = std::move(path);
  instance.variables = &around.variables->scope;
  check_stop();
  if (!evaluate(model, instance, report, evaluated)) return false;
  warn_of_unknown_parameters(instance, report);
  Diagnostics unread;
  if (has_signal_properties(block)) signal_properties(block, &unread);
  for (Diagnostic& d : unread) {
    d.path = instance.path, d.element = id;
    report.diagnostics.push_back(std::move(d));
  }
  if (control_kind(block))
    if (const ControlReading reading = read_control(model.diagram, model.library, id);
        !reading.problem.empty())
      report.diagnostics.push_back(
          warning(instance.path, "it sets nothing: " + reading.problem, reading.remedy, id));
  model.instance_of.add(id, model.add(std::move(instance)).index);
  return true;
}

// Tables that grow while they are filled are moved again and again, and nobody can stop that.
static void reserve_parameters(const std::vector<Instance>& instances, Parameters& all) {
  std::size_t parameters = 0, numbers = 0;
  for (const Instance& instance : stoppable(instances)) {
    parameters += instance.parameters.size();
    for (const ParameterValue& value : instance.parameters)
      numbers += value.numbers.size() + value.imaginary.size();
  }
  need_memory(static_cast<double>(numbers) * sizeof(double));
  all.table.reserve(parameters);
  all.values.reserve(numbers);
}

static void add_parameters(Blocks& model) {
  Parameters& all = model.parameters;
  reserve_parameters(model.instances, all);
  for (Instance& instance : stoppable(model.instances)) {
    instance.parameter_first.reserve(instance.parameters.size());
    for (std::size_t i = 0; i < instance.parameters.size(); ++i) {
      const ParameterSpec& spec = instance.type->parameters[i];
      const ParameterValue& value = instance.parameters[i];
      const bool numeric = spec.kind == ParameterKind::Real || spec.kind == ParameterKind::Integer;
      instance.parameter_first.push_back(numeric ? static_cast<int>(all.values.size()) : -1);
      if (!numeric) continue;
      const bool tunable = spec.tunable && spec.kind == ParameterKind::Real;
      all.table.push_back({instance.index, spec.name, instance.parameter_first.back(),
                           value.imaginary.empty() ? value.shape : complex_shape(value.shape), tunable});
      all.values.insert(all.values.end(), value.numbers.begin(), value.numbers.end());
      all.values.insert(all.values.end(), value.imaginary.begin(), value.imaginary.end());
    }
  }
}

// The variables that its formulas and the texts beside them name, and fields of variables, each once.
static std::vector<std::string> names_in_formulas(const Instance& instance) {
  std::vector<std::string> names;
  const auto is_formula = [](const ParameterSpec& spec) {
    return spec.kind == ParameterKind::Formula || spec.kind == ParameterKind::Script;
  };
  const auto& specs = instance.type->parameters;
  if (std::none_of(specs.begin(), specs.end(), is_formula)) return names;
  for (std::size_t i = 0; i < specs.size(); ++i)
    if (is_formula(specs[i]) || specs[i].kind == ParameterKind::Text)
      for (std::string& name : expr::variable_paths(instance.parameters[i].text))
        if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(std::move(name));
  return names;
}

// Behind the parameters of all blocks: the numbers among the variables that formulas name. A variable has one
// place however many blocks read it, so that tables are not repeated. Integers are compiled in: how formulas
// round depends on their types.
static void add_variables(Blocks& model) {
  Parameters& all = model.parameters;
  all.first_variable = static_cast<int>(all.values.size());
  std::map<const expr::Value*, int> places;
  for (Instance& instance : stoppable(model.instances)) {
    for (std::string& name : names_in_formulas(instance)) {
      const auto found = expr::find_path(*instance.variables, name);
      if (!found || !*found) continue;
      const expr::Value& value = **found;
      if (!value.is_numeric() || value.is_empty() || value.is_integer()) continue;
      const Shape shape = value.is_complex() ? complex_shape(value.shape()) : value.shape();
      const auto first = static_cast<int>(all.values.size());
      const auto [place, is_new] = places.emplace(&value, first);
      instance.variable_slots.push_back({name, place->second, shape});
      if (!is_new) continue;
      need_memory(shape.size() * static_cast<double>(sizeof(double)));
      all.table.push_back({instance.index, std::move(name), first, shape, true});
      all.values.insert(all.values.end(), value.real().begin(), value.real().end());
      all.values.insert(all.values.end(), value.imaginary().begin(), value.imaginary().end());
    }
  }
}

static void check_variables(const Diagram& diagram, Report& report) {
  for (Diagnostic& problem : data_file_problems(diagram)) report.diagnostics.push_back(std::move(problem));
  for (Diagnostic& problem : call_back_problems(diagram)) report.diagnostics.push_back(std::move(problem));
  std::set<std::string> seen;
  for (const auto& [id, variable] : stoppable(diagram.variables)) {
    const std::string place = "variable '" + variable.name + "'";
    if (!expr::is_name(variable.name))
      report.diagnostics.push_back(
          error(place, "a variable cannot have this name", "use letters, digits and _, a letter first", id));
    else if (!seen.insert(variable.name).second)
      report.diagnostics.push_back(
          error(place, "another variable has the same name", "rename or delete one of them", id));
  }
}

// What is wrong in a mask is reported where the subsystem stands, whether used inside or not.
static void check_mask(const Instance& masked, const expr::WorkspaceScope& inside, Report& report) {
  for (const Diagnostic& d : sim::check_mask(*masked.block->mask, inside))
    report.fail(masked, d.message, d.remedy);
}

Blocks evaluate_parameters(const Diagram& diagram, const BlockLibrary& library, Report& report) {
  check_variables(diagram, report);
  Blocks model(diagram, library);
  SurroundingsTable surroundings(model);
  model.instances.reserve(model.diagram.blocks.size());
  EvaluatedTexts evaluated;
  for (const auto& [id, block] : stoppable(model.diagram.blocks)) {
    if (block.commented == CommentedOut::Out) continue;
    const Surroundings& around = surroundings.inside(block.parent);
    if (around.commented || !add_instance(model, id, block, around, report, evaluated)) continue;
    const Instance& added = model.instances.back();
    if (block.mask && block.commented == CommentedOut::No && added.type->role == BlockRole::Subsystem)
      check_mask(added, surroundings.inside(id).variables->scope, report);
  }
  add_parameters(model);
  add_variables(model);
  return model;
}

}  // namespace sim::compile_phases
