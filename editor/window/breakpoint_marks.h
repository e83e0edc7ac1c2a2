#pragma once
// Dots on the diagram where a breakpoint waits: on the lines of its signal, near where they begin, and at the
// corner of its block. Filled while it is enabled; ringed where the run has just paused.
#include <QPointer>
#include <set>
#include <vector>

#include "editor/overlays/marks_item.h"
#include "editor/simulation/breakpoints.h"

namespace fluxion {

class DiagramScene;

class BreakpointMarks : public QObject {
  Q_OBJECT
 public:
  BreakpointMarks(DiagramScene& scene, Breakpoints& breakpoints, QObject* parent = nullptr);

  // Where the run has paused; none: it goes on.
  void setMet(const std::vector<int>& breakpoints);

  struct Mark {
    QPointF at;
    bool enabled = true, met = false;
  };
  // On the level that is shown.
  std::vector<Mark> marks() const;

 private:
  void renew();
  void paint(QPainter& painter, const Theme& theme) const;

  DiagramScene& m_scene;
  Breakpoints& m_breakpoints;
  std::set<int> m_met;
  QPointer<MarksItem> m_item;
};

}  // namespace fluxion
