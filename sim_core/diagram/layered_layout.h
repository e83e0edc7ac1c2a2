#pragma once
// Layered drawing of a directed graph: circles are cut where they look like feedback (layout_order.h), nodes
// get layers along the longest path, crossings are reduced by barycenters of ports, and chains of nodes are
// put in one row so that the wires between them are straight. After Sugiyama, Tagawa & Toda, "Methods for
// visual understanding of hierarchical system structures", IEEE Trans. SMC 11 (1981), and, for the rows,
// Brandes & Koepf, "Fast and simple horizontal coordinate assignment", Graph Drawing 2001.
#include <vector>

#include "sim_core/diagram/diagram.h"

namespace sim {

struct LayoutNode {
  double width = 0, height = 0;
  double below = 0;  // kept free below it, for its name
  Point hint;        // where it is now; decides what nothing else does
};
// A wire that runs from the right side of one node to the left side of the other.
struct LayoutEdge {
  int left = 0, right = 0;           // indices of nodes
  double left_at = 0, right_at = 0;  // where it meets them, below their upper edges
  bool level = true;                 // false: one end points up or down, so that it cannot be straight
  double label = 0;                  // how wide the name is that stands on it
  double feedback = 0;               // how much it looks like feedback, from 0 to 1
};

// The upper left corners of the nodes, on whole pixels; the least coordinates are 0. Parts that are not
// connected lie below one another.
std::vector<Point> layered_layout(const std::vector<LayoutNode>& nodes, const std::vector<LayoutEdge>& edges);

}  // namespace sim
