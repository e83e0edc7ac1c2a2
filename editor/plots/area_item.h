#pragma once
// What is on one side of a line in a plot, hatched and shaded.
#include <qcustomplot.h>

#include <vector>

#include "editor/plots/curve_point.h"

namespace fluxion {

class AreaItem : public QCPAbstractItem {
  Q_OBJECT
 public:
  // Up to the upper edge of the plot, or the lower one.
  AreaItem(QCPAxis* x, QCPAxis* y, std::vector<CurvePoint> line, bool above, QPen pen);
  double selectTest(const QPointF&, bool, QVariant*) const override { return -1; }

 protected:
  void draw(QCPPainter* painter) override;

 private:
  QPointer<QCPAxis> m_x, m_y;
  const std::vector<CurvePoint> m_line;
  const bool m_above;
  const QPen m_pen;
};

}  // namespace fluxion
