#pragma once
// A corner of a block that follows the pointer on the grid, or to where edges of others are; one undo step.
#include <QRectF>

#include "editor/tools/gesture.h"
#include "editor/tools/smart_guides.h"

namespace fluxion {

class ResizeGesture : public Gesture {
 public:
  // `handle`: a corner, as BlockItem::handle counts them.
  ResizeGesture(Canvas canvas, sim::Id block, int handle);
  void move(const PointerEvent& event) override;
  void release(const PointerEvent&) override {}
  void cancel() override;
  void paint(QPainter& painter, double pixel) override;

 private:
  void keepPortsOnGrid(QRectF& rect, bool top, bool left) const;

  Canvas m_canvas;
  sim::Id m_block;
  int m_handle, m_gesture;
  QRectF m_rect;
  SmartGuides m_guides;
};

}  // namespace fluxion
