#include "sim_core/import/xcos/read_xcos_xml.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "sim_core/base/text.h"
#include "sim_core/import/limits.h"
#include "sim_core/import/xcos/scicos_list.h"
#include "sim_core/import/xml.h"

namespace sim::importing::xcos {

namespace {

constexpr int max_value_depth = 60;
constexpr std::size_t max_matrix = 1'000'000;

std::string attribute(const pugi::xml_node& node, const char* name) {
  return node.attribute(name).as_string();
}

struct DiagramReader {
  std::span<const ScilabValue> objects;
  std::size_t blocks = 0;
  bool too_many = false;
  mutable std::size_t numbers = 0;  // of all matrices

  ScilabValue value_of(const pugi::xml_node& node, int depth = 0) const;
  ScilabValue matrix_of(const pugi::xml_node& node) const;
  XcosDiagram diagram(const pugi::xml_node& node, int depth);
  void block(const pugi::xml_node& node, XcosDiagram& into, int depth);
  using Places = std::map<std::string, std::size_t>;  // of blocks by their ids
  void port(const pugi::xml_node& node, PortRole role, XcosDiagram& into, const Places& places) const;
  void link(const pugi::xml_node& node, XcosDiagram& into) const;
  std::vector<Point> corners_of(const pugi::xml_node& geometry) const;
};

// Elements that some versions write without their interface function.
const std::map<std::string, std::string>& types_of_elements() {
  static const std::map<std::string, std::string> types = {{"SplitBlock", "SPLIT_f"},
                                                           {"SuperBlock", "SUPER_f"},
                                                           {"ExplicitInBlock", "IN_f"},
                                                           {"ExplicitOutBlock", "OUT_f"},
                                                           {"ImplicitInBlock", "INIMPL_f"},
                                                           {"ImplicitOutBlock", "OUTIMPL_f"},
                                                           {"EventInBlock", "CLKINV_f"},
                                                           {"EventOutBlock", "CLKOUTV_f"},
                                                           {"AfficheBlock", "AFFICH_m"},
                                                           {"BigSom", "BIGSOM_f"},
                                                           {"Summation", "SUMMATION"},
                                                           {"RoundBlock", "SUM_f"},
                                                           {"ConstBlock", "CONST_m"},
                                                           {"GainBlock", "GAINBLK_f"},
                                                           {"PrintBlock", "AFFICH_m"},
                                                           {"Product", "PRODUCT"},
                                                           {"GroundBlock", "Ground"},
                                                           {"VoltageSensorBlock", "VoltageSensor"},
                                                           {"CurrentSensorBlock", "CurrentSensor"},
                                                           {"ResistorBlock", "Resistor"},
                                                           {"BasicBlock", ""}};
  return types;
}

std::optional<PortRole> role_of(std::string_view element) {
  if (element == "ExplicitInputPort") return PortRole::DataIn;
  if (element == "ExplicitOutputPort") return PortRole::DataOut;
  if (element == "ControlPort") return PortRole::EventIn;
  if (element == "CommandPort") return PortRole::EventOut;
  if (element == "ImplicitInputPort") return PortRole::ImplicitIn;
  if (element == "ImplicitOutputPort") return PortRole::ImplicitOut;
  return std::nullopt;
}

double finite(const pugi::xml_attribute& attribute) {
  const double v = parse_number(attribute.as_string()).value_or(0);
  return std::isfinite(v) ? v : 0;
}
Box box_of_geometry(const pugi::xml_node& node) {
  for (const pugi::xml_node& g : node.children("mxGeometry")) {
    const double x = finite(g.attribute("x")), y = finite(g.attribute("y"));
    return {x, y, x + finite(g.attribute("width")), y + finite(g.attribute("height"))};
  }
  return {};
}

std::string style_of(const pugi::xml_node& node, std::string_view key) {
  const std::string style = ";" + attribute(node, "style");
  const std::string wanted = ";" + std::string(key) + "=";
  const std::size_t at = style.find(wanted);
  if (at == style.npos) return {};
  const std::size_t from = at + wanted.size();
  return style.substr(from, style.find(';', from) - from);
}

ScilabValue DiagramReader::matrix_of(const pugi::xml_node& node) const {
  ScilabValue out;
  const std::string name = node.name();
  out.kind = name == "ScilabString" ? ScilabValue::Kind::Texts : ScilabValue::Kind::Numbers;
  const long long rows = node.attribute("height").as_llong(), columns = node.attribute("width").as_llong();
  if (rows <= 0 || columns <= 0 || static_cast<std::size_t>(rows) > max_matrix ||
      static_cast<std::size_t>(columns) > max_matrix / static_cast<std::size_t>(rows))
    return out;
  out.rows = static_cast<int>(rows), out.columns = static_cast<int>(columns);
  const auto size = static_cast<std::size_t>(rows * columns);
  if (size > max_import_numbers - std::min(numbers, max_import_numbers)) return {};
  numbers += size;
  if (out.kind == ScilabValue::Kind::Texts)
    out.texts.resize(size);
  else
    out.numbers.resize(size);
  for (const pugi::xml_node& data : node.children("data")) {
    const long long row = data.attribute("line").as_llong(), column = data.attribute("column").as_llong();
    if (row < 0 || column < 0 || row >= rows || column >= columns) continue;
    const auto at = static_cast<std::size_t>(row + column * rows);
    if (out.kind == ScilabValue::Kind::Texts) {
      out.texts[at] = attribute(data, "value");
      continue;
    }
    const pugi::xml_attribute real = data.attribute("realPart");
    const std::string text = real ? real.as_string() : attribute(data, "value");
    out.numbers[at] = text == "true" ? 1 : text == "false" ? 0 : parse_number(text).value_or(0);
    if (const pugi::xml_attribute imaginary = data.attribute("imaginaryPart")) {
      out.imaginary.resize(size);
      out.imaginary[at] = parse_number(imaginary.as_string()).value_or(0);
    }
  }
  return out;
}

ScilabValue DiagramReader::value_of(const pugi::xml_node& node, int depth) const {
  if (node.attribute("binary").as_bool()) {
    const long long position = node.attribute("position").as_llong(-1);
    return position >= 0 && static_cast<std::size_t>(position) < objects.size()
               ? objects[static_cast<std::size_t>(position)]
               : ScilabValue();
  }
  const std::string_view name = node.name();
  if (name != "Array") return matrix_of(node);
  ScilabValue out;
  out.kind = ScilabValue::Kind::List;
  if (depth > max_value_depth) return out;
  for (const pugi::xml_node& item : node.children()) {
    if (std::string_view(item.name()) != "add") {
      out.items.push_back(value_of(item, depth + 1));
      continue;
    }
    ScilabValue text;
    text.kind = ScilabValue::Kind::Texts;
    text.rows = text.columns = 1;
    text.texts.push_back(attribute(item, "value"));
    out.items.push_back(std::move(text));
  }
  return out;
}

std::vector<Point> DiagramReader::corners_of(const pugi::xml_node& geometry) const {
  std::vector<Point> corners;
  for (const pugi::xml_node& array : geometry.children("Array")) {
    if (attribute(array, "as") != "points") continue;
    if (array.attribute("binary").as_bool()) {
      for (const ScilabValue& point : value_of(array).items)
        if (point.numbers.size() == 2 && std::isfinite(point.numbers[0]) && std::isfinite(point.numbers[1]))
          corners.push_back({point.numbers[0], point.numbers[1]});
      continue;
    }
    for (const pugi::xml_node& point : array.children("mxPoint"))
      corners.push_back({finite(point.attribute("x")), finite(point.attribute("y"))});
  }
  return corners;
}

void DiagramReader::link(const pugi::xml_node& node, XcosDiagram& into) const {
  XcosLink link;
  link.source = attribute(node, "source"), link.target = attribute(node, "target");
  for (const pugi::xml_node& child : node.children()) {
    const std::string as = attribute(child, "as");
    if (as == "source" && link.source.empty()) link.source = attribute(child, "id");
    if (as == "target" && link.target.empty()) link.target = attribute(child, "id");
    if (as == "geometry") link.corners = corners_of(child);
  }
  into.links.push_back(std::move(link));
}

void DiagramReader::port(const pugi::xml_node& node, PortRole role, XcosDiagram& into,
                         const Places& places) const {
  const auto place = places.find(attribute(node, "parent"));
  if (place == places.end()) return;
  XcosBlock* const owner = &into.blocks[place->second];
  XcosPort port;
  port.id = attribute(node, "id");
  port.role = role;
  port.number = node.attribute("ordering").as_int(0);
  if (port.number < 1 || port.number > 10'000) port.number = owner->count(role) + 1;
  port.rows = node.attribute("dataLines").as_int(-1);
  owner->ports.push_back(std::move(port));
}

void DiagramReader::block(const pugi::xml_node& node, XcosDiagram& into, int depth) {
  if (++blocks > max_import_blocks) {
    too_many = true;
    return;
  }
  XcosBlock block;
  block.id = attribute(node, "id");
  block.type = attribute(node, "interfaceFunctionName");
  if (block.type.empty())
    if (const auto it = types_of_elements().find(node.name()); it != types_of_elements().end())
      block.type = it->second;
  block.label = attribute(node, "value");
  block.box = box_of_geometry(node);
  block.rotation = std::atoi(style_of(node, "rotation").c_str());
  block.flip = style_of(node, "flip") == "true", block.mirror = style_of(node, "mirror") == "true";
  for (const pugi::xml_node& child : node.children()) {
    const std::string_view name = child.name();
    const std::string as = attribute(child, "as");
    if (name == "SuperBlockDiagram" || name == "XcosDiagram") {
      if (depth < max_import_depth && block.inside.empty()) block.inside.push_back(diagram(child, depth + 1));
    } else if (!as.empty() && as != "geometry" && as != "parent") {
      block.values[as] = value_of(child);
    }
  }
  if (block.inside.empty())
    if (const ScilabValue* list = block.value("realParameters");
        list && list->kind == ScilabValue::Kind::List)
      if (auto inner = diagram_of_list(*list)) block.inside.push_back(std::move(*inner));
  into.blocks.push_back(std::move(block));
}

XcosDiagram DiagramReader::diagram(const pugi::xml_node& node, int depth) {
  XcosDiagram out;
  out.title = attribute(node, "title");
  for (const pugi::xml_node& array : node.children("Array"))
    if (attribute(array, "as") == "context")
      for (const ScilabValue& line : value_of(array).items)
        for (const std::string& text : line.texts) out.context.push_back(text);
  for (const pugi::xml_node& context : node.children("ScilabString"))
    if (attribute(context, "as") == "context") out.context = value_of(context).texts;
  const pugi::xml_node root = node.child("mxGraphModel").child("root");
  for (const pugi::xml_node& cell : root.children()) {
    const std::string_view name = cell.name();
    if (name == "TextBlock")
      out.texts.push_back({box_of_geometry(cell), attribute(cell, "value")});
    else if (name.ends_with("Link"))
      link(cell, out);
    else if (!role_of(name) && name != "mxCell" && cell.attribute("id"))
      block(cell, out, depth);
    if (too_many) return out;
  }
  Places places;
  for (std::size_t b = 0; b < out.blocks.size(); ++b) places[out.blocks[b].id] = b;
  for (const pugi::xml_node& cell : root.children())
    if (const auto role = role_of(cell.name())) port(cell, *role, out, places);
  // The text that a user gives a block is a cell of its own since version 6.
  for (const pugi::xml_node& cell : root.children("mxCell")) {
    const std::string id = attribute(cell, "id");
    const std::size_t end = id.rfind("#identifier");
    if (end == id.npos) continue;
    if (const auto place = places.find(id.substr(0, end)); place != places.end())
      out.blocks[place->second].label = attribute(cell, "value");
  }
  for (XcosBlock& b : out.blocks)
    std::stable_sort(b.ports.begin(), b.ports.end(),
                     [](const XcosPort& a, const XcosPort& c) { return a.number < c.number; });
  return out;
}

}  // namespace

Result<XcosFile> read_xcos_xml(const std::string& place, std::string_view text,
                               std::span<const ScilabValue> objects) {
  const auto document = parse_xml(place, text);
  if (!document) return document.errors();
  const pugi::xml_node root = (*document)->document_element();
  if (std::string_view(root.name()) != "XcosDiagram")
    return error(place, "this is no Xcos diagram: its first element is <" + std::string(root.name()) + ">",
                 "choose a file that Xcos has saved");
  if (!root.child("mxGraphModel").child("root"))
    return error(place, "the diagram has no contents", "save it again in Xcos");
  XcosFile file;
  for (const pugi::xml_attribute& a : root.attributes()) file.attributes[a.name()] = a.as_string();
  DiagramReader reader{objects};
  file.root = reader.diagram(root, 0);
  if (reader.too_many)
    return error(place, "there are more than " + std::to_string(max_import_blocks) + " blocks");
  return file;
}

}  // namespace sim::importing::xcos
