#include "sim_core/diagram/layered_layout.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <set>

#include "sim_core/diagram/layout_layers.h"

namespace sim {

namespace {

constexpr double column_gap = 40, wire_gap = 8, widest_gap = 136, part_gap = 40;

struct Part {
  std::vector<int> nodes;
  std::vector<LayoutEdge> edges;  // by index in `nodes`
  double hint = std::numeric_limits<double>::infinity();
};

std::vector<Part> parts_of(const std::vector<LayoutNode>& nodes, const std::vector<LayoutEdge>& edges) {
  std::vector<int> root(nodes.size());
  std::iota(root.begin(), root.end(), 0);
  const auto find = [&](int n) {
    while (root[static_cast<std::size_t>(n)] != n) n = root[static_cast<std::size_t>(n)];
    return n;
  };
  for (const LayoutEdge& e : edges) root[static_cast<std::size_t>(find(e.left))] = find(e.right);
  std::map<int, Part> by_root;
  std::vector<int> index(nodes.size());
  for (int n = 0; n < static_cast<int>(nodes.size()); ++n) {
    Part& part = by_root[find(n)];
    index[static_cast<std::size_t>(n)] = static_cast<int>(part.nodes.size());
    part.nodes.push_back(n);
    part.hint = std::min(part.hint, nodes[static_cast<std::size_t>(n)].hint.y);
  }
  for (LayoutEdge e : edges) {
    if (e.left == e.right) continue;
    Part& part = by_root[find(e.left)];
    e.left = index[static_cast<std::size_t>(e.left)];
    e.right = index[static_cast<std::size_t>(e.right)];
    part.edges.push_back(e);
  }
  std::vector<Part> parts;
  for (auto& [n, part] : by_root) parts.push_back(std::move(part));
  // Those of one block come last.
  std::stable_sort(parts.begin(), parts.end(), [](const Part& a, const Part& b) {
    return std::pair(a.nodes.size() == 1, a.hint) < std::pair(b.nodes.size() == 1, b.hint);
  });
  return parts;
}

// The left edge of each layer and its width; between two there is room for the wires that turn.
std::vector<std::pair<double, double>> columns(const layout::Layers& layers,
                                               const std::vector<double>& rows) {
  std::vector<std::set<int>> turning(layers.order.size());
  std::vector<double> label(layers.order.size(), 0);
  for (const layout::Segment& s : layers.segments) {
    const double a = rows[static_cast<std::size_t>(s.left)] + s.left_at;
    const double b = rows[static_cast<std::size_t>(s.right)] + s.right_at;
    const auto layer = static_cast<std::size_t>(layers.layer[static_cast<std::size_t>(s.left)]);
    if (std::abs(a - b) > 1) turning[layer].insert(s.net);
    label[layer] = std::max(label[layer], s.label);
  }
  std::vector<std::pair<double, double>> out;
  double x = 0;
  for (std::size_t k = 0; k < layers.order.size(); ++k) {
    double width = 0;
    for (int n : layers.order[k]) width = std::max(width, layers.nodes[static_cast<std::size_t>(n)].width);
    out.emplace_back(x, width);
    const double wires = wire_gap * static_cast<double>(turning[k].size());
    x += width + std::min(widest_gap, std::max(column_gap, label[k]) + wires);
    x = std::ceil(x / 8) * 8;
  }
  return out;
}

std::vector<Point> lay_out(const std::vector<LayoutNode>& nodes, const std::vector<LayoutEdge>& edges) {
  layout::Layers layers = layout::make_layers(nodes, edges);
  layout::reduce_crossings(layers);
  const std::vector<double> rows = layout::assign_rows(layers);
  const auto column = columns(layers, rows);
  const double top = *std::min_element(rows.begin(), rows.begin() + static_cast<long>(nodes.size()));
  std::vector<Point> places;
  for (std::size_t k = 0; k < nodes.size(); ++k) {
    const auto [x, width] = column[static_cast<std::size_t>(layers.layer[k])];
    places.push_back({x + std::floor((width - nodes[k].width) / 16) * 8, std::round(rows[k] - top)});
  }
  return places;
}

}  // namespace

std::vector<Point> layered_layout(const std::vector<LayoutNode>& nodes,
                                  const std::vector<LayoutEdge>& edges) {
  std::vector<Point> places(nodes.size());
  double y = 0, x = 0, row_height = 0, widest = 400;
  for (const Part& part : parts_of(nodes, edges)) {
    if (part.nodes.size() == 1) {
      // Lone blocks stand side by side.
      const auto n = static_cast<std::size_t>(part.nodes.front());
      if (x > 0 && x + nodes[n].width > widest) x = 0, y += row_height + part_gap, row_height = 0;
      places[n] = {x, y};
      x = std::ceil((x + nodes[n].width + column_gap) / 8) * 8;
      row_height = std::max(row_height, nodes[n].height + nodes[n].below);
      continue;
    }
    std::vector<LayoutNode> own;
    for (int n : part.nodes) own.push_back(nodes[static_cast<std::size_t>(n)]);
    const std::vector<Point> found = lay_out(own, part.edges);
    double bottom = y;
    for (std::size_t k = 0; k < own.size(); ++k) {
      places[static_cast<std::size_t>(part.nodes[k])] = {found[k].x, y + found[k].y};
      bottom = std::max(bottom, y + found[k].y + own[k].height + own[k].below);
      widest = std::max(widest, found[k].x + own[k].width);
    }
    y = std::ceil((bottom + part_gap) / 8) * 8;
  }
  return places;
}

}  // namespace sim
