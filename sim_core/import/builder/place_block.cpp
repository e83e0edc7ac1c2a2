#include <algorithm>
#include <cmath>

#include "sim_core/diagram/file.h"
#include "sim_core/diagram/name_lines.h"
#include "sim_core/import/builder/system_builder.h"

namespace sim::importing {

std::string allowed_name(const std::string& name, const std::string& otherwise) {
  std::string out = one_line(name);
  for (const bool first : {true, false})  // which would separate names in a path
    while (!out.empty() && (first ? out.front() : out.back()) == '/')
      out.erase(first ? 0 : out.size() - 1, 1);
  return why_not_a_block_name(out).empty() ? out : otherwise;
}

static double within(double v, double low, double high) {
  return std::isfinite(v) ? std::clamp(v, low, high) : std::clamp(0.0, low, high);
}

// Those that say something.
static int lines_of(const std::string& name) {
  int lines = 0;
  for (std::size_t from = 0; from < name.size() && lines < max_name_lines;) {
    const std::size_t end = std::min(name.find('\n', from), name.size());
    lines += !collapsed(std::string_view(name).substr(from, end - from)).empty();
    from = end + 1;
  }
  return lines;
}

void place_block(Block& block, const SourceBlock& source) {
  const Box& box = source.box;
  block.position = {within(box.left, -max_coordinate, max_coordinate),
                    within(box.top, -max_coordinate, max_coordinate)};
  block.size = {within(box.width(), 4, max_element_size), within(box.height(), 4, max_element_size)};
  block.rotation = ((source.rotation % 4) + 4) % 4;
  if (block.rotation % 2 != 0) std::swap(block.size.width, block.size.height);
  block.flipped = source.mirrored;
  block.commented = source.commented;
  for (std::size_t n = 0; n < std::size(block_color_names); ++n)
    if (block_color_names[n] == source.color) block.color = static_cast<BlockColor>(n);
  set_name_place(block, source.name_place);
  set_name_lines(block, lines_of(source.name));
  if (source.priority) block.priority = std::clamp(*source.priority, -max_priority, max_priority);
  for (const auto& [port, name] : source.signal_names)
    if (port >= 0 && port < max_port_number) block.signal_names[port] = name;
}

}  // namespace sim::importing
