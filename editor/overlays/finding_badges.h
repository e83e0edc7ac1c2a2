#pragma once
// Marks the blocks that something was found about: a red or amber badge that says what, and what to do, where
// the pointer rests on it, and leads to the list when it is clicked. What is inside a subsystem marks it too.
#include <QGraphicsObject>
#include <QObject>
#include <QPointer>
#include <map>

#include "sim_core/base/diagnostic.h"
#include "sim_core/diagram/diagram.h"

namespace fluxion {

class DiagramScene;
class DiagramView;

class FindingBadges : public QObject {
  Q_OBJECT
 public:
  FindingBadges(DiagramScene& scene, DiagramView& view, QObject* parent = nullptr);

  void setFindings(const sim::Diagnostics& findings);
  // The block whose badge is there; no_id: none.
  sim::Id badgeAt(QPointF at) const;
  // As rich text: each finding with its remedy; empty: none.
  QString text(sim::Id block) const;
  QPointF place(sim::Id block) const;

 signals:
  // `finding`: the first of this block, as an index into what was set.
  void clicked(int finding);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  class Item;
  struct Marked {
    sim::Severity worst = sim::Severity::Note;
    std::vector<int> findings;
  };
  void renew();

  DiagramScene& m_scene;
  DiagramView& m_view;
  sim::Diagnostics m_findings;
  std::map<sim::Id, Marked> m_marked;  // on the level that is shown
  QPointer<QGraphicsObject> m_item;
  bool m_pressed = false;
};

}  // namespace fluxion
