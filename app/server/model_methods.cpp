// The methods of a session that are about models: load, edit, save, close, and what blocks there are.
#include <algorithm>
#include <filesystem>

#include "app/server/json_text.h"
#include "app/server/session.h"
#include "sim_core/diagram/model_file.h"
#include "sim_core/reports/block_list.h"
#include "sim_core/scripting/named_edits.h"
#include "sim_core/scripting/textual_edits.h"

namespace fluxion::server {

namespace fs = std::filesystem;

// On a connection that needs none, or has shown it.
Answer Session::authenticate(Parameters& p) {
  p.text("token");
  if (const auto failure = p.problem()) return *failure;
  return "{}";
}

Answer Session::info(Parameters& p) {
  if (const auto failure = p.problem()) return *failure;
  const Limits& l = m_host.limits;
  ObjectText limits;
  limits.count("clients", l.clients).count("models", l.modelsOfClient).count("message_bytes", l.messageBytes);
  limits.count("subscriptions", l.subscriptionsOfRun).count("columns", l.columnsOfSubscription);
  limits.count("numbers", l.numbersOfAnswer);
  std::vector<std::string> names;
  for (const auto& [name, method] : methods()) names.push_back(name);
  ObjectText result;
  result.text("program", "fluxion-cli").text("version", m_host.version).count("protocol", 1);
  return result.raw("methods", arrayText(names)).raw("limits", limits.str()).str();
}

Answer Session::blocks(Parameters& p) {
  const auto name = p.text("type");
  if (const auto failure = p.problem()) return *failure;
  std::vector<const sim::BlockType*> types = m_host.library.all();
  if (name) {
    const auto type = sim::find_type(m_host.library, *name);
    if (!type) return refusal(type.errors());
    types = {*type};
  }
  return ObjectText().raw("blocks", onOneLine(sim::blocks_json(types, m_host.library))).str();
}

static ObjectText countsOf(const sim::Diagram& diagram) {
  ObjectText counts;
  counts.count("blocks", diagram.blocks.size()).count("lines", diagram.lines.size());
  counts.count("variables", diagram.variables.size());
  return counts;
}

Answer Session::load(Parameters& p) {
  const auto path = p.path("path"), text = p.text("text");
  const bool empty = p.flag("new", false);
  if (static_cast<int>(path.has_value()) + static_cast<int>(text.has_value()) + static_cast<int>(empty) != 1)
    p.fail("path", "the method needs one of path, text and new");
  if (const auto failure = p.problem()) return *failure;
  if (m_models.size() >= m_host.limits.modelsOfClient)
    return Failure{TooMuch, "a client has at most " + std::to_string(m_host.limits.modelsOfClient) +
                                " models (close one first)"};
  Model model;
  sim::Diagnostics warnings;
  if (!empty) {
    if (path) model.path = fs::absolute(*path).string();
    const auto access = sim::access_of(fs::path(model.path).parent_path(), m_host.grants);
    auto loaded = path ? sim::load_model(model.path, access) : sim::read_diagram(*text, "text");
    if (!loaded) return refusal(loaded.errors());
    model.diagram = std::move(loaded->diagram);
    model.diagram.access = access;
    warnings = std::move(loaded->warnings);
  } else {
    model.diagram.access = sim::access_of({}, m_host.grants);
  }
  ObjectText result = countsOf(model.diagram);
  result.raw("messages", messagesText(warnings));
  const std::lock_guard lock(m_mutex);
  const int number = ++m_lastModel;
  m_models.emplace(number, std::move(model));
  return result.count("model", static_cast<std::size_t>(number)).str();
}

Answer Session::edit(Parameters& p) {
  const auto edits = p.edits("edits");
  const bool added = std::ranges::any_of(edits, [](const auto& e) { return e.verb == "add"; });
  const bool arrange = p.flag("arrange", added);
  std::optional<Failure> failure;
  Model* model = modelOf(p, failure);
  if (!model) return *failure;
  sim::Diagram edited = model->diagram;
  for (std::size_t k = 0; k < edits.size(); ++k) {
    const auto edit = sim::textual_edit(edited, m_host.library, edits[k].verb, edits[k].text);
    if (!edit) {
      sim::Diagnostics problems = edit.errors();
      const std::string place = "edits[" + std::to_string(k) + ']';
      for (sim::Diagnostic& d : problems) d.path = place + (d.path.empty() ? "" : ' ' + d.path);
      return refusal(std::move(problems));
    }
    sim::apply(edited, *edit);
  }
  if (arrange) sim::apply(edited, sim::arrange_diagram(edited, m_host.library));
  model->diagram = std::move(edited);
  return countsOf(model->diagram).str();
}

Answer Session::text(Parameters& p) {
  std::optional<Failure> failure;
  Model* model = modelOf(p, failure);
  if (!model) return *failure;
  sim::Diagram copy = model->diagram;
  if (!model->path.empty()) sim::make_links_relative(copy, model->path);
  return ObjectText().text("text", sim::write_diagram(copy)).str();
}

Answer Session::save(Parameters& p) {
  const auto path = p.path("path");
  std::optional<Failure> failure;
  Model* model = modelOf(p, failure);
  if (!model) return *failure;
  if (!path && model->path.empty()) return Failure{WrongParameters, "path: the model has no file yet"};
  const std::string target = path ? fs::absolute(*path).string() : model->path;
  const auto& access = model->diagram.access;
  if (!access->may_write(target))
    return refusal(target, "the server may not write here",
                   "choose a place below the model's folder, or start the server with --allow-write FOLDER");
  std::error_code unknown;
  if (sim::FileAccess::resolved(target) != sim::FileAccess::resolved(model->path) &&
      fs::exists(fs::symlink_status(target, unknown)) && !access->may_replace(target))
    return refusal(target, "this file is there already",
                   "choose another name, or start the server with --trust");
  sim::Diagnostics problems = sim::save_model(target, model->diagram);
  if (sim::has_errors(problems)) return refusal(std::move(problems));
  model->path = target;
  return ObjectText().text("path", target).raw("messages", messagesText(problems)).str();
}

Answer Session::close(Parameters& p) {
  std::optional<Failure> failure;
  const Model* model = modelOf(p, failure);
  if (!model) return *failure;
  if (model->run) {
    model->run->requestStop();
    model->run->waitForEnd();
  }
  const auto number = p.whole("model", 1, 1'000'000'000);
  const std::lock_guard lock(m_mutex);
  m_models.erase(static_cast<int>(number));
  return "{}";
}

}  // namespace fluxion::server
