#include "editor/overlays/display_overlay.h"

#include <QPainter>
#include <QStyleOptionGraphicsItem>

#include "editor/canvas/block_item.h"
#include "editor/canvas/canvas_text.h"
#include "editor/canvas/diagram_scene.h"
#include "editor/canvas/icon_painter.h"
#include "editor/document/diagram_document.h"
#include "editor/overlays/indicator_face.h"
#include "sim_core/diagram/well_known_types.h"

namespace fluxion {

static constexpr double textPixels = 13, rowHeight = 17, readableFrom = 0.35;

DisplayOverlay::DisplayOverlay(DiagramScene& scene) : m_diagram(scene) {
  setZValue(5);
  setFlag(ItemUsesExtendedStyleOption);
  setAcceptedMouseButtons(Qt::NoButton);
  scene.addItem(this);
}

void DisplayOverlay::setValues(std::shared_ptr<const DisplayValues> values) {
  m_values = std::move(values);
  update();
}

// All that a diagram may fill, so that nothing need be told when it grows.
QRectF DisplayOverlay::boundingRect() const { return {-1e6, -1e6, 2e6, 2e6}; }

void DisplayOverlay::paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget*) {
  if (option->levelOfDetailFromTransform(painter->worldTransform()) < readableFrom) return;
  const Theme& theme = m_diagram.theme();
  for (const BlockItem* item : m_diagram.level().blocksNear(option->exposedRect)) {
    if (sim::indicator_kind(item->block().type)) {
      DiagramDocument& document = m_diagram.document();
      const IndicatorFace face(sim::read_indicator(document.diagram(), document.library(), item->id()),
                               item->geometry().rect, theme);
      painter->fillRect(item->geometry().rect.adjusted(2, 2, -2, -2),
                        blockColors(item->block(), item->blockType(), theme).fill);
      face.paint(*painter, m_values ? m_values->number(item->id()) : std::nullopt,
                 item->block().commented == sim::CommentedOut::No);
      continue;
    }
    if (!isDisplay(item->block())) continue;
    const QRectF room = item->geometry().rect.adjusted(5, 2, -5, -2);
    const int rows = std::max(1, static_cast<int>(room.height() / rowHeight));
    QStringList lines;
    if (m_values)
      lines = m_values->lines(item->id(), sim::well_known::text_of(item->block(), "Format", "short"), rows);
    if (lines.isEmpty()) continue;  // its icon stays
    painter->fillRect(room, blockColors(item->block(), item->blockType(), theme).fill);
    painter->setPen(item->block().commented == sim::CommentedOut::No ? theme.blockText : theme.commented);
    const double each = room.height() / static_cast<double>(lines.size());
    for (int k = 0; k < lines.size(); ++k)
      paintFitted(*painter, QRectF(room.left(), room.top() + k * each, room.width(), each), lines[k],
                  textPixels);
  }
}

}  // namespace fluxion
