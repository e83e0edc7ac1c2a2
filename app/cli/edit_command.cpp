// fluxion-cli edit: changes a model by the edits of the window, and writes it.
#include <cstdio>
#include <filesystem>

#include "app/cli/commands.h"
#include "app/cli/messages.h"
#include "app/cli/model_source.h"
#include "app/cli/result_files.h"
#include "sim_core/scripting/named_edits.h"
#include "sim_core/scripting/textual_edits.h"

namespace fluxion {

namespace {

struct Edited {
  sim::Diagram diagram;
  sim::BlockLibrary library;
};

// Every option in its order, up to the first that cannot be done: what is behind it builds on it.
bool applyAll(Edited& model, const Arguments& arguments) {
  for (const auto& [option, text] : arguments.options()) {
    const std::string verb = option.substr(2);
    if (!sim::is_edit_verb(verb)) continue;
    const auto edit = sim::textual_edit(model.diagram, model.library, verb, text);
    if (!edit) {
      sim::Diagnostics problems = edit.errors();
      for (sim::Diagnostic& d : problems) d.path = option + (d.path.empty() ? "" : ' ' + d.path);
      report(arguments.model, problems);
      return false;
    }
    sim::apply(model.diagram, *edit);
  }
  // Blocks that were added, nobody has placed.
  if (arguments.has("--arrange") || (arguments.has("--add") && !arguments.has("--keep-places")))
    sim::apply(model.diagram, sim::arrange_diagram(model.diagram, model.library));
  return true;
}

}  // namespace

int editCommand(const Arguments& arguments) {
  const std::string target = arguments.last("--out").value_or(arguments.model);
  std::error_code unknown;
  if (arguments.has("--new") && std::filesystem::exists(target, unknown)) {
    report(arguments.model, {sim::error(target, "--new makes a model, and this file is there already",
                                        "choose another name, or leave --new out")});
    return ModelError;
  }
  auto source = arguments.has("--new") ? newModel() : loadModel(arguments);
  if (!source) {
    report(arguments.model, source.errors());
    return ModelError;
  }
  report(arguments.model, source->warnings, sim::Severity::Warning);
  Edited model{std::move(source->diagram), std::move(source->library)};
  if (!applyAll(model, arguments)) return ModelError;
  if (!saveModel(target, model.diagram)) return ModelError;
  if (!arguments.has("--quiet"))
    std::printf("%s: %zu blocks, %zu lines, %zu variables\n", target.c_str(), model.diagram.blocks.size(),
                model.diagram.lines.size(), model.diagram.variables.size());
  return Success;
}

}  // namespace fluxion
