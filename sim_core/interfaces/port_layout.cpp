#include "sim_core/interfaces/port_layout.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

#include "sim_core/diagram/geometry.h"

namespace sim {

std::string icon_text(const Block& block, const BlockType& type) {
  std::string text = type.icon.text;
  for (const ParameterSpec& spec : type.parameters) {
    const std::string field = '{' + spec.name + '}';
    if (text.find(field) == text.npos) continue;
    const std::string& given = parameter_text(block, spec);
    for (auto at = text.find(field); at != text.npos; at = text.find(field, at + given.size()))
      text.replace(at, field.size(), given);
  }
  return text;
}

IconShape icon_shape(const Block& block, const BlockType* type) {
  if (!type) return IconShape::Rectangle;
  const auto given = block.parameters.find("IconShape");
  const bool rectangular = given != block.parameters.end() && given->second == "Rectangular";
  return rectangular && type->parameter_index("IconShape") >= 0 ? IconShape::Rectangle : type->icon.shape;
}

std::vector<double> round_port_angles(const std::string& signs, int ports) {
  std::vector<double> angles;
  const auto spread = [](std::size_t slot, std::size_t count) {
    return count < 2 ? 180.0 : 90.0 + 180.0 * static_cast<double>(slot) / static_cast<double>(count - 1);
  };
  if (signs.find('|') != signs.npos) {
    std::string marks = signs;
    std::erase(marks, ' ');
    for (std::size_t k = 0; k < marks.size(); ++k)
      if (marks[k] != '|') angles.push_back(spread(k, marks.size()));
  }
  const auto count = static_cast<std::size_t>(std::max(ports, 0));
  if (angles.size() == count) return angles;
  if (ports == 2) return {180, 270};
  angles.clear();
  for (std::size_t k = 0; k < count; ++k) angles.push_back(spread(k, count));
  return angles;
}

static bool is_signs(const std::string& text) {
  return !text.empty() && text.find_first_not_of("+-| ") == text.npos;
}

// `degrees` counter-clockwise from the right.
static PortPlace on_ellipse(Size size, double degrees) {
  const double a = degrees * std::numbers::pi / 180;
  const Point d{std::cos(a), -std::sin(a)};
  const Point at{size.width / 2 * (1 + d.x), size.height / 2 * (1 + d.y)};
  return {at, std::abs(d.x) > 0.7 ? Point{d.x > 0 ? 1.0 : -1.0, 0} : Point{0, d.y > 0 ? 1.0 : -1.0}};
}

// Place k of `count` on an edge of the block.
static PortPlace on_edge(Size size, Point direction, std::size_t k, std::size_t count) {
  const double along = (2.0 * static_cast<double>(k) + 1) / (2 * static_cast<double>(count));
  const bool level = direction.x == 0;
  return {{level             ? size.width * along
           : direction.x > 0 ? size.width
                             : 0,
           level ? (direction.y > 0 ? size.height : 0) : size.height * along},
          direction};
}

static Point outwards(PortSide side) {
  return side == PortSide::Left ? Point{-1, 0} : side == PortSide::Right ? Point{1, 0} : Point{0, -1};
}

// Conserving ports share the edges of a subsystem with its signals, below them.
static std::vector<PortPlace> conserving_ports(Size size, const BlockInterface& ports, bool component) {
  std::vector<PortPlace> out;
  for (std::size_t k = 0; k < ports.conserving.size(); ++k) {
    const PortSide side = ports.conserving[k].side;
    std::size_t before = 0, count = 0;
    for (std::size_t other = 0; other < ports.conserving.size(); ++other)
      if (ports.conserving[other].side == side) before += other < k, ++count;
    const std::size_t beside = component                ? 0
                               : side == PortSide::Left ? ports.inputs.size()
                                                        : ports.outputs.size();
    out.push_back(on_edge(size, outwards(side), before + beside, count + beside));
  }
  return out;
}

namespace {

// From the unrotated block, (0,0) to its size, to the page.
class ToPage {
 public:
  explicit ToPage(const Block& block)
      : size_(block.size), flipped_(block.flipped), turns_(((block.rotation % 4) + 4) % 4) {
    center_ = box_of(block).center();
  }
  PortPlace operator()(const PortPlace& local) const {
    const Point d = turned({flipped_ ? -local.direction.x : local.direction.x, local.direction.y});
    const double x = local.at.x - size_.width / 2, y = local.at.y - size_.height / 2;
    const Point at = turned({flipped_ ? -x : x, y});
    return {{center_.x + at.x, center_.y + at.y}, d};
  }

 private:
  Point turned(Point p) const {
    for (int k = 0; k < turns_; ++k) p = {-p.y, p.x};
    return p;
  }
  Size size_;
  bool flipped_;
  int turns_;
  Point center_;
};

}  // namespace

PortLayout port_layout(const Block& block, const BlockType* type, const BlockInterface& ports) {
  const bool component = type && !type->conserving.empty();
  const auto beside = [&](PortSide side) {
    return component ? 0
                     : std::count_if(ports.conserving.begin(), ports.conserving.end(),
                                     [side](const auto& p) { return p.side == side; });
  };
  const auto signal_ports = [&](std::size_t count, Point direction, PortSide side) {
    const std::size_t all = count + static_cast<std::size_t>(beside(side));
    std::vector<PortPlace> out;
    for (std::size_t k = 0; k < count; ++k) out.push_back(on_edge(block.size, direction, k, all));
    return out;
  };
  PortLayout layout;
  layout.inputs = signal_ports(ports.inputs.size(), component ? Point{0, -1} : Point{-1, 0}, PortSide::Left);
  layout.outputs = signal_ports(ports.outputs.size(), component ? Point{0, 1} : Point{1, 0}, PortSide::Right);
  layout.conserving = conserving_ports(block.size, ports, component);
  if (icon_shape(block, type) == IconShape::Circle && layout.inputs.size() > 1 && !component) {
    const std::string text = icon_text(block, *type);
    const auto angles =
        round_port_angles(is_signs(text) ? text : std::string(), static_cast<int>(layout.inputs.size()));
    for (std::size_t k = 0; k < angles.size(); ++k) layout.inputs[k] = on_ellipse(block.size, angles[k]);
  }
  const ToPage to_page(block);
  for (auto* places : {&layout.inputs, &layout.outputs, &layout.conserving})
    for (PortPlace& place : *places) place = to_page(place);
  return layout;
}

const PortPlace* PortLayout::place(const PortRef& port, bool input) const {
  const auto& places = port.kind == PortKind::Conserving ? conserving : input ? inputs : outputs;
  return port.port >= 0 && port.port < static_cast<int>(places.size())
             ? &places[static_cast<std::size_t>(port.port)]
             : nullptr;
}

Edit arrange_blocks(const Diagram& diagram, const BlockLibrary& library, const std::set<Id>& ids) {
  std::map<Id, PortLayout> layouts;
  const auto lies = [&](const PortRef& port, bool input) {
    auto it = layouts.find(port.block);
    if (it == layouts.end()) {
      const Block& block = diagram.blocks.at(port.block);
      it = layouts
               .emplace(port.block, port_layout(block, library.find(block.type),
                                                block_interface(diagram, library, port.block)))
               .first;
    }
    const PortPlace* place = it->second.place(port, input);
    return place ? *place : PortPlace{};
  };
  return arrange_blocks(diagram, ids, lies);
}

}  // namespace sim
