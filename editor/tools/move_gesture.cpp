#include "editor/tools/move_gesture.h"

#include <QApplication>

#include "editor/canvas/block_item.h"
#include "editor/canvas/diagram_scene.h"
#include "editor/canvas/diagram_view.h"
#include "editor/document/diagram_document.h"
#include "editor/tools/splice.h"
#include "sim_core/diagram/edits.h"

namespace fluxion {

MoveGesture::MoveGesture(Canvas canvas, std::set<sim::Id> ids, sim::Id grabbed, QPointF from, Kind kind)
    : m_canvas(canvas),
      m_ids(std::move(ids)),
      m_grabbed(grabbed),
      m_from(from),
      m_copy(kind == Kind::Copy),
      m_gesture(canvas.document.beginGesture()),
      m_selectionBefore(canvas.scene.selectedBlocks()) {
  const auto& notes = canvas.document.diagram().annotations;
  const sim::Block* block = canvas.document.block(grabbed);
  m_start = toQt(block ? block->position : notes.at(grabbed).position);
  if (m_copy) makeCopies();
  if (kind == Kind::TakeOut) takeOutOfLines(canvas, m_ids, m_gesture);
  m_guides = SmartGuides(canvas.scene, m_ids);
}

void MoveGesture::makeCopies() {
  const std::string text = sim::copy_fragment(m_canvas.document.diagram(), m_ids);
  auto edit = m_canvas.document.plan([&](sim::Diagram& d) {
    return sim::paste_fragment(d, text, m_canvas.scene.subsystem(), {0, 0});
  });
  if (!edit) return;
  std::set<sim::Id> copies;
  for (const sim::Change& change : edit->changes)
    if (const auto* block = std::get_if<sim::Set<sim::Block>>(&change))
      if (block->value && block->value->parent == m_canvas.scene.subsystem()) {
        copies.insert(block->id);
        if (toQt(block->value->position) == m_start) m_grabbed = block->id;
      }
  for (const sim::Change& change : edit->changes)
    if (const auto* note = std::get_if<sim::Set<sim::Annotation>>(&change))
      if (note->value && note->value->parent == m_canvas.scene.subsystem()) copies.insert(note->id);
  m_canvas.document.apply(std::move(*edit), m_gesture);
  m_ids = copies;
  m_canvas.scene.select({copies.begin(), copies.end()});
}

QPointF MoveGesture::straightening(QPointF by) {
  m_guide.reset();
  constexpr double reach = 5;
  const Wiring& wiring = m_canvas.scene.wiring();
  for (const auto& [id, line] : m_canvas.document.diagram().lines) {
    if (!line.source || !line.target || !line.waypoints.empty()) continue;
    const bool fromHere = m_ids.contains(line.source->block), toHere = m_ids.contains(line.target->block);
    if (fromHere == toHere) continue;
    const routing::End source = wiring.sourceEnd(line), target = wiring.targetEnd(line);
    if (source.direction != -target.direction || source.direction.isNull()) continue;
    const QPointF moving = (fromHere ? source.point : target.point) - m_moved + by;
    const QPointF fixed = fromHere ? target.point : source.point;
    const bool level = source.direction.x() != 0;
    const double off = level ? fixed.y() - moving.y() : fixed.x() - moving.x();
    if (std::abs(off) > reach) continue;
    const QPointF shift = level ? QPointF(0, off) : QPointF(off, 0);
    m_guide = QLineF(moving + shift, fixed);
    return shift;
  }
  return {};
}

void MoveGesture::move(const PointerEvent& event) {
  QPointF by = snapped(m_start + event.at - m_from) - m_start;
  if (event.modifiers & Qt::AltModifier) {
    by = event.at - m_from;
    m_guide.reset();
    m_guides.clear();
  } else {
    const QPointF straight = m_copy ? QPointF() : straightening(by);
    by += straight + m_guides.snap(by + straight, straight.x() == 0, straight.y() == 0);
  }
  if (by == m_moved) return;
  sim::Edit edit = sim::move_blocks(m_canvas.document.diagram(), m_ids, toPoint(by - m_moved));
  m_moved = by;
  m_canvas.document.apply(std::move(edit), m_gesture);
}

// The mouse is this view's as long as its button is held.
bool MoveGesture::dropElsewhere(const PointerEvent& event) {
  const QWidget& here = *m_canvas.view.viewport();
  if (here.rect().contains(event.viewPosition)) return false;
  const QPoint screen = here.mapToGlobal(event.viewPosition);
  QWidget* under = QApplication::widgetAt(screen);
  while (under && !qobject_cast<DiagramView*>(under)) under = under->parentWidget();
  auto* view = qobject_cast<DiagramView*>(under);
  if (!view || view == &m_canvas.view) return false;
  const std::string text = sim::copy_fragment(m_canvas.document.diagram(), m_ids);
  cancel();
  emit view->fragmentDropped(QByteArray::fromStdString(text),
                             view->mapToScene(view->viewport()->mapFromGlobal(screen)));
  return true;
}

void MoveGesture::release(const PointerEvent& event) {
  if (dropElsewhere(event)) return;
  if (m_canvas.document.block(m_grabbed)) settleBlocks(m_canvas, m_ids, m_gesture);
}

void MoveGesture::cancel() {
  m_canvas.document.cancelGesture(m_gesture);
  m_canvas.scene.select(m_selectionBefore);
}

void MoveGesture::paint(QPainter& painter, double pixel) {
  m_guides.paint(painter, pixel, m_canvas.scene.theme());
  if (!m_guide) return;
  painter.setPen(QPen(m_canvas.scene.theme().guide, pixel, Qt::DashLine));
  painter.drawLine(*m_guide);
}

}  // namespace fluxion
