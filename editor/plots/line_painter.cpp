#include "editor/plots/line_painter.h"

#include <QPaintEngine>
#include <QPainter>
#include <QPen>
#include <cmath>
#include <optional>
#include <utility>

namespace fluxion {

// Which part of the segment is inside, as shares of its length. (Liang and Barsky, A new concept and method
// for line clipping, 1984)
static std::optional<std::pair<double, double>> shareInside(QPointF from, QPointF to, const QRectF& r) {
  double first = 0, last = 1;
  const QPointF d = to - from;
  const double across[] = {-d.x(), d.x(), -d.y(), d.y()};
  const double room[] = {from.x() - r.left(), r.right() - from.x(), from.y() - r.top(),
                         r.bottom() - from.y()};
  for (int k = 0; k < 4; ++k) {
    if (across[k] == 0 && room[k] < 0) return std::nullopt;
    if (across[k] == 0) continue;
    const double share = room[k] / across[k];
    (across[k] < 0 ? first : last) = across[k] < 0 ? std::max(first, share) : std::min(last, share);
    if (first > last) return std::nullopt;
  }
  return std::pair(first, last);
}

std::vector<LinePart> partsInside(const QVector<QPointF>& points, const QRectF& inside) {
  const auto finite = [](QPointF p) { return std::isfinite(p.x()) && std::isfinite(p.y()); };
  std::vector<LinePart> parts;
  bool open = false;  // the last part goes on with the next segment
  double length = 0;
  for (qsizetype k = 0; k + 1 < points.size(); ++k) {
    const QPointF from = points[k], to = points[k + 1], d = to - from;
    if (!finite(from) || !finite(to)) {
      open = false;
      continue;
    }
    const double size = std::hypot(d.x(), d.y());
    if (const auto share = shareInside(from, to, inside)) {
      if (!open || share->first > 0)
        parts.push_back({{from + d * share->first}, length + size * share->first});
      parts.back().points << (share->second < 1 ? from + d * share->second : to);
      open = share->second == 1;
    } else {
      open = false;
    }
    length += size;
  }
  return parts;
}

void drawLine(QPainter& painter, const QVector<QPointF>& points, const QRectF& inside) {
  constexpr qsizetype atOnce = 12;  // segments
  QPen pen = painter.pen();
  const bool pixels = painter.paintEngine() && painter.paintEngine()->type() == QPaintEngine::Raster;
  const bool dashed = pen.style() != Qt::SolidLine;
  const double width = std::max(pen.widthF(), 1.0);
  // Pieces meet in round ends; a dash begins where the pattern is by then.
  pen.setJoinStyle(Qt::RoundJoin);
  pen.setCapStyle(dashed ? Qt::FlatCap : Qt::RoundCap);
  painter.save();
  painter.setPen(pen);
  for (const LinePart& part : partsInside(points, inside)) {
    const qsizetype count = part.points.size();
    double before = part.before;
    for (qsizetype k = 0; k + 1 < count;) {
      const qsizetype end = pixels ? std::min(k + atOnce, count - 1) : count - 1;
      if (dashed) {
        pen.setDashOffset(before / width);
        painter.setPen(pen);
      }
      painter.drawPolyline(part.points.constData() + k, static_cast<int>(end - k + 1));
      for (; k < end; ++k)
        before += std::hypot(part.points[k + 1].x() - part.points[k].x(),
                             part.points[k + 1].y() - part.points[k].y());
    }
  }
  painter.restore();
}

}  // namespace fluxion
