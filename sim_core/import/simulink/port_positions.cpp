#include "sim_core/import/simulink/port_positions.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace sim::importing::simulink {

static int count_of(const std::map<SourcePort, int>& ports, SourcePort port, int least) {
  const auto it = ports.find(port);
  return std::max(it == ports.end() ? 0 : it->second, least);
}

// On the unit square, y downwards, before the block is turned.
static Point unit_place(const SourceBlock& block, SourcePort port, int number, bool input) {
  const auto spread = [&](int count) { return (2.0 * number - 1) / (2 * count); };
  switch (port) {
    case SourcePort::Signal: {
      const int count = count_of(input ? block.inputs : block.outputs, port, number);
      const auto shape = block.parameters.find("IconShape");
      const bool round = block.type == "Sum" && shape != block.parameters.end() && shape->second == "round";
      if (!input || !round || count < 2) return {input ? 0.0 : 1.0, spread(count)};
      const double degrees = count == 2 ? (number == 1 ? 180 : 270) : 90 + 180.0 * (number - 1) / (count - 1);
      const double angle = degrees * std::numbers::pi / 180;
      return {0.5 + 0.5 * std::cos(angle), 0.5 - 0.5 * std::sin(angle)};
    }
    case SourcePort::LeftSide:
      return {0, spread(count_of(block.inputs, port, number))};
    case SourcePort::RightSide:
      return {1, spread(count_of(block.outputs, port, number))};
    case SourcePort::State:
      return {0.5, 1};
    default:
      return {0.5, 0};
  }
}

Point port_position(const SourceBlock& block, SourcePort port, int number, bool input) {
  const Point at = unit_place(block, port, number, input);
  const Box& box = block.box;
  const bool turned = block.rotation % 2 != 0;
  const double width = turned ? box.height() : box.width(), height = turned ? box.width() : box.height();
  double x = (at.x - 0.5) * width, y = (at.y - 0.5) * height;
  if (block.mirrored) x = -x;
  for (int n = 0; n < block.rotation; ++n) {
    const double before = x;
    x = -y, y = before;
  }
  return {box.center().x + x, box.center().y + y};
}

}  // namespace sim::importing::simulink
