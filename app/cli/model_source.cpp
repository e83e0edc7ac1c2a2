#include "app/cli/model_source.h"

#include <algorithm>
#include <filesystem>

#include "app/cli/library.h"
#include "app/cli/messages.h"
#include "sim_core/base/text.h"
#include "sim_core/diagram/model_file.h"
#include "sim_core/diagram/settings.h"
#include "sim_core/interfaces/block_interface.h"
#include "sim_core/interfaces/model_inputs.h"
#include "sim_core/interfaces/present_names.h"

namespace fluxion {

static sim::Diagnostics setVariable(sim::Diagram& diagram, const std::string& name,
                                    const std::string& value) {
  std::vector<std::string> names;
  for (auto& [id, variable] : diagram.variables) {
    if (variable.name == name) {
      variable.expression = value;
      return {};
    }
    names.push_back(variable.name);
  }
  const std::string near = sim::did_you_mean(name, names);
  return {sim::error("--set " + name, "the model has no variable of this name",
                     !near.empty()   ? near
                     : names.empty() ? "it has no variables; write Block/path.parameter=EXPR for a block"
                                     : "it has " + sim::join(names, ", "))};
}

static sim::Diagnostics setParameter(sim::Diagram& diagram, const sim::BlockLibrary& library,
                                     const std::string& path, const std::string& parameter,
                                     const std::string& value) {
  const std::string place = "--set " + path + '.' + parameter;
  const auto id = sim::find_block(diagram, path);
  if (!id) {
    std::vector<std::string> paths;
    for (const auto& [other, block] : diagram.blocks) paths.push_back(sim::block_path(diagram, other));
    return {sim::error(place, "the model has no block '" + path + "'", sim::did_you_mean(path, paths))};
  }
  sim::Block& block = diagram.blocks.at(*id);
  std::vector<std::string> names;
  if (block.mask)
    for (const sim::MaskParameter& masked : block.mask->parameters) names.push_back(masked.name);
  if (const auto at = std::find(names.begin(), names.end(), parameter); at != names.end()) {
    block.mask->parameters[static_cast<std::size_t>(at - names.begin())].expression = value;
    return {};
  }
  const sim::BlockType* type = library.find(block.type);
  const int index = type ? type->parameter_index(parameter) : -1;
  if (type && index < 0) {
    for (const sim::ParameterSpec& spec : type->parameters) names.push_back(spec.name);
    const std::string near = sim::did_you_mean(parameter, names);
    return {sim::error(place, "a " + type->label + " block has no parameter '" + parameter + "'",
                       near.empty() && !names.empty() ? "it has " + sim::join(names, ", ") : near)};
  }
  if (index < 0)
    block.parameters[parameter] = value;
  else
    sim::give(block, type->parameters[static_cast<std::size_t>(index)], value);
  return {};
}

sim::Diagnostics setValue(sim::Diagram& diagram, const sim::BlockLibrary& library,
                          const std::string& assignment) {
  const auto split = splitAssignment(assignment);
  if (!split) return {sim::error("--set " + assignment, "this is not an assignment", "write NAME=EXPR")};
  const auto& [name, value] = *split;
  const auto dot = name.rfind('.');
  if (dot == std::string::npos) return setVariable(diagram, name, value);
  return setParameter(diagram, library, name.substr(0, dot), name.substr(dot + 1), value);
}

sim::Diagnostics setConfiguration(sim::Diagram& diagram, const std::string& assignment) {
  const auto split = splitAssignment(assignment);
  if (!split) return {sim::error("--config " + assignment, "this is not an assignment", "write KEY=VALUE")};
  auto value = sim::check_setting(split->first, split->second);
  if (!value) {
    sim::Diagnostic d = value.error();
    d.path = "--config " + split->first;
    return {std::move(d)};
  }
  diagram.settings[split->first] = *value;
  return {};
}

// A table that the user names here may be read wherever it is.
static sim::Diagnostics setInput(sim::Diagram& diagram, const std::string& assignment) {
  const auto split = splitAssignment(assignment);
  if (!split)
    return {sim::error("--input " + assignment, "this is not an assignment", "write NAME=EXPR or NAME=FILE")};
  const auto& [name, value] = *split;
  std::vector<std::string> names;
  for (const sim::ModelInput& input : sim::model_inputs(diagram)) {
    names.push_back(input.name);
    if (input.name != name) continue;
    const bool table = sim::names_table(value);
    const std::string given = table ? std::filesystem::absolute(value).string() : value;
    for (const auto& [parameter, text] : sim::model_input_parameters(given))
      diagram.blocks.at(input.block).parameters[parameter] = text;
    if (table && diagram.access) {
      auto access = std::make_shared<sim::FileAccess>(*diagram.access);
      access->allow_read(given);
      diagram.access = std::move(access);
    }
    return {};
  }
  const std::string near = sim::did_you_mean(name, names);
  return {sim::error("--input " + name, "the model has no top-level Inport of this name",
                     !near.empty()   ? near
                     : names.empty() ? "it has no inputs"
                                     : "it has " + sim::join(names, ", "))};
}

static sim::SharedAccess accessOf(const Arguments& arguments) {
  if (arguments.has("--trust"))
    return std::make_shared<const sim::FileAccess>(sim::FileAccess::to_everything());
  auto access = std::make_shared<sim::FileAccess>(std::filesystem::absolute(arguments.model).parent_path());
  for (const std::string& folder : arguments.all("--allow-read")) access->allow_read(folder);
  for (const std::string& folder : arguments.all("--allow-write")) access->allow_write(folder);
  return access;
}

sim::Result<ModelSource> openModel(const Arguments& arguments, bool inputsAreSignals) {
  auto loaded = sim::load_model(arguments.model, accessOf(arguments));
  if (!loaded) return loaded.errors();
  ModelSource source{arguments.model, std::move(loaded->diagram), {}, std::move(loaded->warnings)};
  source.library = loadLibrary(source.warnings);
  sim::Diagnostics problems;
  const auto collect = [&](sim::Diagnostics found) {
    problems.insert(problems.end(), found.begin(), found.end());
  };
  for (const std::string& text : arguments.all("--set"))
    collect(setValue(source.diagram, source.library, text));
  for (const std::string& text : arguments.all("--input"))
    if (!inputsAreSignals || splitAssignment(text)) collect(setInput(source.diagram, text));
  for (const std::string& text : arguments.all("--config")) collect(setConfiguration(source.diagram, text));
  if (!problems.empty()) return problems;
  if (arguments.has("--profile")) source.diagram.settings["Profile"] = "on";
  return source;
}

sim::Severity leastReported(const Arguments& arguments) {
  return arguments.has("--quiet") ? sim::Severity::Warning : sim::Severity::Note;
}

std::optional<PreparedModel> prepareModel(const Arguments& arguments) {
  auto source = openModel(arguments);
  if (!source) {
    report(arguments.model, source.errors());
    return std::nullopt;
  }
  const auto least = leastReported(arguments);
  report(source->file, source->warnings, least);
  auto run = sim::ModelRun::prepare(source->diagram, source->library);
  if (!run) {
    report(source->file, run.errors());
    return std::nullopt;
  }
  report(source->file, (*run)->warnings(), least);
  return PreparedModel{*std::move(source), *std::move(run)};
}

}  // namespace fluxion
