#include <algorithm>
#include <unordered_map>

#include "sim_core/base/stoppable.h"
#include "sim_core/diagram/file.h"
#include "sim_core/diagram/file_members.h"
#include "sim_core/diagram/json_reader.h"
#include "sim_core/diagram/member_reader.h"
#include "sim_core/diagram/migrations.h"
#include "sim_core/diagram/settings.h"
#include "sim_core/diagram/structure.h"

namespace sim {

namespace {

constexpr std::string_view sections[] = {"variables", "blocks", "lines", "annotations"};

class FileReader {
 public:
  FileReader(const Json& file, const std::string& file_name) : file_(file), findings_(file_name) {}

  Result<LoadedDiagram> read(int version) {
    check_sections();
    if (!findings_.failed()) {
      read_settings();
      read_section<Variable>("variables", loaded_.diagram.variables);
      read_section<Block>("blocks", loaded_.diagram.blocks);
      read_section<Line>("lines", loaded_.diagram.lines);
      read_section<Annotation>("annotations", loaded_.diagram.annotations);
      read_unknown(
          file_, file_members::top_fields, loaded_.diagram.unknown, [] { return std::string(); }, findings_,
          no_id);
    }
    if (!findings_.failed())
      check_structure(
          loaded_.diagram, [this](Id id) { return place(id); }, findings_);
    if (findings_.failed()) return findings_.errors();
    loaded_.warnings = findings_.warnings();
    loaded_.version = version;
    return std::move(loaded_);
  }

 private:
  struct Place {
    std::string_view section;
    std::size_t index;
  };

  std::string place(Id id) const {
    auto it = places_.find(id);
    if (it == places_.end()) return {};
    return std::string(it->second.section) + "[" + std::to_string(it->second.index) + "]";
  }

  void check_sections() {
    std::size_t elements = 0;
    for (std::string_view name : sections)
      if (const Json* section = file_.find(name)) {
        if (section->kind != Json::Kind::Array)
          findings_.error(std::string(name), "this is not a list", "write [ and ] around its elements");
        elements += section->items.size();
      }
    if (elements > max_file_elements)
      findings_.error({}, "the file has more than " + std::to_string(max_file_elements) + " elements",
                      "split the model into several files");
    places_.reserve(std::min(elements, max_file_elements));
    const Json* settings = file_.find("settings");
    if (settings && settings->kind != Json::Kind::Object)
      findings_.error("settings", "this is not an object", "write {\"StopTime\": \"20\"}");
  }

  void read_settings() {
    const Json* settings = file_.find("settings");
    if (!settings) return;
    for (std::size_t k = 0; k < settings->keys.size(); ++k) {
      const std::string& key = settings->keys[k];
      const Json& json = settings->items[k];
      const std::string place = "settings." + (key.size() > 60 ? shown(key) : key);
      auto value = json.kind == Json::Kind::Array ? std::nullopt : expression_text(json);
      if (!value) {
        findings_.error(place, "the value is not text, a number, true or false", "put it in quotation marks");
        continue;
      }
      if (json.kind == Json::Kind::Boolean) value = json.text == "true" ? "on" : "off";
      if (!findings_.enough_warnings())
        if (auto checked = check_setting(key, *value); !checked)
          findings_.warning(place, checked.error().message + "; it is kept, but a run will refuse it",
                            checked.error().remedy);
      loaded_.diagram.settings.emplace(key, std::move(*value));
    }
  }

  template <class T>
  void read_section(std::string_view name, std::map<Id, T>& elements) {
    const Json* section = file_.find(name);
    if (!section) return;
    for (const std::size_t k : StoppableIndices<std::size_t>(section->items.size(), 256)) {
      const Json* const json = unread_.read(section->items[k]);
      if (!json) return findings_.error(std::string(name), "an element is not valid JSON", {});
      MemberReader reader(*json, name, k, findings_);
      if (!reader.is_object()) continue;
      Id id = no_id;
      reader.id("id", id, Presence::Required);
      reader.set_element(id);
      if (id != no_id && !places_.emplace(id, Place{name, k}).second)
        reader.wrong("id", place(id) + " has the id " + std::to_string(to_number(id)) + " already",
                     "give each element an id of its own");
      T element;
      read_members(reader, element);
      loaded_.diagram.reserve(id);
      elements.emplace_hint(elements.end(), id, std::move(element));
    }
  }

  static void read_members(MemberReader& reader, Variable& variable) {
    reader.name("name", variable.name, Presence::Required);
    reader.expression("value", variable.expression);
    reader.name("unit", variable.unit, Presence::Optional);
    reader.text("description", variable.description);
    reader.rest(file_members::variable, variable.unknown);
  }

  static void read_members(MemberReader& reader, Block& block) {
    static constexpr std::string_view commented[] = {"no", "out", "through"};
    reader.id("parent", block.parent, Presence::Optional);
    reader.name("type", block.type, Presence::Required);
    reader.name("name", block.name, Presence::Required);
    if (block.name.starts_with('/') || block.name.ends_with('/'))
      reader.wrong("name", why_not_a_block_name(block.name), "remove it there, or replace it");
    reader.point("at", block.position);
    reader.size("size", block.size);
    reader.quarter_turns("rotation", block.rotation);
    reader.flag("flipped", block.flipped);
    int choice = 0;
    reader.choice("commented", commented, choice);
    block.commented = static_cast<CommentedOut>(choice);
    int color = 0;
    reader.choice("color", block_color_names, color);
    block.color = static_cast<BlockColor>(color);
    reader.integer("priority", max_priority, block.priority);
    reader.expressions("parameters", block.parameters);
    read_mask(reader, block.mask);
    reader.object("link", [&](MemberReader& member) { read_members(member, block.link.emplace()); });
    reader.port_names("signals", block.signal_names);
    reader.rest(file_members::block_fields, block.unknown);
  }

  // Any of these members makes a mask.
  static void read_mask(MemberReader& reader, std::optional<Mask>& out) {
    if (!reader.has("mask") && !reader.has("mask_initialization") && !reader.has("mask_description") &&
        !reader.has("mask_icon") && !reader.has("mask_port_names"))
      return;
    Mask& mask = out.emplace();
    reader.objects("mask", max_mask_parameters,
                   [&](MemberReader& entry) { read_members(entry, mask.parameters.emplace_back()); });
    reader.text("mask_initialization", mask.initialization);
    reader.text("mask_description", mask.description);
    reader.object("mask_icon", [&](MemberReader& member) { read_members(member, mask.icon); });
    reader.flag("mask_port_names", mask.port_names);
  }

  static void read_members(MemberReader& reader, MaskParameter& parameter) {
    reader.name("name", parameter.name, Presence::Required);
    reader.name("label", parameter.label, Presence::Optional);
    reader.expression("value", parameter.expression);
    reader.flag("evaluate", parameter.evaluate);
    int editor = 0;
    reader.choice("editor", mask_editor_names, editor);
    parameter.editor = static_cast<MaskEditor>(editor);
    reader.texts("choices", max_mask_choices, parameter.choices);
    reader.name("unit", parameter.unit, Presence::Optional);
    reader.text("description", parameter.description);
    reader.name("group", parameter.group, Presence::Optional);
    reader.number("min", parameter.minimum);
    reader.number("max", parameter.maximum);
    reader.expression("visible", parameter.visible);
    reader.expression("enabled", parameter.enabled);
    reader.rest(file_members::mask_parameter, parameter.unknown);
  }

  static void read_members(MemberReader& reader, MaskIcon& icon) {
    int kind = 0;
    reader.choice("kind", mask_icon_kind_names, kind);
    icon.kind = static_cast<MaskIconKind>(kind);
    reader.text("content", icon.content);
    reader.expression("x", icon.x);
    reader.expression("y", icon.y);
    reader.rest(file_members::mask_icon, icon.unknown);
  }

  static void read_members(MemberReader& reader, LibraryLink& link) {
    reader.text("file", link.file);
    reader.text("block", link.block);
    reader.flag("broken", link.broken);
    reader.rest(file_members::link, link.unknown);
  }

  static void read_members(MemberReader& reader, Line& line) {
    reader.id("parent", line.parent, Presence::Optional);
    read_end(reader, "from", line.source, "from_at", line.loose_source);
    read_end(reader, "to", line.target, "to_at", line.loose_target);
    reader.points("via", line.waypoints);
    reader.rest(file_members::line, line.unknown);
  }

  static void read_end(MemberReader& reader, std::string_view member, std::optional<PortRef>& end,
                       std::string_view loose_member, Point& loose) {
    const bool connected = reader.port(member, end);
    const bool hanging = reader.point(loose_member, loose);
    if (connected != hanging) return;
    const std::string either = "'" + std::string(member) + "' or '" + std::string(loose_member) + "'";
    reader.wrong(member, connected ? "the line has both " + either : "the line has neither " + either,
                 "write one of them");
  }

  static void read_members(MemberReader& reader, Annotation& annotation) {
    reader.id("parent", annotation.parent, Presence::Optional);
    reader.point("at", annotation.position);
    reader.size("size", annotation.size);
    reader.text("text", annotation.text);
    reader.rest(file_members::annotation, annotation.unknown);
  }

  const Json& file_;
  UnreadJson unread_{JsonLimits{}};
  Findings findings_;
  LoadedDiagram loaded_;
  std::unordered_map<Id, Place> places_;
};

Result<LoadedDiagram> read_file(Json& file, const std::string& file_name) {
  const auto version = migrate(file, file_name, migrations());
  if (!version) return version.errors();
  return FileReader(file, file_name).read(*version);
}

}  // namespace

// What is right is read without a tree of all elements; what is wrong is told from the tree.
Result<LoadedDiagram> read_diagram(std::string_view text, const std::string& file_name) {
  if (auto outline = read_json_outline(text, sections, {}))
    if (auto loaded = read_file(*outline, file_name)) return loaded;
  auto file = parse_json(text, file_name);
  if (!file) return file.errors();
  return read_file(*file, file_name);
}

}  // namespace sim
