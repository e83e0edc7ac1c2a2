#include "sim_core/scripting/textual_edits.h"

#include <algorithm>
#include <functional>
#include <vector>

#include "sim_core/base/text.h"
#include "sim_core/scripting/assignments.h"
#include "sim_core/scripting/named_edits.h"

namespace sim {

static constexpr std::string_view all_verbs[] = {"add",    "connect", "disconnect", "set", "variable",
                                                 "config", "remove",  "rename",     "log"};

bool is_edit_verb(std::string_view verb) {
  return std::ranges::find(all_verbs, verb) != std::ranges::end(all_verbs);
}

// "A=B" as two texts, or why it cannot be.
static Result<Edit> with_two(
    const std::string& text, const std::string& form,
    const std::function<Result<Edit>(const std::string&, const std::string&)>& plan) {
  const auto split = split_assignment(text);
  if (!split) return error(text, "there is no '=' in it", "write " + form);
  return plan(split->first, split->second);
}

static Result<Edit> add_in_words(Diagram& diagram, const BlockLibrary& library, const std::string& text) {
  const auto colon = text.find(':');
  const std::string path = colon == std::string::npos ? std::string() : text.substr(colon + 1);
  auto insertion = add_block(diagram, library, text.substr(0, colon), path, path.empty());
  if (!insertion) return insertion.errors();
  return std::move(insertion->edit);
}

static Result<Edit> rename_in_words(const Diagram& diagram, const std::string& path,
                                    const std::string& name) {
  const auto id = block_of_path(diagram, path, path);
  if (!id) return id.errors();
  return rename_block(diagram, *id, name);
}

Result<Edit> textual_edit(Diagram& diagram, const BlockLibrary& library, const std::string& verb,
                          const std::string& text) {
  if (verb == "add") return add_in_words(diagram, library, text);
  if (verb == "connect") return connect_ports(diagram, library, text);
  if (verb == "disconnect") return disconnect_ports(diagram, library, text);
  if (verb == "remove") return remove_named(diagram, text);
  if (verb == "set")
    return with_two(text, "NAME=EXPR", [&](const auto& name, const auto& value) {
      return assign(diagram, library, name, value);
    });
  if (verb == "variable")
    return with_two(text, "NAME=EXPR", [&](const auto& name, const auto& value) {
      return define_variable(diagram, name, value);
    });
  if (verb == "config")
    return with_two(text, "KEY=VALUE",
                    [](const auto& key, const auto& value) { return assign_setting(key, value); });
  if (verb == "rename")
    return with_two(text, "PATH=NAME",
                    [&](const auto& path, const auto& name) { return rename_in_words(diagram, path, name); });
  if (verb == "log") {
    const auto split = split_assignment(text);
    return log_signal(diagram, library, split ? split->first : text, split ? split->second : "");
  }
  const std::vector<std::string> known(std::begin(all_verbs), std::end(all_verbs));
  const std::string near = did_you_mean(verb, known);
  return error(verb, "there is no such edit", near.empty() ? "there are " + join(known, ", ") : near);
}

}  // namespace sim
