#include <algorithm>
#include <cmath>
#include <limits>

#include "sim_core/base/text.h"
#include "sim_core/diagram/file.h"
#include "sim_core/diagram/json.h"
#include "sim_core/diagram/migrations.h"

namespace sim {

namespace {

// Number as JSON writes it: shortest that reads back, -0 as 0.
std::string number(double value, double low, double high) {
  return to_text(std::isfinite(value) ? std::clamp(value, low, high) + 0.0 : std::clamp(0.0, low, high));
}

std::string pair(const std::string& a, const std::string& b) { return "[" + a + ", " + b + "]"; }

std::string text_of(Point p) {
  return pair(number(p.x, -max_coordinate, max_coordinate), number(p.y, -max_coordinate, max_coordinate));
}

std::string text_of(Size s) {
  return pair(number(s.width, 1, max_element_size), number(s.height, 1, max_element_size));
}

std::string text_of(PortRef p) {
  const std::string block = std::to_string(to_number(p.block)),
                    port = std::to_string(std::int64_t{p.port} + 1);
  return pair(block, p.kind == PortKind::Conserving ? port + ", \"conserving\"" : port);
}

// One element on one line: {"id": 3, ...}.
class Members {
 public:
  Members() = default;
  explicit Members(Id id) { add("id", std::to_string(to_number(id))); }

  void add(std::string_view key, const std::string& json) {
    text_ += text_.empty() ? "" : ", ";
    text_ += json_string(key) + ": " + json;
  }
  void add_text(std::string_view key, std::string_view value) {
    if (!value.empty()) add(key, json_string(value));
  }
  void add_parent(Id parent) {
    if (parent != no_id) add("parent", std::to_string(to_number(parent)));
  }
  template <class Key>
  void add_texts(std::string_view member, const std::map<Key, std::string>& texts) {
    std::string out;
    for (const auto& [key, value] : texts) {
      out += out.empty() ? "" : ", ";
      if constexpr (std::is_same_v<Key, int>)
        out += json_string(std::to_string(key + 1));
      else
        out += json_string(key);
      out += ": " + json_string(value);
    }
    if (!out.empty()) add(member, "{" + out + "}");
  }
  std::string close(const UnknownMembers& unknown) {
    for (const auto& [key, json] : unknown) add(key, json);
    return "{" + text_ + "}";
  }

 private:
  std::string text_;
};

std::string text_of(const Diagram&, Id id, const Variable& variable) {
  Members members(id);
  members.add("name", json_string(variable.name));
  members.add_text("value", variable.expression);
  members.add_text("unit", variable.unit);
  members.add_text("description", variable.description);
  return members.close(variable.unknown);
}

std::string text_of(const MaskParameter& parameter) {
  Members members;
  members.add("name", json_string(parameter.name));
  members.add_text("label", parameter.label);
  members.add_text("value", parameter.expression);
  if (!parameter.evaluate) members.add("evaluate", "false");
  if (parameter.editor != MaskEditor::Value)
    members.add("editor", json_string(mask_editor_names[static_cast<std::size_t>(parameter.editor)]));
  std::string choices;
  for (const std::string& choice : parameter.choices)
    choices += (choices.empty() ? "" : ", ") + json_string(choice);
  if (!choices.empty()) members.add("choices", "[" + choices + "]");
  members.add_text("unit", parameter.unit);
  members.add_text("description", parameter.description);
  members.add_text("group", parameter.group);
  constexpr double largest = std::numeric_limits<double>::max();
  if (parameter.minimum) members.add("min", number(*parameter.minimum, -largest, largest));
  if (parameter.maximum) members.add("max", number(*parameter.maximum, -largest, largest));
  members.add_text("visible", parameter.visible);
  members.add_text("enabled", parameter.enabled);
  return members.close(parameter.unknown);
}

std::string text_of(const MaskIcon& icon) {
  Members members;
  members.add("kind", json_string(mask_icon_kind_names[static_cast<std::size_t>(icon.kind)]));
  members.add_text("content", icon.content);
  members.add_text("x", icon.x);
  members.add_text("y", icon.y);
  return members.close(icon.unknown);
}

void add_mask(Members& members, const Mask& mask) {
  std::string parameters;
  for (const MaskParameter& parameter : mask.parameters)
    parameters += (parameters.empty() ? "" : ", ") + text_of(parameter);
  members.add("mask", "[" + parameters + "]");
  members.add_text("mask_initialization", mask.initialization);
  members.add_text("mask_description", mask.description);
  if (mask.icon != MaskIcon{}) members.add("mask_icon", text_of(mask.icon));
  if (!mask.port_names) members.add("mask_port_names", "false");
}

std::string text_of(const LibraryLink& link) {
  Members members;
  members.add("file", json_string(link.file));
  members.add("block", json_string(link.block));
  if (link.broken) members.add("broken", "true");
  return members.close(link.unknown);
}

std::string text_of(const Diagram&, Id id, const Block& block) {
  Members members(id);
  members.add_parent(block.parent);
  members.add("type", json_string(block.type));
  members.add("name", json_string(block.name));
  members.add("at", text_of(block.position));
  if (block.size != Block{}.size) members.add("size", text_of(block.size));
  if (block.rotation % 4) members.add("rotation", std::to_string((block.rotation % 4 + 4) % 4 * 90));
  if (block.flipped) members.add("flipped", "true");
  if (block.commented != CommentedOut::No)
    members.add("commented", block.commented == CommentedOut::Out ? "\"out\"" : "\"through\"");
  if (block.color != BlockColor::None)
    members.add("color", json_string(block_color_names[static_cast<std::size_t>(block.color)]));
  if (block.priority)
    members.add("priority", std::to_string(std::clamp(*block.priority, -max_priority, max_priority)));
  members.add_texts("parameters", block.parameters);
  if (block.mask) add_mask(members, *block.mask);
  if (block.link) members.add("link", text_of(*block.link));
  auto named = block.signal_names;
  std::erase_if(named, [](const auto& signal) { return signal.second.empty(); });
  members.add_texts("signals", named);
  return members.close(block.unknown);
}

// The parent is left out where an end says it.
bool says_parent(const Diagram& diagram, const std::optional<PortRef>& end, Id parent) {
  if (!end) return false;
  auto block = diagram.blocks.find(end->block);
  return block != diagram.blocks.end() && block->second.parent == parent;
}

std::string text_of(const Diagram& diagram, Id id, const Line& line) {
  Members members(id);
  const bool implied =
      says_parent(diagram, line.source, line.parent) || says_parent(diagram, line.target, line.parent);
  if (!implied) members.add_parent(line.parent);
  line.source ? members.add("from", text_of(*line.source))
              : members.add("from_at", text_of(line.loose_source));
  line.target ? members.add("to", text_of(*line.target)) : members.add("to_at", text_of(line.loose_target));
  std::string corners;
  for (Point corner : line.waypoints) corners += (corners.empty() ? "" : ", ") + text_of(corner);
  if (!corners.empty()) members.add("via", "[" + corners + "]");
  return members.close(line.unknown);
}

std::string text_of(const Diagram&, Id id, const Annotation& annotation) {
  Members members(id);
  members.add_parent(annotation.parent);
  members.add("at", text_of(annotation.position));
  if (annotation.size != Annotation{}.size) members.add("size", text_of(annotation.size));
  members.add_text("text", annotation.text);
  return members.close(annotation.unknown);
}

template <class T>
void append_section(std::string& out, const Diagram& diagram, std::string_view name,
                    const std::map<Id, T>& elements) {
  if (elements.empty()) return;
  out += ",\n  " + json_string(name) + ": [";
  const char* separator = "\n    ";
  for (const auto& [id, element] : elements) {
    out += separator + text_of(diagram, id, element);
    separator = ",\n    ";
  }
  out += "\n  ]";
}

void append_settings(std::string& out, const std::map<std::string, std::string>& settings) {
  if (settings.empty()) return;
  out += ",\n  \"settings\": {";
  const char* separator = "\n    ";
  for (const auto& [key, value] : settings) {
    out += separator + json_string(key) + ": " + json_string(value);
    separator = ",\n    ";
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
