#pragma once
// The keys that go through a diagram: Tab and Shift+Tab in the order of reading; Ctrl with Right and Left
// along the signals, from a block to its line and on to the next block; Ctrl with Up and Down to the line
// beside, or the nearest block above or below. Ctrl+Shift and arrows resize the selected block.
#include <QElapsedTimer>
#include <memory>
#include <vector>

#include "editor/tools/gesture.h"

class QKeyEvent;

namespace fluxion {

class ResizeGesture;

class KeyboardNavigation {
 public:
  explicit KeyboardNavigation(Canvas canvas);
  ~KeyboardNavigation();

  // False: not a key of these.
  bool key(const QKeyEvent& event);

 private:
  void read(bool backwards);
  void walk(bool forward);
  void aside(bool down);
  void resize(QPointF by);
  void select(sim::Id element);
  std::vector<sim::Id> linesBeside(sim::Id line) const;

  Canvas m_canvas;
  bool m_forward = true;  // how the selected line was reached
  std::unique_ptr<ResizeGesture> m_resize;
  sim::Id m_resized = sim::no_id;
  QPointF m_corner;
  QElapsedTimer m_lastResize;
};

// The blocks and annotations of the level, row by row, each row from left to right.
std::vector<sim::Id> inReadingOrder(const DiagramScene& scene);

// In the scene: where a menu for the selected element opens; the middle of the view where there is none.
QPointF menuPlace(const Canvas& canvas);

}  // namespace fluxion
