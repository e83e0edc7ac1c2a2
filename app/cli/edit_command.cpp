// fluxion-cli edit: changes a model by the edits of the window, and writes it.
#include <cstdio>
#include <filesystem>
#include <functional>
#include <map>

#include "app/cli/commands.h"
#include "app/cli/messages.h"
#include "app/cli/model_source.h"
#include "sim_core/diagram/model_file.h"
#include "sim_core/scripting/assignments.h"
#include "sim_core/scripting/named_edits.h"

namespace fluxion {

namespace {

struct Edited {
  sim::Diagram diagram;
  sim::BlockLibrary library;
  bool laysOut = false;  // blocks were added, which nobody has placed
};

using Planned = sim::Result<sim::Edit>;

// "A=B" as two texts, or why it cannot be.
Planned withTwo(const std::string& text, const std::string& form,
                const std::function<Planned(const std::string&, const std::string&)>& plan) {
  const auto split = sim::split_assignment(text);
  if (!split) return sim::error(text, "there is no '=' in it", "write " + form);
  return plan(split->first, split->second);
}

// "TYPE:PATH"; without a path the block gets the name of its type.
Planned add(Edited& model, const std::string& text) {
  const auto colon = text.find(':');
  const std::string path = colon == std::string::npos ? std::string() : text.substr(colon + 1);
  auto insertion = sim::add_block(model.diagram, model.library, text.substr(0, colon), path, path.empty());
  if (!insertion) return insertion.errors();
  model.laysOut = true;
  return std::move(insertion->edit);
}

Planned rename(const sim::Diagram& diagram, const std::string& path, const std::string& name) {
  const auto id = sim::block_of_path(diagram, path, path);
  if (!id) return id.errors();
  return sim::rename_block(diagram, *id, name);
}

// What an option makes of the model so far.
Planned plan(Edited& model, const std::string& option, const std::string& text) {
  sim::Diagram& diagram = model.diagram;
  if (option == "--add") return add(model, text);
  if (option == "--connect") return sim::connect_ports(diagram, model.library, text);
  if (option == "--disconnect") return sim::disconnect_ports(diagram, model.library, text);
  if (option == "--remove") return sim::remove_named(diagram, text);
  if (option == "--set")
    return withTwo(text, "NAME=EXPR", [&](const auto& name, const auto& value) {
      return sim::assign(diagram, model.library, name, value);
    });
  if (option == "--variable")
    return withTwo(text, "NAME=EXPR", [&](const auto& name, const auto& value) {
      return sim::define_variable(diagram, name, value);
    });
  if (option == "--config")
    return withTwo(text, "KEY=VALUE",
                   [](const auto& key, const auto& value) { return sim::assign_setting(key, value); });
  if (option == "--rename")
    return withTwo(text, "PATH=NAME",
                   [&](const auto& path, const auto& name) { return rename(diagram, path, name); });
  if (option == "--log") {
    const auto split = sim::split_assignment(text);
    return sim::log_signal(diagram, model.library, split ? split->first : text, split ? split->second : "");
  }
  return sim::Edit{};
}

// Every option in its order, up to the first that cannot be done: what is behind it builds on it.
bool applyAll(Edited& model, const Arguments& arguments) {
  for (const auto& [option, text] : arguments.options()) {
    const Planned edit = plan(model, option, text);
    if (!edit) {
      sim::Diagnostics problems = edit.errors();
      for (sim::Diagnostic& d : problems) d.path = option + (d.path.empty() ? "" : ' ' + d.path);
      report(arguments.model, problems);
      return false;
    }
    sim::apply(model.diagram, *edit);
  }
  if (arguments.has("--arrange") || (model.laysOut && !arguments.has("--keep-places")))
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
  const sim::Diagnostics problems = sim::save_model(target, model.diagram);
  report({}, problems);
  if (sim::has_errors(problems)) return ModelError;
  if (!arguments.has("--quiet"))
    std::printf("%s: %zu blocks, %zu lines, %zu variables\n", target.c_str(), model.diagram.blocks.size(),
                model.diagram.lines.size(), model.diagram.variables.size());
  return Success;
}

}  // namespace fluxion
