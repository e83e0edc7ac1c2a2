#include "editor/tools/level_history.h"

#include <utility>

#include "editor/canvas/diagram_scene.h"
#include "editor/canvas/diagram_view.h"
#include "editor/document/diagram_document.h"

namespace fluxion {

void LevelHistory::clear() {
  m_back.clear();
  m_forward.clear();
  m_looks.clear();
}

void LevelHistory::go(sim::Id level) {
  const sim::Id here = m_canvas.scene.subsystem();
  if (level == here) return;
  m_back.push_back(here);
  m_forward.clear();
  show(level);
}

void LevelHistory::goUp() {
  if (const sim::Block* block = m_canvas.document.block(m_canvas.scene.subsystem())) go(block->parent);
}

void LevelHistory::goBack() { step(m_back, m_forward); }
void LevelHistory::goForward() { step(m_forward, m_back); }

void LevelHistory::step(std::vector<sim::Id>& from, std::vector<sim::Id>& to) {
  if (from.empty()) return;
  to.push_back(m_canvas.scene.subsystem());
  const sim::Id level = from.back();
  from.pop_back();
  show(level);
}

void LevelHistory::show(sim::Id level) {
  DiagramScene& scene = m_canvas.scene;
  DiagramView& view = m_canvas.view;
  const sim::Id left = scene.subsystem();
  if (level == left) return;
  m_leaving();
  m_looks[left] = {view.center(), view.zoom()};
  scene.setSubsystem(level);
  if (const auto look = m_looks.find(level); look != m_looks.end()) {
    view.setZoom(look->second.zoom, view.viewport()->rect().center());
    view.centerOn(look->second.center);
  }
  // Going up, one has the subsystem in hand that one comes from.
  if (const sim::Block* block = m_canvas.document.block(left); block && block->parent == level)
    scene.select({left});
}

}  // namespace fluxion
