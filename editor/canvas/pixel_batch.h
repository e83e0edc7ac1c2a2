#pragma once
// Collects filled rectangles and strokes along the axes, in whole pixels of a device, and paints them color
// by color: thousands in the time a few smooth shapes take.
#include <QList>
#include <QPainter>
#include <QRect>
#include <QTransform>
#include <vector>

namespace fluxion {

// How the scene lies on the pixels of a device: scaled and moved, never turned.
struct PixelGrid {
  double scale = 1, dx = 0, dy = 0;

  // Of what this painter paints on; `ratio`: pixels of the device for one of the painter's.
  static PixelGrid of(const QTransform& transform, double ratio);
  // The pixel whose middle is nearest to where a whole coordinate is drawn.
  QPoint pixel(QPointF p) const { return {qRound(p.x() * scale + dx), qRound(p.y() * scale + dy)}; }
};

class PixelBatch {
 public:
  void add(const QRect& rect, const QColor& color);
  // One pixel wide if `half` is 0, and 2 half + 1 otherwise; the ends are painted.
  void stroke(QPoint a, QPoint b, const QColor& color, int half = 0);
  // In the order in which the colors came first. The painter's unit is a pixel of the device.
  void paint(QPainter& painter) const;

 private:
  struct Bucket {
    QRgb color;
    QList<QRect> rects;
  };
  std::vector<Bucket> m_buckets;
  std::size_t m_last = 0;
};

}  // namespace fluxion
