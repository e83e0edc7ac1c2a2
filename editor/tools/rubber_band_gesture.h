#pragma once
// A rectangle that selects: dragged to the right, what lies inside; to the left, what it touches.
#include <QRectF>
#include <vector>

#include "editor/tools/gesture.h"
#include "sim_core/base/id.h"

namespace fluxion {

class RubberBandGesture : public Gesture {
 public:
  // `before` was selected at the press; with keep it stays so whatever the rectangle holds.
  RubberBandGesture(Canvas canvas, QPointF from, std::vector<sim::Id> before, bool keep);
  void move(const PointerEvent& event) override;
  void release(const PointerEvent& event) override;
  void cancel() override;
  void paint(QPainter& painter, double pixel) override;

 private:
  Canvas m_canvas;
  QPointF m_from, m_to;
  std::vector<sim::Id> m_before;
  bool m_keep;
};

}  // namespace fluxion
