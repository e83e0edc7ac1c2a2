#pragma once
// Draws the line of a curve as painters of any kind do it well: in pieces on pixels, where a stroke of many
// segments takes far longer than its parts do, and whole in files of vectors, cut at the edges of the plot,
// because SVG files written by Qt know no clipping.
#include <QPointF>
#include <QRectF>
#include <QVector>
#include <vector>

class QPainter;

namespace fluxion {

// The parts of the line through these points that are inside, in order. Points that are not finite are gaps.
// Each part comes with the length of the line before it.
struct LinePart {
  QVector<QPointF> points;
  double before = 0;
};
std::vector<LinePart> partsInside(const QVector<QPointF>& points, const QRectF& inside);

// With the painter's pen. `inside`: the plot, in the painter's coordinates.
void drawLine(QPainter& painter, const QVector<QPointF>& points, const QRectF& inside);

}  // namespace fluxion
