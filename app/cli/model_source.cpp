#include "app/cli/model_source.h"

#include <algorithm>
#include <filesystem>

#include "app/cli/library.h"
#include "app/cli/messages.h"
#include "app/cli/point_files.h"
#include "sim_core/base/access_grants.h"
#include "sim_core/base/text.h"
#include "sim_core/base/told_number.h"
#include "sim_core/diagram/model_file.h"
#include "sim_core/interfaces/model_inputs.h"
#include "sim_core/model_run/open_inputs.h"
#include "sim_core/operating_points/operating_point_file.h"
#include "sim_core/scripting/assignments.h"

namespace fluxion {

// What is wrong stands at the option that was given.
static sim::Diagnostics atOption(const std::string& option, sim::Diagnostics problems) {
  for (sim::Diagnostic& d : problems) d.path = option + (d.path.empty() ? "" : ' ' + d.path);
  return problems;
}

// Applies what `plan` makes of NAME=VALUE.
template <class Plan>
static sim::Diagnostics assign(sim::Diagram& diagram, const std::string& option,
                               const std::string& assignment, const std::string& form, Plan&& plan) {
  const auto split = sim::split_assignment(assignment);
  if (!split) return {sim::error(option + ' ' + assignment, "this is not an assignment", "write " + form)};
  const sim::Result<sim::Edit> edit = plan(split->first, split->second);
  if (!edit) return atOption(option, edit.errors());
  sim::apply(diagram, *edit);
  return {};
}

sim::Diagnostics setValue(sim::Diagram& diagram, const sim::BlockLibrary& library,
                          const std::string& assignment) {
  return assign(diagram, "--set", assignment, "NAME=EXPR", [&](const auto& name, const auto& value) {
    return sim::assign(diagram, library, name, value);
  });
}

sim::Diagnostics setConfiguration(sim::Diagram& diagram, const std::string& assignment) {
  return assign(diagram, "--config", assignment, "KEY=VALUE",
                [](const auto& key, const auto& value) { return sim::assign_setting(key, value); });
}

static sim::Diagnostics setInput(sim::Diagram& diagram, const std::string& assignment) {
  const auto split = sim::split_assignment(assignment);
  if (!split)
    return {sim::error("--input " + assignment, "this is not an assignment", "write NAME=EXPR or NAME=FILE")};
  return atOption("--input", sim::give_input(diagram, split->first, split->second));
}

static sim::SharedAccess accessOf(const Arguments& arguments) {
  std::error_code ignored;  // an empty text has no path; loading it says so
  const auto path = std::filesystem::absolute(arguments.model, ignored);
  return sim::access_of(path.parent_path(), {arguments.has("--trust"), arguments.has("--allow-exchange"),
                                             arguments.all("--allow-read"), arguments.all("--allow-write")});
}

sim::Result<ModelSource> loadModel(const Arguments& arguments) {
  auto loaded = sim::load_model(arguments.model, accessOf(arguments));
  if (!loaded) return loaded.errors();
  ModelSource source{arguments.model, std::move(loaded->diagram), {}, std::move(loaded->warnings)};
  source.library = loadLibrary(source.warnings);
  return source;
}

sim::Result<ModelSource> newModel() {
  ModelSource source;
  source.library = loadLibrary(source.warnings);
  return source;
}

// Inputs are what the operating point that a run begins at holds them at, unless --input says something else.
static sim::Diagnostics holdInputsOfPoint(const Arguments& arguments, ModelSource& source) {
  const auto path = arguments.last("--from");
  if (!path) return {};
  const auto text = readPointText(std::string(*path));
  if (!text) return text.errors();
  const auto inputs = sim::read_point_inputs(*text);
  if (!inputs) return inputs.errors();
  for (const sim::ModelInput& input : sim::model_inputs(source.diagram))
    if (inputs->contains(input.name) && !sim::can_be_held(input))
      source.warnings.push_back({sim::Severity::Warning, input.name,
                                 "the operating point holds this input at " +
                                     sim::told(inputs->at(input.name)) + ", but it is given " + input.given,
                                 "leave it empty, or give it a number", input.block});
  source.diagram = sim::with_held_inputs(source.diagram, *inputs);
  return {};
}

sim::Result<ModelSource> openModel(const Arguments& arguments, bool inputsAreSignals) {
  auto opened = loadModel(arguments);
  if (!opened) return opened;
  ModelSource& source = *opened;
  sim::Diagnostics problems;
  const auto collect = [&](sim::Diagnostics found) {
    problems.insert(problems.end(), found.begin(), found.end());
  };
  for (const std::string& text : arguments.all("--set"))
    collect(setValue(source.diagram, source.library, text));
  collect(holdInputsOfPoint(arguments, source));
  for (const std::string& text : arguments.all("--input"))
    if (!inputsAreSignals || sim::split_assignment(text)) collect(setInput(source.diagram, text));
  for (const std::string& text : arguments.all("--config")) collect(setConfiguration(source.diagram, text));
  if (!problems.empty()) return problems;
  if (arguments.has("--profile")) source.diagram.settings["Profile"] = "on";
  return opened;
}

sim::Severity leastReported(const Arguments& arguments) {
  return arguments.has("--quiet") ? sim::Severity::Warning : sim::Severity::Note;
}

bool isRefused(const Arguments& arguments, const sim::Diagnostics& found) {
  return arguments.has("--strict") && std::ranges::any_of(found, [](const sim::Diagnostic& d) {
           return d.severity >= sim::Severity::Warning;
         });
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
  if (isRefused(arguments, source->warnings) || isRefused(arguments, (*run)->warnings())) {
    report(source->file, {sim::error({}, "it has warnings, which --strict takes for errors",
                                     "change what they say, or leave --strict out")});
    return std::nullopt;
  }
  return PreparedModel{*std::move(source), *std::move(run)};
}

}  // namespace fluxion
