#pragma once
// Which ports of a diagram are connected: links and the splits between them make nets, whatever the direction
// in which they were drawn.
#include <map>
#include <string>
#include <vector>

#include "sim_core/diagram/line_shape.h"
#include "sim_core/import/xcos/xcos_model.h"

namespace sim::importing::xcos {

struct PortPlace {
  int block = 0, port = 0;  // in the diagram, and among the block's ports
  bool operator==(const PortPlace&) const = default;
};

class Nets {
 public:
  explicit Nets(const XcosDiagram& diagram);

  // The ports of blocks other than splits that are connected with this one: those that give, those that take.
  std::vector<PortPlace> sources_of(PortPlace place) const { return others(place, false); }
  std::vector<PortPlace> sinks_of(PortPlace place) const { return others(place, true); }

  // The corners of the line from one port to another, through the splits between them; none where they do not
  // make a line of horizontal and vertical pieces.
  std::vector<Point> corners(PortPlace from, PortPlace to) const;

  const XcosPort& port(PortPlace place) const;
  const XcosBlock& block(PortPlace place) const {
    return diagram_.blocks[static_cast<std::size_t>(place.block)];
  }

 private:
  struct Edge {
    int to = 0;
    const XcosLink* link = nullptr;  // none: through a split
    bool forward = true;
  };
  std::vector<PortPlace> others(PortPlace place, bool inputs) const;
  int node(PortPlace place) const;

  const XcosDiagram& diagram_;
  std::vector<PortPlace> places_;
  std::vector<int> first_;  // node of a block's first port
  std::vector<std::vector<Edge>> edges_;
  std::vector<std::vector<PortPlace>> members_;  // of each net, without splits
  std::vector<int> net_;                         // of each node
};

}  // namespace sim::importing::xcos
