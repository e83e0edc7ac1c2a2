#include "sim_core/scripting/changed_elements.h"

#include <algorithm>
#include <set>

#include "sim_core/base/text.h"
#include "sim_core/diagram/file.h"
#include "sim_core/diagram/json.h"

namespace sim {

namespace {

constexpr std::string_view sections[] = {"variables", "blocks", "lines", "annotations"};

template <class T>
void add_differences(Edit& edit, const std::map<Id, T>& from, const std::map<Id, T>& to) {
  for (const auto& [id, element] : from)
    if (!to.contains(id)) edit.remove<T>(id);
  for (const auto& [id, element] : to) {
    const auto before = from.find(id);
    if (before == from.end() || !(before->second == element)) edit.set(id, element);
  }
}

template <class T>
void keep_new(std::map<Id, T>& elements, const std::map<Id, T>& from, std::vector<Id>& removed) {
  for (const auto& [id, element] : from)
    if (!elements.contains(id)) removed.push_back(id);
  std::erase_if(elements, [&](const auto& item) {
    const auto before = from.find(item.first);
    return before != from.end() && before->second == item.second;
  });
}

// Of two maps of texts: what differs, "null" for what goes. `quoted`: the texts become JSON strings.
std::string differing_texts(const std::map<std::string, std::string>& from,
                            const std::map<std::string, std::string>& to, bool quoted) {
  std::string out;
  const auto add = [&](const std::string& key, const std::string& json) {
    out += (out.empty() ? "" : ", ") + json_string(key) + ": " + json;
  };
  for (const auto& [key, text] : to) {
    const auto before = from.find(key);
    if (before == from.end() || before->second != text) add(key, quoted ? json_string(text) : text);
  }
  for (const auto& [key, text] : from)
    if (!to.contains(key)) add(key, "null");
  return out;
}

std::string id_text(const Json& element) {
  const Json* id = element.find("id");
  return id && id->kind == Json::Kind::Number ? id->text : std::string();
}

void set_member(Json& object, const std::string& key, const Json& value) {
  if (Json* there = object.find(key)) {
    *there = value;
    return;
  }
  object.keys.push_back(key);
  object.items.push_back(value);
}

void remove_member(Json& object, const std::string& key) {
  const auto at = std::ranges::find(object.keys, key);
  if (at == object.keys.end()) return;
  object.items.erase(object.items.begin() + (at - object.keys.begin()));
  object.keys.erase(at);
}

void take_members(Json& into, const Json& changes) {
  for (std::size_t k = 0; k < changes.keys.size(); ++k) {
    if (changes.items[k].kind == Json::Kind::Null)
      remove_member(into, changes.keys[k]);
    else
      set_member(into, changes.keys[k], changes.items[k]);
  }
}

Json& section_of(Json& file, const std::string& name, Json::Kind kind) {
  if (!file.find(name)) {
    Json empty;
    empty.kind = kind;
    set_member(file, name, empty);
  }
  return *file.find(name);
}

void take_elements(Json& section, const Json& changes) {
  std::map<std::string, std::size_t> places;
  for (std::size_t k = 0; k < section.items.size(); ++k) places[id_text(section.items[k])] = k;
  for (const Json& element : changes.items) {
    const auto there = places.find(id_text(element));
    if (there == places.end())
      section.items.push_back(element);
    else
      section.items[there->second] = element;
  }
}

Diagnostic wrong(const std::string& member, const std::string& what) {
  return error(member, "this is no " + what, "write it as in a file, see docs/file-format.md");
}

}  // namespace

Edit difference(const Diagram& from, const Diagram& to) {
  Edit edit{"Change", {}};
  add_differences(edit, from.variables, to.variables);
  add_differences(edit, from.blocks, to.blocks);
  add_differences(edit, from.lines, to.lines);
  add_differences(edit, from.annotations, to.annotations);
  for (const auto& [key, text] : to.settings) {
    const auto before = from.settings.find(key);
    if (before == from.settings.end() || before->second != text) edit.set_setting(key, text);
  }
  for (const auto& [key, text] : from.settings)
    if (!to.settings.contains(key)) edit.set_setting(key, std::nullopt);
  return edit;
}

Edit take_over(Diagram& diagram, const Diagram& other) {
  diagram.unknown = other.unknown;
  return apply(diagram, difference(diagram, other));
}

std::string changed_elements(const Diagram& from, const Diagram& to) {
  Diagram part = to;
  std::vector<Id> removed;
  keep_new(part.variables, from.variables, removed);
  keep_new(part.blocks, from.blocks, removed);
  keep_new(part.lines, from.lines, removed);
  keep_new(part.annotations, from.annotations, removed);
  part.settings.clear();
  part.unknown.clear();
  auto written = parse_json(write_diagram(part), {});
  Json changes = written ? *std::move(written) : Json{};
  remove_member(changes, "fluxion");
  std::string out = to_text(changes);
  out.pop_back();  // the closing brace
  const auto add = [&](const std::string& member) { out += (out == "{" ? "" : ", ") + member; };
  if (const std::string settings = differing_texts(from.settings, to.settings, true); !settings.empty())
    add("\"settings\": {" + settings + "}");
  std::string ids;
  for (const Id id : removed) ids += (ids.empty() ? "" : ", ") + std::to_string(to_number(id));
  if (!ids.empty()) add("\"remove\": [" + ids + "]");
  if (const std::string members = differing_texts(from.unknown, to.unknown, false); !members.empty())
    add("\"members\": {" + members + "}");
  return out + "}";
}

Result<Diagram> with_changes(const Diagram& diagram, std::string_view text) {
  auto changes = parse_json(text, "changes");
  if (!changes) return changes.errors();
  if (changes->kind != Json::Kind::Object) return wrong({}, "object");
  auto file = parse_json(write_diagram(diagram), {});
  if (!file) return file.errors();
  std::set<std::string> removed;
  for (std::size_t k = 0; k < changes->keys.size(); ++k) {
    const std::string& key = changes->keys[k];
    const Json& value = changes->items[k];
    const bool is_section = std::ranges::find(sections, key) != std::end(sections);
    if (is_section || key == "remove") {
      if (value.kind != Json::Kind::Array) return wrong(key, "list");
      if (is_section) take_elements(section_of(*file, key, Json::Kind::Array), value);
      for (const Json& item : is_section ? std::vector<Json>() : value.items) removed.insert(item.text);
    } else if (key == "settings" || key == "members") {
      if (value.kind != Json::Kind::Object) return wrong(key, "object");
      take_members(key == "members" ? *file : section_of(*file, key, Json::Kind::Object), value);
    } else {
      return error(key, "there is nothing of this name to change",
                   did_you_mean(key, {"blocks", "lines", "variables", "annotations", "settings", "remove",
                                      "members"}));
    }
  }
  for (const std::string_view name : sections)
    if (Json* section = file->find(name))
      std::erase_if(section->items, [&](const Json& element) { return removed.contains(id_text(element)); });
  auto read = read_diagram(to_text(*file), {});
  if (!read) return read.errors();
  read->diagram.access = diagram.access;
  return std::move(read->diagram);
}

}  // namespace sim
