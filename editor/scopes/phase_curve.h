#pragma once
// A curve in the plane that shows where it goes: arrow heads along it, a ring where it starts, a disc where
// it ends. They are drawn in pixels, so they keep their size at any zoom.
#include <qcustomplot.h>

namespace fluxion {

class PhaseCurve : public QCPCurve {
 public:
  using QCPCurve::QCPCurve;
  void showDirection(bool arrows, bool ends) {
    m_arrows = arrows;
    m_ends = ends;
  }

 protected:
  void draw(QCPPainter* painter) override;

 private:
  void drawArrows(QCPPainter* painter) const;
  void drawEnds(QCPPainter* painter) const;
  bool m_arrows = false, m_ends = false;
};

}  // namespace fluxion
