#pragma once
// The graph that layered_layout works on: layers of nodes, and edges between neighboring layers only; longer
// ones go through bends, which are nodes without a size.
#include <vector>

#include "sim_core/diagram/layered_layout.h"

namespace sim::layout {

struct Segment {
  int left, right;  // nodes, in neighboring layers
  double left_at, right_at;
  bool level;
  int net;      // segments of wires from one port have one number
  double pull;  // how much it should be straight
  double label = 0;
};

struct Layers {
  std::vector<LayoutNode> nodes;        // those given, then the bends
  std::size_t real = 0;                 // how many were given
  std::vector<int> layer;               // by node
  std::vector<std::vector<int>> order;  // by layer, from top to bottom
  std::vector<Segment> segments;
  std::vector<std::vector<int>> to_right, to_left;  // segments by node
  bool is_bend(int node) const { return static_cast<std::size_t>(node) >= real; }
};

// Cuts circles, assigns layers, inserts bends; the order is that of the hints.
Layers make_layers(const std::vector<LayoutNode>& nodes, const std::vector<LayoutEdge>& edges);

// Reorders the nodes of each layer so that segments cross less.
void reduce_crossings(Layers& layers);
// How often segments cross.
long crossings(const Layers& layers);

// The upper edges of all nodes, bends too.
std::vector<double> assign_rows(const Layers& layers);

}  // namespace sim::layout
