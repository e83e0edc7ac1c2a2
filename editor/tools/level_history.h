#pragma once
// Which levels of a diagram were shown one after the other, and how each of them was left: going back to one
// shows it at the same place and zoom.
#include <QPointF>
#include <functional>
#include <map>
#include <vector>

#include "editor/tools/gesture.h"

namespace fluxion {

class LevelHistory {
 public:
  // `leaving` is called before a level is left.
  LevelHistory(const Canvas& canvas, std::function<void()> leaving)
      : m_canvas(canvas), m_leaving(std::move(leaving)) {}

  void go(sim::Id level);
  // To the level around this one.
  void goUp();
  void goBack();
  void goForward();
  bool hasBack() const { return !m_back.empty(); }
  bool hasForward() const { return !m_forward.empty(); }
  // The diagram is another one.
  void clear();

 private:
  struct Look {
    QPointF center;
    double zoom;
  };
  void show(sim::Id level);
  void step(std::vector<sim::Id>& from, std::vector<sim::Id>& to);

  Canvas m_canvas;
  std::function<void()> m_leaving;
  std::vector<sim::Id> m_back, m_forward;
  std::map<sim::Id, Look> m_looks;
};

}  // namespace fluxion
