#pragma once
// Cards that say what the pointer rests on: a block with its type, what it does and the parameters that are
// not as they were; a port or a line with its dimensions, type, unit and last value; a badge with what was
// found.
#include <QObject>
#include <QPoint>

#include "editor/canvas/diagram_scene.h"

namespace fluxion {

class DiagramView;
class FactDisplay;
class FindingBadges;

class HoverCards : public QObject {
  Q_OBJECT
 public:
  HoverCards(DiagramScene& scene, DiagramView& view, FactDisplay& facts, FindingBadges& badges,
             QObject* parent = nullptr);

  // As rich text; empty: there is nothing.
  QString cardAt(QPointF at) const;
  QString blockCard(sim::Id block) const;
  QString portCard(const PortHit& port) const;
  QString lineCard(sim::Id line) const;

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  QString signalRows(const std::optional<sim::PortRef>& output,
                     const std::optional<sim::PortRef>& input) const;
  void show(QPoint viewPosition, QPoint globalPosition);
  void refresh();

  DiagramScene& m_scene;
  DiagramView& m_view;
  FactDisplay& m_facts;
  FindingBadges& m_badges;
  QPoint m_viewPosition, m_globalPosition;
};

}  // namespace fluxion
