#pragma once
// Draws the goals of the model's optimization into the scopes of a window: where a goal forbids a signal to
// be, its plot is shaded. The lines of these areas can be dragged, which changes the goals, in one undo step.
#include <QObject>
#include <QPointF>
#include <QPointer>
#include <QTimer>
#include <optional>
#include <vector>

#include "sim_core/optimization/goal_areas.h"
#include "sim_core/optimization/goal_drag.h"
#include "sim_core/optimization/optimization.h"

namespace fluxion {

class DiagramDocument;
class ScopeDocks;
class ScopePanel;

class GoalOverlay : public QObject {
  Q_OBJECT
 public:
  // Both must outlive it.
  GoalOverlay(DiagramDocument& document, ScopeDocks& scopes, QObject* parent = nullptr);

  void update();
  // How many areas are drawn.
  int areaCount() const { return static_cast<int>(m_drawn.size()); }

 protected:
  // Of the widgets that get the mouse of the plots.
  bool eventFilter(QObject* widget, QEvent* event) override;

 private:
  struct Drawn {
    QPointer<ScopePanel> panel;
    int overlay, curve;
    std::size_t goal, area;
  };
  void draw(ScopePanel& panel, std::size_t goal);
  static int addArea(ScopePanel& panel, int curve, const sim::ForbiddenArea& area);
  // The line of an area that is at a place of a plot, of which the mouse takes hold.
  struct Hold {
    std::size_t drawn = 0;  // into m_drawn
    sim::GoalGrip grip;
    QPointF at;                          // of the canvas
    bool across = false, along = false;  // of an edge: it moves in value, or in time
  };
  std::optional<Hold> holdAt(QObject* widget, const QPointF& position) const;
  sim::GoalPoint coordinates(const Drawn& drawn, QPointF place) const;
  void drag(const QPointF& to);
  void release();

  DiagramDocument& m_document;
  ScopeDocks& m_scopes;
  QTimer m_soon;
  std::vector<Drawn> m_drawn;
  sim::OptimizationProblem m_problem;  // as drawn
  std::optional<Hold> m_hold;          // while something is dragged
  std::optional<sim::Goal> m_moved;    // what its goal has become
};

}  // namespace fluxion
