#include "sim_core/import/xcos/scicos_list.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "sim_core/base/whole_within.h"

namespace sim::importing::xcos {

namespace {

constexpr int max_list_levels = 40;

// A field of a typed list, whose first item names its type and its fields.
const ScilabValue* field(const ScilabValue& list, std::string_view name) {
  if (list.items.empty()) return nullptr;
  const std::vector<std::string>& names = list.items.front().texts;
  for (std::size_t k = 1; k < names.size() && k < list.items.size(); ++k)
    if (names[k] == name) return &list.items[k];
  return nullptr;
}
bool is_a(const ScilabValue& list, std::string_view type) {
  return !list.items.empty() && !list.items.front().texts.empty() && list.items.front().texts.front() == type;
}
double number_in(const ScilabValue* value, std::size_t k, double otherwise = 0) {
  return value && k < value->numbers.size() && std::isfinite(value->numbers[k]) ? value->numbers[k]
                                                                                : otherwise;
}
int whole(const ScilabValue* value, std::size_t k) { return whole_within(number_in(value, k), 0, 1'000'000); }

std::string port_id(int object, PortRole role, int number) {
  return "object " + std::to_string(object) + (is_input(role) ? " in " : " out ") +
         (is_event(role) ? "event " : "") + std::to_string(number);
}

void add_ports(XcosBlock& block, const ScilabValue* declared, int object, PortRole role) {
  const std::size_t count = declared ? std::max(declared->numbers.size(), declared->texts.size()) : 0;
  for (std::size_t k = 0; k < std::min<std::size_t>(count, 1000); ++k) {
    const int n = static_cast<int>(k) + 1;
    block.ports.push_back({port_id(object, role, n), role, n});
  }
}

void copy(XcosBlock& block, const ScilabValue* value, const char* name) {
  if (value) block.values[name] = *value;
}

std::optional<XcosDiagram> diagram_of(const ScilabValue& list, int level);

XcosBlock block_of(const ScilabValue& list, int object, int level) {
  XcosBlock block;
  block.id = "object " + std::to_string(object);
  if (const ScilabValue* gui = field(list, "gui"); gui && !gui->texts.empty())
    block.type = gui->texts.front();
  const ScilabValue* model = field(list, "model");
  if (const ScilabValue* graphics = field(list, "graphics")) {
    const ScilabValue *origin = field(*graphics, "orig"), *size = field(*graphics, "sz");
    const double x = number_in(origin, 0), y = number_in(origin, 1), w = number_in(size, 0, 20),
                 h = number_in(size, 1, 20);
    block.box = {x, -y - h, x + w, -y};
    copy(block, field(*graphics, "exprs"), "exprs");
    add_ports(block, field(*graphics, "pin"), object, PortRole::DataIn);
    add_ports(block, field(*graphics, "pout"), object, PortRole::DataOut);
    add_ports(block, field(*graphics, "pein"), object, PortRole::EventIn);
    add_ports(block, field(*graphics, "peout"), object, PortRole::EventOut);
  }
  if (!model) return block;
  const ScilabValue* real = field(*model, "rpar");
  copy(block, real, "realParameters");
  copy(block, field(*model, "ipar"), "integerParameters");
  copy(block, field(*model, "state"), "state");
  copy(block, field(*model, "dstate"), "dState");
  if (real && real->kind == ScilabValue::Kind::List)
    if (auto inside = diagram_of(*real, level + 1)) block.inside.push_back(std::move(*inside));
  return block;
}

std::set<std::string> ports_of(const XcosDiagram& diagram) {
  std::set<std::string> ids;
  for (const XcosBlock& block : diagram.blocks)
    for (const XcosPort& port : block.ports) ids.insert(port.id);
  return ids;
}

// Which end is an output is told by the ports that there are: what the list says of it is not always true.
XcosLink link_of(const ScilabValue& list, const std::set<std::string>& ports) {
  XcosLink link;
  const bool event = number_in(field(list, "ct"), 1, 1) == -1;
  const auto end = [&](const char* name, bool input) {
    const ScilabValue* at = field(list, name);
    const PortRole role = event ? (input ? PortRole::EventIn : PortRole::EventOut)
                                : (input ? PortRole::DataIn : PortRole::DataOut);
    return port_id(whole(at, 0), role, whole(at, 1));
  };
  link.source = end("from", false), link.target = end("to", true);
  if (!ports.contains(link.source) || !ports.contains(link.target))
    link.source = end("from", true), link.target = end("to", false);
  const ScilabValue *xs = field(list, "xx"), *ys = field(list, "yy");
  for (std::size_t k = 1; xs && k + 1 < xs->numbers.size(); ++k)
    link.corners.push_back({number_in(xs, k), -number_in(ys, k)});
  return link;
}

std::optional<XcosDiagram> diagram_of(const ScilabValue& list, int level) {
  if (!is_a(list, "diagram") || level > max_list_levels) return std::nullopt;
  const ScilabValue* objects = field(list, "objs");
  if (!objects) return std::nullopt;
  XcosDiagram diagram;
  if (const ScilabValue* props = field(list, "props"))
    if (const ScilabValue* context = field(*props, "context")) diagram.context = context->texts;
  int object = 0;
  for (const ScilabValue& item : objects->items) {
    ++object;
    if (is_a(item, "Block")) diagram.blocks.push_back(block_of(item, object, level));
  }
  const std::set<std::string> ports = ports_of(diagram);
  for (const ScilabValue& item : objects->items)
    if (is_a(item, "Link")) diagram.links.push_back(link_of(item, ports));
  return diagram;
}

}  // namespace

std::optional<XcosDiagram> diagram_of_list(const ScilabValue& list) { return diagram_of(list, 0); }

}  // namespace sim::importing::xcos
