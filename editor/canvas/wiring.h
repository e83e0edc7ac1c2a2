#pragma once
// The routes of all lines of one level. Told what blocks and lines are now, it searches new routes only for
// the nets that touch or cross what changed, sets apart what runs beside each other, and says which lines
// look different. A net is all lines of one output, or all that are joined at conserving ports. Knows no
// widgets.
#include <map>
#include <set>
#include <vector>

#include "editor/canvas/block_geometry.h"
#include "editor/canvas/crossings.h"
#include "editor/canvas/place_index.h"
#include "editor/canvas/routing.h"
#include "sim_core/diagram/diagram.h"
#include "sim_core/diagram/line_shape.h"

namespace fluxion {

class Wiring {
 public:
  void clear();
  // `name` is kept free of wires too.
  void setBlock(sim::Id id, const BlockGeometry& geometry, const QRectF& name = {});
  void removeBlock(sim::Id id);
  void setLine(sim::Id id, const sim::Line& line);
  void removeLine(sim::Id id);

  // Routes what the calls since the last update touched. The lines whose route, net or junctions may be new.
  std::set<sim::Id> update();

  const routing::Polyline& route(sim::Id line) const;
  // Where this line parts from the others of its net.
  const std::vector<QPointF>& junctions(sim::Id line) const;
  // From where on the line is alone: the piece before is drawn by the others of its net.
  QPointF ownStart(sim::Id line) const;
  // The line of each net that carries its name: the first.
  bool leadsItsNet(sim::Id line) const;
  std::vector<sim::Id> linesAt(sim::PortRef port, bool input) const;
  bool isConnected(sim::PortRef port, bool input) const;
  // As it was told last; null: there is none.
  const sim::Line* line(sim::Id id) const;
  // This line and all that carry the same signal, or belong to the same node of a network.
  std::set<sim::Id> net(sim::Id line) const;
  // Where level segments of other nets run across the upright ones of this line.
  const std::vector<QPointF>& crossings(sim::Id line) const;

  // The request for a wire between these ends that is not in the diagram yet, or is `self` in it.
  routing::Request request(const routing::End& source, const routing::End& target,
                           const sim::PortRef* net = nullptr, sim::Id self = sim::no_id,
                           sim::Id ignoredBlock = sim::no_id) const;
  // How the line would run if that block were not there.
  routing::Polyline routeWithout(sim::Id line, sim::Id block) const;
  // Where an end of a line is: at its port, or loose.
  routing::End sourceEnd(const sim::Line& line) const;
  routing::End targetEnd(const sim::Line& line) const;

 private:
  struct Wire {
    sim::Line line;
    sim::LineShape shape;
    routing::Polyline found;  // by the search, before nudging
    routing::Polyline route;
    std::vector<QPointF> junctions;
    QPointF ownStart;
    sim::Id net = sim::no_id;  // the first line of it
  };
  struct Place {
    BlockGeometry geometry;
    QRectF name;
  };
  // Before nudging, for routes that are nudged together; or as they are shown.
  enum class Routes { Found, Shown };

  const Wire* find(sim::Id line) const;
  void leave(const Place& place);
  static bool dependsOn(const Wire& wire, const Wire& trunk);
  void listEnds(sim::Id id, const sim::Line& line, bool add);
  std::set<sim::Id> touchedLines() const;
  std::vector<sim::Id> inRoutingOrder(const std::set<sim::Id>& lines) const;
  void routeWire(sim::Id id, Wire& wire);
  void setFound(sim::Id id, Wire& wire, routing::Polyline route);
  routing::End endAt(const std::optional<sim::PortRef>& ref, bool input, const sim::Point& loose) const;
  std::vector<QRectF> obstacles(const QRectF& window, sim::Id ignoredBlock) const;
  // `around`: how far around the ends and the trunks to look.
  routing::Request request(const routing::End& source, const routing::End& target, const sim::PortRef* net,
                           sim::Id self, sim::Id ignoredBlock, Routes routes, double around) const;

  // wiring_nets.cpp: what is seen of all nets together.
  std::set<sim::Id> numberNets(const std::set<sim::Id>& lines);
  std::set<sim::Id> nudgeAll();
  void findJunctions(const std::vector<Wire*>& net);

  std::map<sim::Id, Place> m_blocks;
  std::map<sim::Id, Wire> m_wires;
  PlaceIndex m_blockPlaces, m_wirePlaces;  // blocks with their names; routes before nudging
  Crossings m_crossings;
  // The lines at each output, and at each conserving port; those that end at an input.
  std::map<sim::PortRef, std::set<sim::Id>> m_linesAt, m_linesInto;
  std::set<sim::Id> m_changedBlocks, m_changedLines;
  std::vector<QRectF> m_left;  // places that blocks have left: wires may have gone around them
};

}  // namespace fluxion
