#include "sim_core/import/builder/diagram_builder.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <set>

#include "sim_core/diagram/settings.h"
#include "sim_core/expr/functions.h"
#include "sim_core/expr/name_places.h"
#include "sim_core/expr/parser.h"
#include "sim_core/expr/script.h"
#include "sim_core/import/builder/library_diagrams.h"
#include "sim_core/import/builder/system_builder.h"
#include "sim_core/interfaces/call_backs.h"
#include "sim_core/interfaces/variable_names.h"
#include "sim_core/interfaces/workspaces.h"

namespace sim::importing {

static TranslatedText translated(const MappingTable& table, const std::string& text) {
  return table.translate ? table.translate(text) : TranslatedText{text};
}

static void set_configuration(Building& all) {
  for (const ParameterMapping& mapping : all.table.settings) {
    const auto given =
        std::find_if(mapping.sources.begin(), mapping.sources.end(),
                     [&](const std::string& name) { return all.model.configuration.contains(name); });
    std::string text =
        given == mapping.sources.end() ? mapping.otherwise : all.model.configuration.at(*given);
    if (text.empty()) continue;
    if (mapping.how == Translation::Expression && text != "auto") text = translated(all.table, text).text;
    if (mapping.how == Translation::Choice)
      for (const auto& [from, to] : mapping.choices)
        if (from == text) {
          text = to;
          break;
        }
    const auto checked = check_setting(mapping.target, text);
    if (!checked)
      all.report.model.push_back(
          warning(mapping.target, "\"" + text + "\" has no counterpart; the default is taken"));
    else if (text != find_setting(mapping.target)->default_value)
      all.diagram.settings[mapping.target] = *checked;
  }
}

// The last definition of a name counts. A variable that uses its own name means the one before, which is not
// said here.
static void define_variables(Building& all) {
  std::map<std::string, Id> defined;
  for (const SourceVariable& source : all.model.variables) {
    const TranslatedText text = translated(all.table, source.expression);
    if (!expr::is_name(source.name) || !expr::parse(text.text)) {
      all.report.model.push_back(warning(source.origin, source.name + " = " + source.expression +
                                                            " cannot be said as a variable of the model"));
      continue;
    }
    const auto [it, is_new] = defined.emplace(source.name, no_id);
    if (is_new) it->second = all.diagram.new_id();
    all.diagram.variables[it->second] = {source.name, text.text, {}, "from " + source.origin, {}};
  }
}

static void find_undefined_names(Building& all) {
  std::map<std::string, UndefinedName> found;
  // A scope keeps the values it has computed.
  struct Seen {
    expr::Workspace workspace;
    expr::WorkspaceScope scope{workspace};
  };
  std::map<Id, std::unique_ptr<Seen>> seen;
  const auto scope_in = [&](Id parent) -> const expr::Scope& {
    auto& here = seen[parent];
    if (!here) here.reset(new Seen{workspace_of(all.diagram, parent)});
    return here->scope;
  };
  const auto add = [&](const std::string& name, const std::string& use) {
    found[name].name = name;
    found[name].uses.push_back(use);
  };
  const auto look_at = [&](Id parent, const std::string& text, const std::string& use) {
    for (const std::string& name : expr::unknown_names(text, scope_in(parent))) add(name, use);
  };
  // Their inputs and what a program assigns are no variables of the model.
  const IsVariableName is_variable = variable_names_of(all.library);
  const auto look_at_program = [&](const Block& block, const ParameterSpec& spec, const std::string& text,
                                   const std::string& use) {
    const bool script = spec.kind == ParameterKind::Script;
    std::set<std::string_view> told;
    for (const std::string_view name : script ? expr::outside_names(text) : expr::name_places(text)) {
      if (!told.insert(name).second) continue;
      if (!script && (expr::find_function(name) || !is_variable(block, spec.name, name))) continue;
      const auto variable = scope_in(block.parent).find(name);
      if (variable && !*variable) add(std::string(name), use);
    }
  };
  for (const auto& [id, block] : all.diagram.blocks) {
    const std::string path = block_path(all.diagram, id);
    if (const BlockType* type = all.library.find(block.type))
      for (const ParameterSpec& spec : type->parameters) {
        const auto it = block.parameters.find(spec.name);
        const bool expression = spec.kind == ParameterKind::Real || spec.kind == ParameterKind::Integer ||
                                spec.kind == ParameterKind::SampleTime;
        const bool program = spec.kind == ParameterKind::Formula || spec.kind == ParameterKind::Script;
        if (it == block.parameters.end()) continue;
        if (expression) look_at(block.parent, it->second, path + ": " + spec.name);
        if (program) look_at_program(block, spec, it->second, path + ": " + spec.name);
      }
    if (!block.mask) continue;
    for (const MaskParameter& p : block.mask->parameters)
      if (p.evaluate) look_at(block.parent, p.expression, path + ": " + p.name);
  }
  for (const auto& [id, variable] : all.diagram.variables) look_at(no_id, variable.expression, variable.name);
  for (auto& [name, entry] : found) all.report.undefined.push_back(std::move(entry));
}

// A call-back that names what is not there would keep the model from running.
static void set_call_backs(Building& all) {
  std::vector<std::string> known{"t"};
  for (const auto& [id, block] : all.diagram.blocks)
    for (const auto& [port, name] : block.signal_names) known.push_back(name);
  for (const auto& [name, statements] : all.model.call_backs) {
    if (statements.empty()) continue;
    all.diagram.settings[name] = translated(all.table, statements).text;
    const Diagnostics problems = call_back_problems(all.diagram, name.c_str(), known);
    if (problems.empty()) continue;
    all.diagram.settings.erase(name);
    all.report.model.push_back(warning(name, "it is not taken over: " + problems.front().message,
                                       "write it over the signals that the model records"));
  }
}

// A default that is written out says nothing.
static void drop_defaults(Building& all) {
  for (auto& [id, block] : all.diagram.blocks) {
    const BlockType* type = all.library.find(block.type);
    if (!type) continue;
    for (const ParameterSpec& spec : type->parameters)
      if (const auto it = block.parameters.find(spec.name);
          it != block.parameters.end() && it->second == spec.default_text)
        block.parameters.erase(it);
  }
}

static ImportedModel built(Building& all) {
  all.report.format = all.model.format;
  all.report.model = all.model.remarks;
  define_variables(all);
  set_configuration(all);
  build_system(all, all.model, all.model.root, no_id, {}, 0);
  drop_defaults(all);
  tidy_texts(all.diagram);
  flatten_unknown_fields(all);
  set_call_backs(all);
  find_undefined_names(all);
  return {std::move(all.diagram), std::move(all.report)};
}

ImportedModel build_linked(const SourceModel& model, const MappingTable& table, const BlockLibrary& library,
                           LibraryDiagrams& libraries) {
  Building all{model, table, library, &libraries};
  return built(all);
}

static void tell_libraries(ImportedModel& made) {
  std::map<std::string, int> links;
  for (const auto& [id, block] : made.diagram.blocks)
    if (block.link) ++links[block.link->file];
  for (const auto& [file, count] : links)
    made.report.model.push_back(
        {Severity::Note,
         std::filesystem::path(file).filename().string(),
         std::to_string(count) + (count == 1 ? " block is" : " blocks are") +
             " linked to this library, which is written beside the model when that is saved",
         "open it to change what is inside of them",
         {}});
}

ImportedModel build_diagram(const SourceModel& model, const MappingTable& table, const BlockLibrary& library,
                            const std::string& folder) {
  Building all{model, table, library};
  if (model.libraries.empty() || folder.empty()) return built(all);
  LibraryDiagrams libraries(table, library, folder);
  ImportedModel made = build_linked(model, table, library, libraries);
  tell_libraries(made);
  made.libraries = libraries.take();
  return made;
}

}  // namespace sim::importing
