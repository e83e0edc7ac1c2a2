#pragma once
// A curve in the plane that shows where it goes: arrow heads along it, a ring where it starts, a disc where
// it ends. They are drawn in pixels, so they keep their size at any zoom. Where the curve passes again and
// again, one head in each direction stands for all.
#include <qcustomplot.h>

namespace fluxion {

class PhaseCurve : public QCPCurve {
 public:
  using QCPCurve::QCPCurve;
  void showDirection(bool arrows, bool ends) {
    m_arrows = arrows;
    m_ends = ends;
  }
  // Of heads, rings and discs: 1 in a window.
  void setScale(double scale) { m_scale = scale; }

 protected:
  void draw(QCPPainter* painter) override;
  void drawCurveLine(QCPPainter* painter, const QVector<QPointF>& lines) const override;
  void drawScatterPlot(QCPPainter* painter, const QVector<QPointF>& points,
                       const QCPScatterStyle& style) const override;

 private:
  void drawArrows(QCPPainter* painter) const;
  void drawEnds(QCPPainter* painter) const;
  bool m_arrows = false, m_ends = false;
  double m_scale = 1;
};

}  // namespace fluxion
