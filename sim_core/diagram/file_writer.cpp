#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "sim_core/base/text.h"
#include "sim_core/diagram/file.h"
#include "sim_core/diagram/json.h"
#include "sim_core/diagram/migrations.h"

namespace sim {

namespace {

// Number as JSON writes it: shortest that reads back, -0 as 0.
void append(std::string& out, double value, double low, double high) {
  out += to_text(std::isfinite(value) ? std::clamp(value, low, high) + 0.0 : std::clamp(0.0, low, high));
}

void append(std::string& out, std::int64_t value) { out += std::to_string(value); }

void append(std::string& out, Point p) {
  out += '[';
  append(out, p.x, -max_coordinate, max_coordinate);
  out += ", ";
  append(out, p.y, -max_coordinate, max_coordinate);
  out += ']';
}

void append(std::string& out, Size s) {
  out += '[';
  append(out, s.width, 1, max_element_size);
  out += ", ";
  append(out, s.height, 1, max_element_size);
  out += ']';
}

void append(std::string& out, Id id) { out += std::to_string(to_number(id)); }

void append(std::string& out, PortRef p) {
  out += '[';
  append(out, p.block);
  out += ", ";
  append(out, std::int64_t{p.port} + 1);
  out += p.kind == PortKind::Conserving ? ", \"conserving\"]" : "]";
}

// One element on one line, at the end of `out`: {"id": 3, ...}.
class Members {
 public:
  explicit Members(std::string& out) : out_(out) { out_ += '{'; }
  Members(std::string& out, Id id) : Members(out) { add("id", id); }

  // The text that what the member is comes behind.
  std::string& begin(std::string_view key) {
    if (!std::exchange(empty_, false)) out_ += ", ";
    append_json_string(out_, key);
    out_ += ": ";
    return out_;
  }
  template <class... Value>
  void add(std::string_view key, Value... value) {
    append(begin(key), value...);
  }
  void add_json(std::string_view key, std::string_view json) { begin(key) += json; }
  void add_string(std::string_view key, std::string_view value) { append_json_string(begin(key), value); }
  void add_text(std::string_view key, std::string_view value) {
    if (!value.empty()) add_string(key, value);
  }
  void add_parent(Id parent) {
    if (parent != no_id) add("parent", parent);
  }
  template <class Key>
  void add_texts(std::string_view member, const std::map<Key, std::string>& texts) {
    if (texts.empty()) return;
    Members all(begin(member));
    for (const auto& [key, value] : texts) {
      if constexpr (std::is_same_v<Key, int>)
        all.add_string(std::to_string(key + 1), value);
      else
        all.add_string(key, value);
    }
    all.close();
  }
  void close() { out_ += '}'; }
  void close(const UnknownMembers& unknown) {
    for (const auto& [key, json] : unknown) add_json(key, json);
    close();
  }

 private:
  std::string& out_;
  bool empty_ = true;
};

// [a, b], each written by `append_one`.
template <class All, class AppendOne>
void append_list(std::string& out, const All& all, AppendOne append_one) {
  const char* separator = "[";
  for (const auto& one : all) {
    out += std::exchange(separator, ", ");
    append_one(one);
  }
  out += all.empty() ? "[]" : "]";
}

void append(std::string& out, const Diagram&, Id id, const Variable& variable) {
  Members members(out, id);
  members.add_string("name", variable.name);
  members.add_text("value", variable.expression);
  members.add_text("unit", variable.unit);
  members.add_text("description", variable.description);
  members.close(variable.unknown);
}

void append(std::string& out, const MaskParameter& parameter) {
  Members members(out);
  members.add_string("name", parameter.name);
  members.add_text("label", parameter.label);
  members.add_text("value", parameter.expression);
  if (!parameter.evaluate) members.add_json("evaluate", "false");
  if (parameter.editor != MaskEditor::Value)
    members.add_string("editor", mask_editor_names[static_cast<std::size_t>(parameter.editor)]);
  if (!parameter.choices.empty())
    append_list(members.begin("choices"), parameter.choices,
                [&](const std::string& choice) { append_json_string(out, choice); });
  members.add_text("unit", parameter.unit);
  members.add_text("description", parameter.description);
  members.add_text("group", parameter.group);
  constexpr double largest = std::numeric_limits<double>::max();
  if (parameter.minimum) members.add("min", *parameter.minimum, -largest, largest);
  if (parameter.maximum) members.add("max", *parameter.maximum, -largest, largest);
  members.add_text("visible", parameter.visible);
  members.add_text("enabled", parameter.enabled);
  members.close(parameter.unknown);
}

void append(std::string& out, const MaskIcon& icon) {
  Members members(out);
  members.add_string("kind", mask_icon_kind_names[static_cast<std::size_t>(icon.kind)]);
  members.add_text("content", icon.content);
  members.add_text("x", icon.x);
  members.add_text("y", icon.y);
  members.close(icon.unknown);
}

void add_mask(Members& members, const Mask& mask) {
  std::string& out = members.begin("mask");
  append_list(out, mask.parameters, [&](const MaskParameter& parameter) { append(out, parameter); });
  members.add_text("mask_initialization", mask.initialization);
  members.add_text("mask_description", mask.description);
  if (mask.icon != MaskIcon{}) append(members.begin("mask_icon"), mask.icon);
  if (!mask.port_names) members.add_json("mask_port_names", "false");
}

void append(std::string& out, const LibraryLink& link) {
  Members members(out);
  members.add_string("file", link.file);
  members.add_string("block", link.block);
  if (link.broken) members.add_json("broken", "true");
  members.close(link.unknown);
}

void append(std::string& out, const Diagram&, Id id, const Block& block) {
  Members members(out, id);
  members.add_parent(block.parent);
  members.add_string("type", block.type);
  members.add_string("name", block.name);
  members.add("at", block.position);
  if (block.size != Block{}.size) members.add("size", block.size);
  if (block.rotation % 4) members.add("rotation", std::int64_t{(block.rotation % 4 + 4) % 4 * 90});
  if (block.flipped) members.add_json("flipped", "true");
  if (block.commented != CommentedOut::No)
    members.add_string("commented", block.commented == CommentedOut::Out ? "out" : "through");
  if (block.color != BlockColor::None)
    members.add_string("color", block_color_names[static_cast<std::size_t>(block.color)]);
  if (block.priority)
    members.add("priority", std::int64_t{std::clamp(*block.priority, -max_priority, max_priority)});
  members.add_texts("parameters", block.parameters);
  if (block.mask) add_mask(members, *block.mask);
  if (block.link) append(members.begin("link"), *block.link);
  if (!block.signal_names.empty()) {
    auto named = block.signal_names;
    std::erase_if(named, [](const auto& signal) { return signal.second.empty(); });
    members.add_texts("signals", named);
  }
  members.close(block.unknown);
}

// The parent is left out where an end says it.
bool says_parent(const Diagram& diagram, const std::optional<PortRef>& end, Id parent) {
  if (!end) return false;
  auto block = diagram.blocks.find(end->block);
  return block != diagram.blocks.end() && block->second.parent == parent;
}

void append(std::string& out, const Diagram& diagram, Id id, const Line& line) {
  Members members(out, id);
  const bool implied =
      says_parent(diagram, line.source, line.parent) || says_parent(diagram, line.target, line.parent);
  if (!implied) members.add_parent(line.parent);
  line.source ? members.add("from", *line.source) : members.add("from_at", line.loose_source);
  line.target ? members.add("to", *line.target) : members.add("to_at", line.loose_target);
  if (!line.waypoints.empty())
    append_list(members.begin("via"), line.waypoints, [&](Point corner) { append(out, corner); });
  members.close(line.unknown);
}

void append(std::string& out, const Diagram&, Id id, const Annotation& annotation) {
  Members members(out, id);
  members.add_parent(annotation.parent);
  members.add("at", annotation.position);
  if (annotation.size != Annotation{}.size) members.add("size", annotation.size);
  members.add_text("text", annotation.text);
  members.close(annotation.unknown);
}

template <class T>
void append_section(std::string& out, const Diagram& diagram, std::string_view name,
                    const std::map<Id, T>& elements) {
  if (elements.empty()) return;
  out += ",\n  " + json_string(name) + ": [";
  const char* separator = "\n    ";
  for (const auto& [id, element] : elements) {
    out += std::exchange(separator, ",\n    ");
    append(out, diagram, id, element);
  }
  out += "\n  ]";
}

void append_settings(std::string& out, const std::map<std::string, std::string>& settings) {
  if (settings.empty()) return;
  out += ",\n  \"settings\": {";
  const char* separator = "\n    ";
  for (const auto& [key, value] : settings) {
    out += std::exchange(separator, ",\n    ");
    append_json_string(out, key);
    out += ": ";
    append_json_string(out, value);
  }
  out += "\n  }";
}

}  // namespace

std::string write_diagram(const Diagram& diagram) {
  std::string out = "{\n  \"fluxion\": " + std::to_string(migrations().size() + 1);
  append_settings(out, diagram.settings);
  append_section(out, diagram, "variables", diagram.variables);
  append_section(out, diagram, "blocks", diagram.blocks);
  append_section(out, diagram, "lines", diagram.lines);
  append_section(out, diagram, "annotations", diagram.annotations);
  for (const auto& [key, json] : diagram.unknown) out += ",\n  " + json_string(key) + ": " + json;
  return out + "\n}\n";
}

}  // namespace sim
