#pragma once
// Where arrow heads stand along a curve in the plane.
#include <QPointF>
#include <QRectF>
#include <QVector>

namespace fluxion {

struct ArrowHead {
  QPointF at, along;  // the middle of its segment; the direction, of length 1
};

// One every `apart` of the way, the first after half of that, at most one a segment; but none that is closer
// than two thirds of that to one before it with the same direction (within 60 degrees), so that a curve that
// runs through the same places a thousand times has as many as one that runs once. Only those inside. Points
// that are not finite are gaps.
QVector<ArrowHead> arrowHeads(const QVector<QPointF>& points, double apart, const QRectF& inside);

}  // namespace fluxion
