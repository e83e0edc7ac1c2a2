#include "editor/canvas/scene_marks.h"

#include <QVariantAnimation>
#include <utility>

#include "editor/canvas/block_item.h"
#include "editor/canvas/diagram_scene.h"
#include "editor/canvas/line_item.h"
#include "editor/document/diagram_document.h"

namespace fluxion {

SceneMarks::SceneMarks(DiagramScene& scene) : m_scene(scene) {
  // Selecting many items tells so for each; their nets are looked up once.
  connect(&scene, &QGraphicsScene::selectionChanged, this, [this] {
    if (std::exchange(m_netsAsked, true)) return;
    QMetaObject::invokeMethod(this, &SceneMarks::updateNets, Qt::QueuedConnection);
  });
}

void SceneMarks::forget() {
  m_errors.clear();
  m_traced = {};
  m_partners.clear();
}

void SceneMarks::leaveLevel() {
  m_highlightedLines.clear();
  m_hoveredLine = sim::no_id;
}

void SceneMarks::markNew(BlockItem& item) const { item.setError(m_errors.contains(item.id())); }

void SceneMarks::setHoveredLine(sim::Id line) {
  if (line == m_hoveredLine) return;
  m_hoveredLine = line;
  updateNets();
}

void SceneMarks::updateNets() {
  m_netsAsked = false;
  const Wiring& wiring = m_scene.wiring();
  std::set<sim::Id> lines;
  if (m_hoveredLine != sim::no_id) lines = wiring.net(m_hoveredLine);
  for (sim::Id id : m_scene.selectedLines())
    if (!lines.contains(id)) lines.merge(wiring.net(id));
  for (sim::Id id : m_highlightedLines)
    if (LineItem* item = m_scene.level().line(id); item && !lines.contains(id)) item->setHighlighted(false);
  for (sim::Id id : lines)
    if (LineItem* item = m_scene.level().line(id)) item->setHighlighted(true);
  m_highlightedLines = std::move(lines);
}

void SceneMarks::setErrors(const std::vector<sim::Id>& blocks) {
  m_errors = {blocks.begin(), blocks.end()};
  for (BlockItem* item : m_scene.level().blocks()) markNew(*item);
}

void SceneMarks::setTraced(sim::Trace trace) {
  m_traced = std::move(trace);
  updateHighlights();
}

void SceneMarks::setPartners(std::set<sim::Id> blocks) {
  if (blocks == m_partners) return;
  m_partners = std::move(blocks);
  updateHighlights();
}

void SceneMarks::updateHighlights() {
  const DiagramDocument& document = m_scene.document();
  std::set<sim::Id> blocks;
  for (const auto* some : {&m_traced.blocks, &m_partners})
    for (sim::Id id : *some)
      for (const sim::Block* b = document.block(id); b; id = b->parent, b = document.block(id))
        if (b->parent == m_scene.subsystem()) blocks.insert(id);
  for (BlockItem* item : m_scene.level().blocks()) item->setTraced(blocks.contains(item->id()));
  for (LineItem* item : m_scene.level().lines()) item->setTraced(m_traced.lines.contains(item->id()));
}

void SceneMarks::glow(sim::Id block) {
  auto* animation = new QVariantAnimation(this);
  animation->setStartValue(1.0);
  animation->setEndValue(0.0);
  animation->setDuration(1600);
  connect(animation, &QVariantAnimation::valueChanged, this, [this, block](const QVariant& value) {
    if (BlockItem* item = m_scene.level().block(block)) item->setGlow(value.toDouble());
  });
  animation->start(QAbstractAnimation::DeleteWhenStopped);
}

}  // namespace fluxion
