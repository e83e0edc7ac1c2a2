#include "editor/canvas/routing.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "editor/canvas/route_branch.h"
#include "editor/canvas/route_cost.h"
#include "editor/canvas/route_search.h"
#include "editor/canvas/route_shapes.h"

namespace fluxion::routing {

static bool same(QPointF a, QPointF b) {
  return std::abs(a.x() - b.x()) < tolerance && std::abs(a.y() - b.y()) < tolerance;
}

static bool horizontal(QPointF a, QPointF b) { return std::abs(a.y() - b.y()) < tolerance; }
static bool vertical(QPointF a, QPointF b) { return std::abs(a.x() - b.x()) < tolerance; }

Polyline simplified(const Polyline& line) {
  Polyline out;
  for (QPointF p : line) {
    if (!out.empty() && same(out.back(), p)) continue;
    if (out.size() >= 2) {
      const QPointF a = out[out.size() - 2], b = out.back();
      if ((vertical(a, b) && vertical(b, p)) || (horizontal(a, b) && horizontal(b, p))) {
        out.back() = p;
        if (same(a, p)) out.pop_back();
        continue;
      }
    }
    out.push_back(p);
  }
  if (out.size() == 1) out.push_back(out.front());
  return out;
}

// Adds corners so that every segment follows an axis.
static Polyline squared(const Polyline& line, bool startHorizontal) {
  Polyline out;
  bool flat = startHorizontal;
  for (QPointF p : line) {
    if (!out.empty()) {
      const QPointF a = out.back();
      if (!horizontal(a, p) && !vertical(a, p))
        out.push_back(flat ? QPointF(p.x(), a.y()) : QPointF(a.x(), p.y()));
      flat = vertical(out.back(), p) ? true : false;
    }
    out.push_back(p);
  }
  return simplified(out);
}

static QPointF stub(const End& end, double length) { return end.point + end.direction * length; }

// Three or five segments, whatever is in the way.
static Polyline plainRoute(const Request& r) {
  const QPointF a = stub(r.source, 12), b = stub(r.target, 12);
  const bool flat = r.source.direction.isNull() ? std::abs(b.x() - a.x()) >= std::abs(b.y() - a.y())
                                                : r.source.direction.x() != 0;
  Polyline line{r.source.point, a};
  const QPointF middle = (a + b) / 2;
  const bool ahead = QPointF::dotProduct(b - a, r.source.direction) >= 0;
  if (flat == ahead) {
    line.push_back({middle.x(), a.y()});
    line.push_back({middle.x(), b.y()});
  } else {
    line.push_back({a.x(), middle.y()});
    line.push_back({b.x(), middle.y()});
  }
  line.push_back(b);
  line.push_back(r.target.point);
  return squared(line, flat);
}

// A loose end may hang on a block, which is then no obstacle: the line goes around all others.
static Request withoutBlocksBelowLooseEnds(const Request& request) {
  Request r = request;
  for (const End& end : {r.source, r.target})
    if (end.direction.isNull())
      std::erase_if(r.obstacles,
                    [&](const QRectF& o) { return o.adjusted(-3, -3, 3, 3).contains(end.point); });
  return r;
}

// Without a look at what is in the way.
static Polyline plainBranch(const Request& request, const BranchPlace& place) {
  Polyline line = trunkTo(request, place);
  const QPointF to = request.target.point - place.point;
  const QPointF aside = place.flat ? QPointF(0, to.y() < 0 ? -1 : 1) : QPointF(to.x() < 0 ? -1 : 1, 0);
  const End from{place.point, aside};
  const Polyline own = request.corners.empty() ? plainRoute({from, request.target, {}, {}, {}})
                                               : routeThrough(from, request.corners, request.target);
  line.insert(line.end(), own.begin(), own.end());
  return simplified(line);
}

static bool anyLoose(const Request& r) { return r.source.direction.isNull() || r.target.direction.isNull(); }

static Polyline routeBetweenEdges(const Request& asked) {
  const Request request = anyLoose(asked) ? withoutBlocksBelowLooseEnds(asked) : asked;
  const auto branch = branchPlace(request);
  if (!request.corners.empty())
    return branch ? plainBranch(request, *branch)
                  : routeThrough(request.source, request.corners, request.target);
  if (Polyline shape = simpleShape(request); !shape.empty()) return simplified(shape);
  struct Attempt {
    double margin, window;
  };
  for (const Attempt attempt : {Attempt{8, 40}, Attempt{8, 240}, Attempt{3, 240}})
    if (Polyline found = searchRoute(request, attempt.margin, attempt.window); !found.empty())
      return simplified(found);
  return branch ? plainBranch(request, *branch) : plainRoute(request);
}

// Where a line from this port leaves the block: ports of round blocks lie inside of the rectangle around
// them.
static QPointF edgePoint(const End& end, const std::vector<QRectF>& obstacles) {
  for (const QRectF& r : obstacles) {
    const QRectF inside = r.adjusted(tolerance, tolerance, -tolerance, -tolerance);
    if (!inside.contains(end.point)) continue;
    if (end.direction.x() != 0) return {end.direction.x() < 0 ? r.left() : r.right(), end.point.y()};
    if (end.direction.y() != 0) return {end.point.x(), end.direction.y() < 0 ? r.top() : r.bottom()};
  }
  return end.point;
}

Polyline route(const Request& request) {
  const QPointF source = edgePoint(request.source, request.obstacles),
                target = edgePoint(request.target, request.obstacles);
  if (source == request.source.point && target == request.target.point) return routeBetweenEdges(request);
  Request outside = request;
  outside.source.point = source;
  outside.target.point = target;
  Polyline line = routeBetweenEdges(outside);
  // A branch begins on another wire of its net, not at the port.
  if (same(line.front(), source)) line.insert(line.begin(), request.source.point);
  line.push_back(request.target.point);
  return simplified(line);
}

Polyline plainlyRouted(const Request& request) {
  assert(request.trunks.empty() && request.corners.empty());
  // What lies near the ports of round blocks is not near their edges.
  if (edgePoint(request.source, request.obstacles) != request.source.point ||
      edgePoint(request.target, request.obstacles) != request.target.point)
    return {};
  const Polyline shape = simpleShape(anyLoose(request) ? withoutBlocksBelowLooseEnds(request) : request);
  return shape.empty() ? shape : simplified(shape);
}

Polyline routeThrough(const End& source, const Polyline& waypoints, const End& target) {
  Polyline line{source.point};
  line.insert(line.end(), waypoints.begin(), waypoints.end());
  line.push_back(target.point);
  const std::size_t last = line.size() - 1;
  if (waypoints.size() >= 2) {
    if (source.direction.x() != 0) line[1].setY(source.point.y());
    if (source.direction.y() != 0) line[1].setX(source.point.x());
    if (target.direction.x() != 0) line[last - 1].setY(target.point.y());
    if (target.direction.y() != 0) line[last - 1].setX(target.point.x());
  } else if (waypoints.size() == 1) {
    if (source.direction.x() != 0 && target.direction.y() != 0)
      line[1] = {target.point.x(), source.point.y()};
    if (source.direction.y() != 0 && target.direction.x() != 0)
      line[1] = {source.point.x(), target.point.y()};
  }
  return squared(line, source.direction.y() == 0);
}

std::optional<QPointF> divergence(const Polyline& a, const Polyline& b) {
  const auto direction = [](QPointF from, QPointF to) {
    const QPointF d = to - from;
    return QPointF((d.x() > tolerance) - (d.x() < -tolerance), (d.y() > tolerance) - (d.y() < -tolerance));
  };
  for (std::size_t k = 0; k + 1 < a.size() && k + 1 < b.size(); ++k) {
    if (!same(a[k], b[k])) return std::nullopt;
    const QPointF da = direction(a[k], a[k + 1]);
    if (da != direction(b[k], b[k + 1])) return k == 0 ? std::nullopt : std::optional(a[k]);
    if (same(a[k + 1], b[k + 1])) continue;
    const double la = QLineF(a[k], a[k + 1]).length(), lb = QLineF(b[k], b[k + 1]).length();
    return la < lb ? a[k + 1] : b[k + 1];
  }
  return std::nullopt;
}

Nearest nearest(const Polyline& line, QPointF p) {
  Nearest best{std::numeric_limits<double>::infinity(), 0, {}};
  for (std::size_t k = 0; k + 1 < line.size(); ++k) {
    const QPointF d = line[k + 1] - line[k];
    const double square = QPointF::dotProduct(d, d);
    const double s = square > 0 ? std::clamp(QPointF::dotProduct(p - line[k], d) / square, 0.0, 1.0) : 0;
    const QPointF q = line[k] + s * d;
    const double distance = QLineF(p, q).length();
    if (distance < best.distance) best = {distance, static_cast<int>(k), q};
  }
  return best;
}

Polyline from(const Polyline& line, QPointF start) {
  const Nearest begin = nearest(line, start);
  Polyline rest{begin.point};
  rest.insert(rest.end(), line.begin() + begin.segment + 1, line.end());
  return simplified(rest);
}

Polyline upTo(const Polyline& line, QPointF end) {
  const Nearest last = nearest(line, end);
  Polyline part(line.begin(), line.begin() + last.segment + 1);
  part.push_back(last.point);
  return part;
}

std::vector<QRectF> segmentRects(const Polyline& line) {
  std::vector<QRectF> out;
  for (std::size_t k = 0; k + 1 < line.size(); ++k) out.push_back(QRectF(line[k], line[k + 1]).normalized());
  return out;
}

bool crosses(const Polyline& line, const QRectF& rect) {
  const QRectF inside = rect.adjusted(tolerance, tolerance, -tolerance, -tolerance);
  for (std::size_t k = 0; k + 1 < line.size(); ++k) {
    const QRectF segment = QRectF(line[k], line[k + 1]).normalized();
    if (segment.left() < inside.right() && segment.right() > inside.left() &&
        segment.top() < inside.bottom() && segment.bottom() > inside.top())
      return true;
  }
  return false;
}

}  // namespace fluxion::routing
