#include "editor/canvas/route_shapes.h"

#include <algorithm>
#include <cmath>

#include "editor/canvas/route_cost.h"

namespace fluxion::routing {

static bool level(QPointF a, QPointF b) { return std::abs(a.y() - b.y()) < tolerance; }

static double dot(QPointF a, QPointF b) { return QPointF::dotProduct(a, b); }

// The inner corners; nothing where the ports do not face that way. Between the stubs, so that each end keeps
// its clearance.
static std::vector<Polyline> candidates(const Request& r) {
  const QPointF s = r.source.point, t = r.target.point, ds = r.source.direction, dt = r.target.direction;
  const QPointF between = t - s;
  if (ds.isNull() && dt.isNull()) return {};
  if (ds.isNull() || dt.isNull()) {
    // A loose end is entered from any side: straight, or with one corner.
    const QPointF d = ds.isNull() ? dt : ds;
    const QPointF from = ds.isNull() ? t : s, to = ds.isNull() ? s : t;
    const double ahead = dot(to - from, d);
    if (ahead < clearance) return {};
    const QPointF corner = from + d * ahead;
    if ((corner - to).manhattanLength() < tolerance) return {{}};
    return {{corner}};
  }
  if (ds == -dt) {
    const double ahead = dot(between, ds);
    const QPointF across = between - ds * ahead;
    if (across.manhattanLength() < tolerance)
      return ahead > 0 ? std::vector<Polyline>{{}} : std::vector<Polyline>{};
    if (ahead < 2 * clearance) return {};
    const double middle =
        ds.x() != 0 ? std::round((s.x() + t.x()) / 8) * 4 : std::round((s.y() + t.y()) / 8) * 4;
    std::vector<Polyline> shapes;
    for (double shift : {0.0, -8.0, 8.0, -16.0, 16.0, -24.0, 24.0}) {
      const QPointF a = ds.x() != 0 ? QPointF(middle + shift, s.y()) : QPointF(s.x(), middle + shift);
      const QPointF b = ds.x() != 0 ? QPointF(middle + shift, t.y()) : QPointF(t.x(), middle + shift);
      if (dot(a - s, ds) >= clearance && dot(b - t, dt) >= clearance) shapes.push_back({a, b});
    }
    return shapes;
  }
  if (ds == dt) {
    const double out = std::max(dot(s, ds), dot(t, ds)) + 2 * clearance;
    const QPointF a = s + ds * (out - dot(s, ds)), b = t + ds * (out - dot(t, ds));
    return {{a, b}};
  }
  if (dot(between, ds) < clearance || dot(-between, dt) < clearance) return {};
  return {{ds.x() != 0 ? QPointF(t.x(), s.y()) : QPointF(s.x(), t.y())}};
}

static bool isFree(const Request& r, const Polyline& line) {
  Polyline inner = line;
  // The stubs lie within the clearance of their own blocks.
  const auto shorten = [](QPointF& end, QPointF towards) {
    const QPointF d = towards - end;
    const double length = std::abs(d.x()) + std::abs(d.y());
    if (length > 0) end += d / length * std::min(clearance, length / 2);
  };
  if (!r.source.direction.isNull()) shorten(inner.front(), inner[1]);
  if (!r.target.direction.isNull()) shorten(inner.back(), inner[inner.size() - 2]);
  const double grown = clearance - 1;
  const bool straight = line.size() == 2;
  return std::none_of(r.obstacles.begin(), r.obstacles.end(), [&](const QRectF& o) {
    // Better through a name, which is low, than a bump around it.
    if (straight && o.height() <= 4) return false;
    return crosses(inner, o.adjusted(-grown, -grown, grown, grown)) || crosses(line, o);
  });
}

static double meetingCost(const Polyline& line, const std::vector<QLineF>& foreign, double overlap) {
  double cost = 0;
  for (std::size_t k = 0; k + 1 < line.size(); ++k) {
    const QRectF s = QRectF(line[k], line[k + 1]).normalized();
    const bool flat = level(line[k], line[k + 1]);
    for (const QLineF& f : foreign) {
      const QRectF o = QRectF(f.p1(), f.p2()).normalized();
      if (flat == level(f.p1(), f.p2())) {
        const bool near = flat ? std::abs(s.top() - o.top()) < 4 : std::abs(s.left() - o.left()) < 4;
        const double shared = flat ? std::min(s.right(), o.right()) - std::max(s.left(), o.left())
                                   : std::min(s.bottom(), o.bottom()) - std::max(s.top(), o.top());
        if (near && shared > tolerance) cost += overlap * shared + 4;
      } else if (s.left() < o.right() + tolerance && s.right() > o.left() - tolerance &&
                 s.top() < o.bottom() + tolerance && s.bottom() > o.top() - tolerance) {
        cost += crossingCost;
      }
    }
  }
  return cost;
}

Polyline simpleShape(const Request& r) {
  if (!r.trunks.empty()) return {};
  Polyline best;
  double least = bendCost + crossingCost;  // from there on, a search may find a better way
  for (const Polyline& corners : candidates(r)) {
    Polyline line{r.source.point};
    line.insert(line.end(), corners.begin(), corners.end());
    line.push_back(r.target.point);
    if (!isFree(r, line)) continue;
    const bool crowded = r.arrow && !r.target.direction.isNull() && line.size() > 2 &&
                         (line[line.size() - 2] - line.back()).manhattanLength() < arrowRoom;
    const double cost = (crowded ? crowdedArrowCost : 0) + meetingCost(line, r.foreign, fixedOverlap) +
                        meetingCost(line, r.movable, movableOverlap);
    if (cost < least) least = cost, best = line;
    if (cost <= 0) break;
  }
  return best;
}

}  // namespace fluxion::routing
