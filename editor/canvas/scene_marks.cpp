// What is marked on a level: selected, pointed at, traced, at fault.
#include <QSignalBlocker>
#include <QVariantAnimation>
#include <algorithm>
#include <unordered_set>

#include "editor/canvas/block_item.h"
#include "editor/canvas/diagram_scene.h"
#include "editor/canvas/line_item.h"
#include "editor/canvas/note_item.h"
#include "editor/document/diagram_document.h"

namespace fluxion {

// Of the selected items of a kind, ascending.
template <class Item>
static std::vector<sim::Id> selectedOf(const QGraphicsScene& scene) {
  std::vector<sim::Id> out;
  for (const QGraphicsItem* item : scene.selectedItems())
    if (item->type() == Item::Type) out.push_back(static_cast<const Item*>(item)->id());
  std::sort(out.begin(), out.end());
  return out;
}

std::vector<sim::Id> DiagramScene::selectedBlocks() const { return selectedOf<BlockItem>(*this); }
std::vector<sim::Id> DiagramScene::selectedLines() const { return selectedOf<LineItem>(*this); }
std::vector<sim::Id> DiagramScene::selectedNotes() const { return selectedOf<NoteItem>(*this); }

void DiagramScene::select(const std::vector<sim::Id>& elements) {
  const std::unordered_set<sim::Id> wanted(elements.begin(), elements.end());
  bool changed = false;
  const auto choose = [&](QGraphicsItem* item, bool on) {
    if (!item || item->isSelected() == on) return;
    item->setSelected(on);
    changed = true;
  };
  {
    // Told once, not once for each.
    const QSignalBlocker quiet(this);
    for (const auto& before : {selectedBlocks(), selectedLines(), selectedNotes()})
      for (sim::Id id : before)
        if (!wanted.contains(id)) choose(itemOf(id), false);
    for (sim::Id id : wanted) choose(itemOf(id), true);
  }
  if (changed) emit selectionChanged();
}

QGraphicsItem* DiagramScene::itemOf(sim::Id id) const {
  if (BlockItem* block = blockItem(id)) return block;
  if (LineItem* line = lineItem(id)) return line;
  return noteItem(id);
}

void DiagramScene::setHoveredLine(sim::Id line) {
  if (line == m_hoveredLine) return;
  m_hoveredLine = line;
  updateNets();
}

void DiagramScene::updateNets() {
  m_netsAsked = false;
  std::set<sim::Id> lines;
  if (m_hoveredLine != sim::no_id) lines = m_wiring.net(m_hoveredLine);
  for (sim::Id id : selectedLines())
    if (!lines.contains(id)) lines.merge(m_wiring.net(id));
  for (sim::Id id : m_highlightedLines)
    if (LineItem* item = lineItem(id); item && !lines.contains(id)) item->setHighlighted(false);
  for (sim::Id id : lines)
    if (LineItem* item = lineItem(id)) item->setHighlighted(true);
  m_highlightedLines = std::move(lines);
}

void DiagramScene::setErrors(const std::vector<sim::Id>& blocks) {
  m_errors = {blocks.begin(), blocks.end()};
  for (const auto& [id, item] : m_blocks) item->setError(m_errors.contains(id));
}

void DiagramScene::setTraced(sim::Trace trace) {
  m_traced = std::move(trace);
  updateHighlights();
}

void DiagramScene::setPartners(std::set<sim::Id> blocks) {
  if (blocks == m_partners) return;
  m_partners = std::move(blocks);
  updateHighlights();
}

void DiagramScene::updateHighlights() {
  std::set<sim::Id> blocks;
  for (const auto* some : {&m_traced.blocks, &m_partners})
    for (sim::Id id : *some)
      for (const sim::Block* b = m_document.block(id); b; id = b->parent, b = m_document.block(id))
        if (b->parent == m_subsystem) blocks.insert(id);
  for (const auto& [id, item] : m_blocks) item->setTraced(blocks.contains(id));
  for (const auto& [id, item] : m_lines) item->setTraced(m_traced.lines.contains(id));
}

void DiagramScene::glow(sim::Id block) {
  auto* animation = new QVariantAnimation(this);
  animation->setStartValue(1.0);
  animation->setEndValue(0.0);
  animation->setDuration(1600);
  connect(animation, &QVariantAnimation::valueChanged, this, [this, block](const QVariant& value) {
    if (BlockItem* item = blockItem(block)) item->setGlow(value.toDouble());
  });
  animation->start(QAbstractAnimation::DeleteWhenStopped);
}

}  // namespace fluxion
