#pragma once
// A segment of a line that follows the pointer across; its corners become fixed by hand.
#include "editor/canvas/routing.h"
#include "editor/tools/gesture.h"

namespace fluxion {

class SegmentGesture : public Gesture {
 public:
  SegmentGesture(Canvas canvas, sim::Id line, int segment);
  void move(const PointerEvent& event) override;
  void release(const PointerEvent&) override {}
  void cancel() override;

 private:
  Canvas m_canvas;
  sim::Id m_line;
  int m_gesture;
  routing::Polyline m_route;  // with room for the segment to leave its neighbours
  std::size_t m_segment;
};

}  // namespace fluxion
