#pragma once
// A segment of a line that follows the pointer across; its corners become fixed by hand. What a branch shares
// with another line of its net is that line's: the branch keeps to it.
#include "editor/canvas/routing.h"
#include "editor/tools/gesture.h"
#include "sim_core/diagram/line_shape.h"

namespace fluxion {

class SegmentGesture : public Gesture {
 public:
  // The segment that is nearest to `pressed`.
  SegmentGesture(Canvas canvas, sim::Id line, QPointF pressed);
  void move(const PointerEvent& event) override;
  void release(const PointerEvent&) override {}
  void cancel() override;

 private:
  void takeOwnPart();

  Canvas m_canvas;
  sim::Id m_line;
  int m_gesture;
  sim::LineShape m_shape;
  routing::Polyline m_route;  // of the line's own part, with room for the segment to leave its neighbors
  std::size_t m_segment = 0;
};

}  // namespace fluxion
