#include "sim_core/diagram/layout_layers.h"

#include <algorithm>
#include <map>
#include <numeric>

#include "sim_core/diagram/layout_order.h"

namespace sim::layout {

namespace {

using Neighbors = std::vector<std::vector<int>>;

struct Directed {
  int left, right;
  bool cut;  // drawn against its direction
  std::size_t edge;
};

std::vector<int> layers_of(std::size_t count, std::vector<Directed>& edges, const std::vector<int>& place) {
  std::vector<int> order(count), layer(count, 0);
  std::iota(order.begin(), order.end(), 0);
  const auto at = [](int n) { return static_cast<std::size_t>(n); };
  std::sort(order.begin(), order.end(), [&](int a, int b) { return place[at(a)] < place[at(b)]; });
  Neighbors out(count), in(count);
  for (const Directed& e : edges) out[at(e.left)].push_back(e.right), in[at(e.right)].push_back(e.left);
  for (int n : order)
    for (int to : out[at(n)]) layer[at(to)] = std::max(layer[at(to)], layer[at(n)] + 1);
  // What has more wires to the right than to the left goes as near to them as it can.
  for (int sweep = 0; sweep < 8; ++sweep)
    for (auto it = order.rbegin(); it != order.rend(); ++it) {
      const int n = *it;
      if (out[at(n)].size() <= in[at(n)].size()) continue;
      int limit = static_cast<int>(count);
      for (int to : out[at(n)]) limit = std::min(limit, layer[at(to)] - 1);
      layer[at(n)] = std::max(layer[at(n)], limit);
    }
  return layer;
}

}  // namespace

Layers make_layers(const std::vector<LayoutNode>& nodes, const std::vector<LayoutEdge>& edges) {
  Layers out;
  out.nodes = nodes;
  out.real = nodes.size();
  const std::vector<int> place = forward_order(nodes, edges);
  std::vector<Directed> directed;
  for (std::size_t k = 0; k < edges.size(); ++k) {
    const LayoutEdge& e = edges[k];
    const bool cut = place[static_cast<std::size_t>(e.left)] > place[static_cast<std::size_t>(e.right)];
    directed.push_back(cut ? Directed{e.right, e.left, true, k} : Directed{e.left, e.right, false, k});
  }
  out.layer = layers_of(nodes.size(), directed, place);

  std::map<std::pair<int, double>, int> nets;  // by where they begin
  std::map<std::pair<int, int>, int> shared;   // the bend of a net in a layer
  for (const Directed& e : directed) {
    const LayoutEdge& given = edges[e.edge];
    const double left_at = e.cut ? given.right_at : given.left_at,
                 right_at = e.cut ? given.left_at : given.right_at;
    const int net =
        nets.try_emplace({given.left, given.left_at}, static_cast<int>(nets.size())).first->second;
    const int first = out.layer[static_cast<std::size_t>(e.left)];
    const int last = out.layer[static_cast<std::size_t>(e.right)];
    int from = e.left;
    double from_at = left_at;
    for (int layer = first + 1; layer <= last; ++layer) {
      int to = e.right;
      double to_at = right_at;
      bool fresh = true;
      if (layer < last) {
        // Wires of one net go together as long as they can; one that was cut goes alone.
        const auto [it, made] = shared.try_emplace({e.cut ? -1 - static_cast<int>(e.edge) : net, layer},
                                                   static_cast<int>(out.nodes.size()));
        fresh = made;
        to = it->second;
        to_at = 0;
        if (made) {
          const double share = double(layer - first) / (last - first);
          const Point a = nodes[static_cast<std::size_t>(e.left)].hint,
                      b = nodes[static_cast<std::size_t>(e.right)].hint;
          const double y = e.cut ? 1e9 : a.y + (b.y - a.y) * share;
          out.nodes.push_back({0, 0, 0, {a.x + (b.x - a.x) * share, y}});
          out.layer.push_back(layer);
        }
      }
      const bool bends = from != e.left, bends_after = to != e.right;
      const bool level = given.level && !e.cut;
      if (fresh)
        out.segments.push_back({from, to, from_at, to_at, level || (bends && bends_after), net,
                                e.cut                  ? 0.5
                                : bends && bends_after ? 4.0
                                : bends || bends_after ? 2.0
                                                       : 1.0,
                                bends || e.cut ? 0 : given.label});
      from = to;
      from_at = to_at;
    }
  }

  const int count = out.layer.empty() ? 0 : *std::max_element(out.layer.begin(), out.layer.end()) + 1;
  out.order.resize(static_cast<std::size_t>(count));
  for (int n = 0; n < static_cast<int>(out.nodes.size()); ++n)
    out.order[static_cast<std::size_t>(out.layer[static_cast<std::size_t>(n)])].push_back(n);
  for (auto& layer : out.order)
    std::stable_sort(layer.begin(), layer.end(), [&](int a, int b) {
      return out.nodes[static_cast<std::size_t>(a)].hint.y < out.nodes[static_cast<std::size_t>(b)].hint.y;
    });
  out.to_right.resize(out.nodes.size());
  out.to_left.resize(out.nodes.size());
  for (int s = 0; s < static_cast<int>(out.segments.size()); ++s) {
    out.to_right[static_cast<std::size_t>(out.segments[static_cast<std::size_t>(s)].left)].push_back(s);
    out.to_left[static_cast<std::size_t>(out.segments[static_cast<std::size_t>(s)].right)].push_back(s);
  }
  return out;
}

}  // namespace sim::layout
