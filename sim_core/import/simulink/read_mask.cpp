#include "sim_core/import/simulink/read_mask.h"

#include <charconv>

#include "sim_core/diagram/mask_drawing.h"
#include "sim_core/import/simulink/conditional_assignments.h"
#include "sim_core/import/simulink/model_parts.h"
#include "sim_core/import/simulink/structures.h"

namespace sim::importing::simulink {

// Splits at `separator` outside of parentheses.
static std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts(1);
  int depth = 0;
  for (const char c : text) {
    if (c == '(') ++depth;
    if (c == ')') --depth;
    if (c == separator && depth <= 0)
      parts.emplace_back();
    else
      parts.back() += c;
  }
  return parts;
}

// "popup(a|b)" -> popup with choices.
static void set_style(SourceMaskParameter& p, const std::string& style) {
  p.editor = style.substr(0, style.find('('));
  if (const std::size_t open = style.find('('); open != style.npos && style.back() == ')')
    p.choices = split(std::string_view(style).substr(open + 1, style.size() - open - 2), '|');
}

static std::string piece(const std::vector<std::string>& list, std::size_t n) {
  return n < list.size() ? list[n] : std::string();
}

// Behind the parameters, whose names it may use.
static void finish(SourceMask& mask, const std::string& initialization, const std::string& display) {
  mask.icon = icon_of(display, mask.remarks);
  std::set<std::string> known;
  for (const SourceMaskParameter& p : mask.parameters) known.insert(p.name);
  Assignments found = conditional_assignments_in(initialization, "mask", known);
  found.variables = with_structures(found.variables, true);
  mask.initialization = std::move(found.variables);
  found.others.insert(found.others.end(), found.calls.begin(), found.calls.end());
  if (!found.others.empty())
    mask.remarks.push_back(
        "of its initialization only assignments, with their conditions, are taken over, \"" +
        found.others.front() + "\" is not: define what it computes");
}

// What is said of the icon besides its commands.
static void set_frame(SourceMask& mask, const std::string& units, const std::string& opaque) {
  if (mask.icon.kind == MaskIconKind::None) return;
  if (is_drawn_by_commands(mask.icon) && (units == "normalized" || units == "pixels"))
    mask.icon.content = "units('" + units + "')\n" + mask.icon.content;
  // An icon hides the names of the ports, unless one looks through it.
  mask.port_names = !opaque.empty() && opaque != "on" && opaque != "opaque";
}

// "Ts=@1;seed=&2;": @ is evaluated, & the text itself; numbers count prompts.
static SourceMask from_keys(const Record& block) {
  SourceMask mask;
  mask.type = block.value("MaskType");
  mask.description = block.value("MaskDescription");
  mask.help = block.value("MaskHelp");
  const auto prompts = split(block.value("MaskPromptString"), '|');
  const auto styles = split(block.value("MaskStyleString"), ',');
  const auto values = split(block.value("MaskValueString"), '|');
  for (const std::string& variable : split(block.value("MaskVariables"), ';')) {
    const std::size_t equals = variable.find('=');
    if (equals == variable.npos || equals + 2 >= variable.size()) continue;
    std::size_t number = 0;
    std::from_chars(variable.data() + equals + 2, variable.data() + variable.size(), number);
    if (number < 1) continue;
    SourceMaskParameter p;
    p.name = collapsed(variable.substr(0, equals));
    p.evaluate = variable[equals + 1] != '&';
    p.prompt = piece(prompts, number - 1);
    p.value = piece(values, number - 1);
    set_style(p, piece(styles, number - 1));
    mask.parameters.push_back(std::move(p));
  }
  finish(mask, block.value("MaskInitialization"), block.value("MaskDisplay"));
  set_frame(mask, block.value("MaskIconUnits"), block.value("MaskIconOpaque"));
  return mask;
}

// A value, or the text of an element of this name.
static std::string told(const Record& record, std::string_view key) {
  if (const std::string* value = record.find(key)) return *value;
  const Record* child = record.child(key);
  return child ? child->value("#text") : std::string();
}

static std::vector<std::string> options_of(const Record& parameter) {
  std::vector<std::string> options;
  const Record* list = parameter.child("TypeOptions");
  if (!list) list = parameter.property("TypeOptions");
  if (!list) return options;
  for (const auto& [key, value] : list->values)
    if (key == "Cell") options.push_back(value);
  for (const Record& option : list->children)
    if (option.word == "Option" || option.word == "Cell") options.push_back(option.value("#text"));
  return options;
}

static SourceMaskParameter parameter_of(const Record& record) {
  SourceMaskParameter p;
  p.name = told(record, "Name");
  p.prompt = told(record, "Prompt");
  p.value = told(record, "Value");
  p.editor = told(record, "Type");
  p.choices = options_of(record);
  p.evaluate = told(record, "Evaluate") != "off";
  return p;
}

static void collect_parameters(SourceMask& mask, const Record& record) {
  for (const Record& child : record.children) {
    const bool single = child.value("ClassName") == "Simulink.MaskParameter";
    const bool listed = child.word == "Object" && record.word == "Array";
    if (child.word == "MaskParameter" || single || listed)
      mask.parameters.push_back(parameter_of(child));
    else if (child.word == "Array" && child.value("PropName") == "Parameters")
      collect_parameters(mask, child);
  }
}

static SourceMask from_object(const Record& record) {
  SourceMask mask;
  mask.type = told(record, "Type");
  mask.description = told(record, "Description");
  mask.help = told(record, "Help");
  collect_parameters(mask, record);
  finish(mask, told(record, "Initialization"), told(record, "Display"));
  const Record* display = record.child("Display");
  const Record& frame = display ? *display : record;
  set_frame(mask, frame.value("IconUnits"), frame.value("IconOpaque"));
  return mask;
}

std::optional<SourceMask> read_mask(const Record& block) {
  if (const Record* mask = block.child("Mask")) return from_object(*mask);
  if (const Record* mask = block.property("MaskObject")) return from_object(*mask);
  if (block.find("MaskType") || block.find("MaskVariables") || block.find("MaskDisplay") ||
      block.find("MaskInitialization"))
    return from_keys(block);
  return std::nullopt;
}

}  // namespace sim::importing::simulink
