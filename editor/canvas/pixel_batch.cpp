#include "editor/canvas/pixel_batch.h"

#include <algorithm>

namespace fluxion {

PixelGrid PixelGrid::of(const QTransform& t, double ratio) {
  return {t.m11() * ratio, t.dx() * ratio, t.dy() * ratio};
}

void PixelBatch::add(const QRect& rect, const QColor& color) {
  const QRgb rgb = color.rgba();
  if (m_last >= m_buckets.size() || m_buckets[m_last].color != rgb) {
    m_last = 0;
    while (m_last < m_buckets.size() && m_buckets[m_last].color != rgb) ++m_last;
    if (m_last == m_buckets.size()) m_buckets.push_back({rgb, {}});
  }
  m_buckets[m_last].rects.append(rect);
}

void PixelBatch::stroke(QPoint a, QPoint b, const QColor& color, int half) {
  const QPoint low(std::min(a.x(), b.x()), std::min(a.y(), b.y()));
  const QPoint high(std::max(a.x(), b.x()), std::max(a.y(), b.y()));
  add(QRect(low - QPoint(half, half), high + QPoint(half, half)), color);
}

void PixelBatch::paint(QPainter& painter) const {
  painter.setPen(Qt::NoPen);
  for (const Bucket& bucket : m_buckets) {
    painter.setBrush(QColor::fromRgba(bucket.color));
    painter.drawRects(bucket.rects);
  }
}

}  // namespace fluxion
