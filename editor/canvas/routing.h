#pragma once
// Orthogonal connector routing: one of the plain shapes where it is free, or else a shortest path on the
// sparse grid of port rows, obstacle edges and middle lines in a window around the wire, where each bend
// costs as much as 50 pixels, a crossing 20, and running on top of a foreign wire its length. A branch starts
// anywhere on the wires of its net, at no cost, so that fan-out shares a trunk. Pure functions without
// widgets. After Wybrow, Marriott & Stuckey, "Orthogonal connector routing", Graph Drawing 2009.
#include <QLineF>
#include <QPointF>
#include <QRectF>
#include <optional>
#include <vector>

namespace fluxion::routing {

using Polyline = std::vector<QPointF>;

// Where a wire begins or ends. The direction points away from the block: a unit vector along an axis, or null
// for a loose end.
struct End {
  QPointF point, direction;
};

struct Request {
  End source, target;
  std::vector<QRectF> obstacles;     // blocks that no wire may cross, those of the ends too
  std::vector<Polyline> trunks;      // wires of the same source, already routed
  std::vector<QLineF> foreign;       // segments of other wires, at a port or fixed by hand
  std::vector<QLineF> movable = {};  // segments of other wires that nudging may move aside
  // The corners of the net, as it was, up to where the wire was pulled from it; the branch begins there.
  // Empty: wherever it is shortest.
  Polyline branch = {};
  Polyline corners = {};  // of the branch, fixed by hand
  bool arrow = true;      // at the target
};

// Source to target, axis-parallel, without repeated or collinear points. Where every way crosses a block, the
// plain three- or five-segment shape that does.
Polyline route(const Request& request);

// What route() finds where one of the plain shapes is free, from what lies within `plainReach` of the
// rectangle around the two ends alone; empty: route() has to look farther. For requests without trunks and
// corners.
inline constexpr double plainReach = 32;
Polyline plainlyRouted(const Request& request);

// Through corners fixed by hand: the two end segments stretch to where the ports are now.
Polyline routeThrough(const End& source, const Polyline& waypoints, const End& target);

// Removes repeated and collinear points.
Polyline simplified(const Polyline& line);

// Where b leaves a, for two wires of one source; nothing if they part at the source itself or never.
std::optional<QPointF> divergence(const Polyline& a, const Polyline& b);

// The distance of a point from the wire, and the index of the nearest segment.
struct Nearest {
  double distance = 0;
  int segment = 0;
  QPointF point;
};
Nearest nearest(const Polyline& line, QPointF point);

// The part of the wire after the point nearest to `start`.
Polyline from(const Polyline& line, QPointF start);

// The part of the wire before the point nearest to `end`, with all its corners.
Polyline upTo(const Polyline& line, QPointF end);

// What each segment covers.
std::vector<QRectF> segmentRects(const Polyline& line);

// Whether the inside of `rect` meets the wire.
bool crosses(const Polyline& line, const QRectF& rect);

}  // namespace fluxion::routing
