#include "sim_core/reports/block_list.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <vector>

#include "sim_core/base/text.h"
#include "sim_core/interfaces/block_interface.h"

namespace sim {

using Json = nlohmann::ordered_json;

const char* name_of(ParameterKind kind) {
  using enum ParameterKind;
  switch (kind) {
    case Real:
      return "real";
    case Integer:
      return "integer";
    case SampleTime:
      return "sample time";
    case Choice:
      return "choice";
    case Flag:
      return "flag";
    case Text:
      return "text";
    case Formula:
      return "formula";
    case Script:
      break;
  }
  return "script";
}

// The ports of a block of this type that nobody has changed.
static BlockInterface new_ports_of(const BlockType& type, const BlockLibrary& library) {
  Diagram diagram;
  const Id id = diagram.new_id();
  diagram.blocks[id].type = type.id;
  return block_interface(diagram, library, id);
}

static const char* ports_follow_from(const BlockType& type) {
  return type.role == BlockRole::Subsystem       ? "contents"
         : type.inputs_rule || type.outputs_rule ? "parameters"
                                                 : nullptr;
}

static std::string first_line(const std::string& doc) { return doc.substr(0, doc.find('\n')); }

std::string block_list_text(const BlockLibrary& library) {
  std::vector<std::string> categories;
  std::map<std::string, std::vector<const BlockType*>> types;
  std::size_t widest = 0;
  for (const BlockType* type : library.all()) {
    auto& list = types[type->category];
    if (list.empty()) categories.push_back(type->category);
    list.push_back(type);
    widest = std::max(widest, type->id.size());
  }
  std::string out;
  for (const std::string& category : categories) {
    out += (out.empty() ? "" : "\n") + category + '\n';
    for (const BlockType* type : types.at(category))
      out += "  " + type->id + std::string(widest - type->id.size() + 2, ' ') + type->label + ": " +
             first_line(type->doc) + '\n';
  }
  return out;
}

static std::string limits_text(const ParameterSpec& spec) {
  std::string text;
  if (std::isfinite(spec.minimum)) text += ", at least " + to_text(spec.minimum);
  if (std::isfinite(spec.maximum)) text += ", at most " + to_text(spec.maximum);
  return text;
}

static std::string parameter_lines(const ParameterSpec& spec) {
  std::string text = "  " + spec.name + " = " + spec.default_text;
  if (!spec.unit.empty()) text += ' ' + spec.unit;
  text += "    " + spec.label + " (" + name_of(spec.kind) + limits_text(spec) + ")\n";
  if (!spec.choices.empty()) text += "      one of: " + join(spec.choices, " | ") + '\n';
  if (!spec.doc.empty()) text += "      " + first_line(spec.doc) + '\n';
  return text;
}

std::string block_text(const BlockType& type, const BlockLibrary& library) {
  std::string out = type.id + "  " + type.label + " (" + type.category + ")\n\n" + type.doc + "\n\n";
  const BlockInterface ports = new_ports_of(type, library);
  const auto list = [&](const char* kind, const auto& all) {
    for (std::size_t k = 0; k < all.size(); ++k)
      out += std::string(kind) + ' ' + std::to_string(k + 1) + ": " + all[k].name +
             (all[k].doc.empty() ? "" : ", " + all[k].doc) + '\n';
  };
  list("input", ports.inputs);
  list("output", ports.outputs);
  for (const ConservingPort& port : ports.conserving)
    out += "conserving port: " + port.name + ", " + name_of(port.domain) +
           (port.doc.empty() ? "" : ", " + port.doc) + '\n';
  if (const char* from = ports_follow_from(type))
    out += std::string("The ports follow from the ") + from + "; these are those of a new block.\n";
  if (!type.parameters.empty()) out += "\nparameters:\n";
  for (const ParameterSpec& spec : type.parameters) out += parameter_lines(spec);
  if (!type.keywords.empty()) out += "\nAlso found as: " + join(type.keywords, ", ") + '\n';
  return out;
}

static Json finite_or_null(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

static Json json_of(const ParameterSpec& spec) {
  Json json = {{"name", spec.name},
               {"label", spec.label},
               {"kind", name_of(spec.kind)},
               {"default", spec.default_text},
               {"unit", spec.unit},
               {"minimum", finite_or_null(spec.minimum)},
               {"maximum", finite_or_null(spec.maximum)}};
  if (spec.kind == ParameterKind::Choice) json["choices"] = spec.choices;
  if (spec.kind == ParameterKind::Flag) json["choices"] = {"on", "off"};
  json["may_be_auto"] = spec.automatic.has_value();
  json["scalar"] = spec.scalar_only;
  json["tunable"] = spec.kind == ParameterKind::Real && spec.tunable;
  json["doc"] = spec.doc;
  return json;
}

static Json json_of(const BlockType& type, const BlockLibrary& library) {
  Json json = {{"type", type.id}, {"label", type.label}, {"category", type.category}, {"doc", type.doc}};
  json["keywords"] = type.keywords;
  json["plugin"] = type.plugin.substr(type.plugin.rfind('/') + 1);
  const BlockInterface ports = new_ports_of(type, library);
  for (const auto& [kind, list] : {std::pair("inputs", &ports.inputs), {"outputs", &ports.outputs}}) {
    json[kind] = Json::array();
    for (const PortSpec& port : *list) json[kind].push_back({{"name", port.name}, {"doc", port.doc}});
  }
  json["conserving"] = Json::array();
  for (const ConservingPort& port : ports.conserving)
    json["conserving"].push_back({{"name", port.name}, {"domain", name_of(port.domain)}, {"doc", port.doc}});
  const char* from = ports_follow_from(type);
  json["ports_follow_from"] = from ? Json(from) : Json(nullptr);
  json["parameters"] = Json::array();
  for (const ParameterSpec& spec : type.parameters) json["parameters"].push_back(json_of(spec));
  json["size"] = {type.default_width, type.default_height};
  return json;
}

std::string blocks_json(std::span<const BlockType* const> types, const BlockLibrary& library) {
  Json all = Json::array();
  for (const BlockType* type : types) all.push_back(json_of(*type, library));
  return all.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace sim
