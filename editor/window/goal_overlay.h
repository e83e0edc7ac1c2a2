#pragma once
// Draws the goals of the model's optimization into the scopes of a window: where a goal forbids a signal to
// be, its plot is shaded.
#include <QObject>
#include <QPointer>
#include <QTimer>
#include <vector>

namespace sim {
struct Goal;
}

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

 private:
  struct Drawn {
    QPointer<ScopePanel> panel;
    int overlay;
  };
  void draw(ScopePanel& panel, const sim::Goal& goal);

  DiagramDocument& m_document;
  ScopeDocks& m_scopes;
  QTimer m_soon;
  std::vector<Drawn> m_drawn;
};

}  // namespace fluxion
