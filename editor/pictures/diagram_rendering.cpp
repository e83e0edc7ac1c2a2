#include "editor/pictures/diagram_rendering.h"

#include <QGraphicsItem>
#include <QSignalBlocker>
#include <QStyleOptionGraphicsItem>
#include <algorithm>

#include "editor/canvas/block_item.h"
#include "editor/canvas/diagram_scene.h"
#include "editor/canvas/line_item.h"
#include "editor/canvas/sheet_item.h"
#include "editor/document/diagram_document.h"
#include "editor/paper.h"

namespace fluxion {

static constexpr double margin = 12;

static Theme paperTheme() {
  Theme theme = Theme::current(paperPalette());
  theme.canvas = Qt::white;
  return theme;
}

static bool runsInSelection(DiagramScene& scene, const LineItem& item) {
  const sim::Line* line = scene.document().line(item.id());
  const auto chosen = [&](const std::optional<sim::PortRef>& end) {
    const BlockItem* block = end ? scene.level().block(end->block) : nullptr;
    return block && block->isSelected();
  };
  return line && chosen(line->source) && chosen(line->target);
}

// From the bottom to the top; blocks and lines by themselves, not by the sheet that paints them on screen.
static QList<QGraphicsItem*> chosenItems(DiagramScene& scene, PicturePart part) {
  QList<QGraphicsItem*> items = scene.items(Qt::AscendingOrder);
  items.removeIf([&](const QGraphicsItem* item) {
    const bool element = item->type() == LineItem::Type || item->type() == BlockItem::Type;
    if (item->type() == SheetItem::Type || item->type() == ElementShelf::Type) return true;
    if ((item->parentItem() && !element) || !item->isVisible()) return true;
    if (part == PicturePart::Level || item->isSelected()) return false;
    const bool line = item->type() == LineItem::Type;
    return !line || !runsInSelection(scene, static_cast<const LineItem&>(*item));
  });
  return items;
}

QRectF pictureRect(DiagramScene& scene, PicturePart part) {
  QRectF box;
  for (const QGraphicsItem* item : chosenItems(scene, part))
    if (item->flags() & QGraphicsItem::ItemIsSelectable) box = box.united(item->sceneBoundingRect());
  return box.isNull() ? box : box.adjusted(-margin, -margin, margin, margin).toAlignedRect();
}

static void paintItem(QGraphicsItem& item, QPainter& painter, const QRectF& exposed) {
  QStyleOptionGraphicsItem option;
  option.exposedRect = item.mapRectFromScene(exposed);
  option.palette = QPalette(Qt::white);
  painter.save();
  painter.setTransform(item.sceneTransform(), true);
  item.paint(&painter, &option, nullptr);
  painter.restore();
  for (QGraphicsItem* child : item.childItems())
    if (child->isVisible()) paintItem(*child, painter, exposed);
}

void paintDiagram(DiagramScene& scene, PicturePart part, QPainter& painter, const QRectF& target) {
  const QRectF rect = pictureRect(scene, part);
  if (rect.isEmpty()) return;
  const QList<QGraphicsItem*> items = chosenItems(scene, part), selected = scene.selectedItems();
  // The selection is not in the picture, and nobody is to hear that it is gone for a moment.
  const QSignalBlocker quiet(scene);
  scene.clearSelection();
  scene.setPaperTheme(paperTheme());
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  const double scale = std::min(target.width() / rect.width(), target.height() / rect.height());
  painter.translate(target.center());
  painter.scale(scale, scale);
  painter.translate(-rect.center());
  painter.setClipRect(rect, painter.hasClipping() ? Qt::IntersectClip : Qt::ReplaceClip);
  for (QGraphicsItem* item : items) paintItem(*item, painter, rect);
  painter.restore();
  scene.setPaperTheme({});
  for (QGraphicsItem* item : selected) item->setSelected(true);
}

}  // namespace fluxion
