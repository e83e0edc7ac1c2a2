#pragma once
// The routes of all lines of one level. Told what blocks and lines are now, it re-routes only the nets that
// touch or cross what changed, and says which lines have a new route. Knows no widgets.
#include <map>
#include <set>
#include <vector>

#include "editor/canvas/block_geometry.h"
#include "editor/canvas/routing.h"
#include "sim_core/diagram/diagram.h"

namespace fluxion {

class Wiring {
 public:
  void clear();
  // `name` is kept free of wires too.
  void setBlock(sim::Id id, const BlockGeometry& geometry, const QRectF& name = {});
  void removeBlock(sim::Id id);
  void setLine(sim::Id id, const sim::Line& line);
  void removeLine(sim::Id id);

  // Routes what the calls since the last update touched.
  std::set<sim::Id> update();

  const routing::Polyline& route(sim::Id line) const;
  // Where this line parts from the others of its net.
  const std::vector<QPointF>& junctions(sim::Id line) const;
  // The line of each net that carries its name: the first.
  bool leadsItsNet(sim::Id line) const;
  std::vector<sim::Id> linesAt(sim::PortRef port, bool input) const;

  // The request for a wire between these ends that is not in the diagram yet, or is `self` in it.
  routing::Request request(const routing::End& source, const routing::End& target,
                           const sim::PortRef* net = nullptr, sim::Id self = sim::no_id,
                           sim::Id ignoredBlock = sim::no_id) const;
  // Where an end of a line is: at its port, or loose.
  routing::End sourceEnd(const sim::Line& line) const;
  routing::End targetEnd(const sim::Line& line) const;

 private:
  struct Wire {
    sim::Line line;
    routing::Polyline route;
    std::vector<QPointF> junctions;
  };
  void touchNet(const sim::Line& line, sim::Id id);
  void routeWire(sim::Id id, Wire& wire);
  void findJunctions(const sim::PortRef& source);

  std::map<sim::Id, BlockGeometry> m_blocks;
  std::map<sim::Id, QRectF> m_names;
  std::map<sim::Id, Wire> m_wires;
  std::map<sim::PortRef, std::set<sim::Id>> m_nets;  // the lines of each output
  std::set<sim::Id> m_changedBlocks, m_changedLines;
};

}  // namespace fluxion
