#include "editor/tools/rubber_band_gesture.h"

#include "editor/canvas/block_item.h"
#include "editor/canvas/diagram_scene.h"
#include "editor/canvas/diagram_view.h"
#include "editor/canvas/line_item.h"
#include "editor/canvas/note_item.h"
#include "editor/document/diagram_document.h"

namespace fluxion {

RubberBandGesture::RubberBandGesture(Canvas canvas, QPointF from, std::vector<sim::Id> before, bool keep)
    : m_canvas(canvas), m_from(from), m_to(from), m_before(std::move(before)), m_keep(keep) {}

static bool selects(const QRectF& band, const QRectF& what, bool touch) {
  return touch ? band.intersects(what) : band.contains(what);
}

void RubberBandGesture::move(const PointerEvent& event) {
  m_to = event.at;
  const bool touch = m_to.x() < m_from.x();
  const QRectF band = QRectF(m_from, m_to).normalized();
  std::vector<sim::Id> inside = m_keep ? m_before : std::vector<sim::Id>();
  for (const BlockItem* item : m_canvas.scene.level().blocks())
    if (selects(band, item->geometry().rect, touch)) inside.push_back(item->id());
  for (const NoteItem* item : m_canvas.scene.level().notes())
    if (selects(band, item->rect(), touch)) inside.push_back(item->id());
  for (const auto& [id, line] : m_canvas.document.diagram().lines) {
    const LineItem* item = m_canvas.scene.level().line(id);
    if (!item || item->route().empty()) continue;
    const bool hit = touch ? routing::crosses(item->route(), band)
                           : std::all_of(item->route().begin(), item->route().end(),
                                         [&](QPointF p) { return band.contains(p); });
    if (hit) inside.push_back(id);
  }
  m_canvas.scene.select(inside);
  m_canvas.view.viewport()->update();
}

void RubberBandGesture::release(const PointerEvent&) {}

void RubberBandGesture::cancel() { m_canvas.scene.select(m_before); }

void RubberBandGesture::paint(QPainter& painter, double pixel) {
  const Theme& theme = m_canvas.scene.theme();
  painter.setPen(QPen(theme.selection, pixel, m_to.x() < m_from.x() ? Qt::DashLine : Qt::SolidLine));
  painter.setBrush(theme.selectionFill);
  painter.drawRect(QRectF(m_from, m_to).normalized());
}

}  // namespace fluxion
