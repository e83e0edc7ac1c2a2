#pragma once
// Blocks that follow the pointer on the grid, or to where one of their wires becomes straight; one undo step.
// With Ctrl, copies of them; with Shift, they leave their lines, which are joined behind them. Over the
// diagram of another window, copies go there and the blocks stay where they were.
#include <QLineF>
#include <optional>
#include <set>

#include "editor/tools/gesture.h"
#include "editor/tools/smart_guides.h"

namespace fluxion {

class MoveGesture : public Gesture {
 public:
  enum class Kind { Move, Copy, TakeOut };
  // `grabbed` is the block under the pointer; it decides where the grid is.
  MoveGesture(Canvas canvas, std::set<sim::Id> ids, sim::Id grabbed, QPointF from, Kind kind);
  void move(const PointerEvent& event) override;
  void release(const PointerEvent&) override;
  void cancel() override;
  void paint(QPainter& painter, double pixel) override;

 private:
  void makeCopies();
  bool dropElsewhere(const PointerEvent& event);
  // How much more to move so that a wire to a block that stays is straight.
  QPointF straightening(QPointF by);

  Canvas m_canvas;
  std::set<sim::Id> m_ids;
  sim::Id m_grabbed;
  QPointF m_from, m_start, m_moved;
  bool m_copy;
  int m_gesture;
  std::vector<sim::Id> m_selectionBefore;
  std::optional<QLineF> m_guide;
  SmartGuides m_guides;
};

}  // namespace fluxion
