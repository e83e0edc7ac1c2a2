#include "sim_core/import/xcos/nets.h"

#include <algorithm>
#include <cmath>
#include <queue>

namespace sim::importing::xcos {

Nets::Nets(const XcosDiagram& diagram) : diagram_(diagram) {
  std::map<std::string, int> nodes;
  for (std::size_t b = 0; b < diagram.blocks.size(); ++b) {
    first_.push_back(static_cast<int>(places_.size()));
    for (std::size_t p = 0; p < diagram.blocks[b].ports.size(); ++p) {
      nodes.emplace(diagram.blocks[b].ports[p].id, static_cast<int>(places_.size()));
      places_.push_back({static_cast<int>(b), static_cast<int>(p)});
    }
  }
  edges_.resize(places_.size());
  const auto join = [&](int a, int b, const XcosLink* link) {
    edges_[static_cast<std::size_t>(a)].push_back({b, link, true});
    edges_[static_cast<std::size_t>(b)].push_back({a, link, false});
  };
  for (const XcosLink& link : diagram.links) {
    const auto from = nodes.find(link.source), to = nodes.find(link.target);
    if (from != nodes.end() && to != nodes.end() && from->second != to->second)
      join(from->second, to->second, &link);
  }
  for (std::size_t b = 0; b < diagram.blocks.size(); ++b)
    if (diagram.blocks[b].is_split())
      for (std::size_t p = 1; p < diagram.blocks[b].ports.size(); ++p)
        join(first_[b], first_[b] + static_cast<int>(p), nullptr);
  net_.assign(places_.size(), -1);
  for (std::size_t start = 0; start < places_.size(); ++start) {
    if (net_[start] >= 0) continue;
    const int net = static_cast<int>(members_.size());
    members_.emplace_back();
    std::vector<int> open{static_cast<int>(start)};
    net_[start] = net;
    while (!open.empty()) {
      const auto at = static_cast<std::size_t>(open.back());
      open.pop_back();
      if (!block(places_[at]).is_split()) members_.back().push_back(places_[at]);
      for (const Edge& edge : edges_[at])
        if (net_[static_cast<std::size_t>(edge.to)] < 0)
          net_[static_cast<std::size_t>(edge.to)] = net, open.push_back(edge.to);
    }
    std::sort(members_.back().begin(), members_.back().end(), [](const PortPlace& a, const PortPlace& b) {
      return a.block != b.block ? a.block < b.block : a.port < b.port;
    });
  }
}

int Nets::node(PortPlace place) const { return first_[static_cast<std::size_t>(place.block)] + place.port; }

const XcosPort& Nets::port(PortPlace place) const {
  return block(place).ports[static_cast<std::size_t>(place.port)];
}

std::vector<PortPlace> Nets::others(PortPlace place, bool inputs) const {
  std::vector<PortPlace> out;
  const bool events = is_event(port(place).role);
  for (const PortPlace& member :
       members_[static_cast<std::size_t>(net_[static_cast<std::size_t>(node(place))])])
    if (!(member == place) && is_input(port(member).role) == inputs && is_event(port(member).role) == events)
      out.push_back(member);
  // A block whose output is connected with its own input is both.
  return out;
}

static bool is_rectangular(const std::vector<Point>& points) {
  for (std::size_t k = 1; k < points.size(); ++k)
    if (std::abs(points[k].x - points[k - 1].x) > 1 && std::abs(points[k].y - points[k - 1].y) > 1)
      return false;
  return true;
}

std::vector<Point> Nets::corners(PortPlace from, PortPlace to) const {
  const int start = node(from), end = node(to);
  std::vector<std::pair<int, const Edge*>> came(places_.size(), {-1, nullptr});
  std::queue<int> open;
  open.push(start);
  came[static_cast<std::size_t>(start)].first = start;
  while (!open.empty() && came[static_cast<std::size_t>(end)].first < 0) {
    const int at = open.front();
    open.pop();
    for (const Edge& edge : edges_[static_cast<std::size_t>(at)])
      if (came[static_cast<std::size_t>(edge.to)].first < 0)
        came[static_cast<std::size_t>(edge.to)] = {at, &edge}, open.push(edge.to);
  }
  if (came[static_cast<std::size_t>(end)].first < 0) return {};
  std::vector<Point> corners;  // from the end on
  bool by_hand = false;
  for (int at = end; at != start; at = came[static_cast<std::size_t>(at)].first) {
    const Edge& edge = *came[static_cast<std::size_t>(at)].second;
    if (!edge.link) {
      corners.push_back(block(places_[static_cast<std::size_t>(at)]).box.center());
      continue;
    }
    std::vector<Point> piece = edge.link->corners;
    by_hand |= !piece.empty();
    if (edge.forward) std::reverse(piece.begin(), piece.end());
    corners.insert(corners.end(), piece.begin(), piece.end());
  }
  if (!by_hand || !is_rectangular(corners)) return {};
  corners.erase(std::unique(corners.begin(), corners.end()), corners.end());
  std::reverse(corners.begin(), corners.end());
  return corners;
}

}  // namespace sim::importing::xcos
