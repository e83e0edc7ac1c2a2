#pragma once
// What is marked on the level of a scene: blocks with errors, the net that is pointed at or selected, the
// path of a signal, partners of the selected block, a block that glows.
#include <QObject>
#include <set>
#include <vector>

#include "sim_core/diagram/trace.h"

namespace fluxion {

class BlockItem;
class DiagramScene;

class SceneMarks : public QObject {
  Q_OBJECT
 public:
  // A part of the scene.
  explicit SceneMarks(DiagramScene& scene);

  void setErrors(const std::vector<sim::Id>& blocks);
  // The net that is pointed at; no_id: none.
  void setHoveredLine(sim::Id line);
  // The path of a signal stays highlighted, on every level, until it is cleared. What is inside a subsystem
  // highlights the subsystem.
  void setTraced(sim::Trace trace);
  const sim::Trace& traced() const { return m_traced; }
  // Blocks that belong to the selected one.
  void setPartners(std::set<sim::Id> blocks);
  void glow(sim::Id block);

  // The document is another one.
  void forget();
  // The level has been left: all of its items are gone.
  void leaveLevel();
  // The level has all of its items.
  void enterLevel() { updateHighlights(); }
  void markNew(BlockItem& item) const;
  void forgetLine(sim::Id line) { m_highlightedLines.erase(line); }

 private:
  void updateNets();
  void updateHighlights();

  DiagramScene& m_scene;
  std::set<sim::Id> m_errors, m_partners;
  sim::Trace m_traced;
  sim::Id m_hoveredLine = sim::no_id;
  std::set<sim::Id> m_highlightedLines;
  bool m_netsAsked = false;
};

}  // namespace fluxion
