#include "editor/canvas/sheet_item.h"

#include <QPainter>
#include <QStyleOptionGraphicsItem>
#include <algorithm>
#include <cmath>

#include "editor/canvas/block_item.h"
#include "editor/canvas/diagram_scene.h"
#include "editor/canvas/line_item.h"
#include "editor/canvas/pixel_batch.h"

namespace fluxion {

static constexpr double picturesBelow = 0.6, spotsBelow = 0.2, textFrom = 0.35;

SheetItem::SheetItem(DiagramScene& scene) : m_scene(scene) {
  setFlag(ItemUsesExtendedStyleOption);
  setAcceptedMouseButtons(Qt::NoButton);
  setZValue(1);
}

ElementShelf::ElementShelf() {
  setFlag(ItemHasNoContents);
  setOpacity(0);
  setZValue(1);
}

// All that a diagram may fill, so that nothing need be told when it grows.
QRectF SheetItem::boundingRect() const { return {-1e6, -1e6, 2e6, 2e6}; }

void SheetItem::paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) {
  const QTransform& t = painter->worldTransform();
  const bool upright = t.type() <= QTransform::TxScale && t.m11() == t.m22() && t.m11() > 0;
  if (upright && t.m11() < picturesBelow && !m_scene.isOnPaper())
    paintPlain(*painter, option->exposedRect, widget ? widget->devicePixelRatioF() : 1);
  else
    paintItems(*painter, *option);
}

void SheetItem::paintItems(QPainter& painter, const QStyleOptionGraphicsItem& option) {
  for (LineItem* item : m_scene.level().linesNear(option.exposedRect))
    if (item->isVisible()) item->paint(&painter, &option, nullptr);
  for (BlockItem* item : m_scene.level().blocksNear(option.exposedRect))
    if (item->isVisible()) item->paint(&painter, &option, nullptr);
}

// A block a few pixels large: icon and text would be dust.
static void addSpot(PixelBatch& borders, PixelBatch& fills, const PixelGrid& grid, const BlockItem& item) {
  const QRectF& r = item.geometry().rect;
  const QRect spot(grid.pixel(r.topLeft()), grid.pixel(r.bottomRight()));
  const BlockItem::Spot colors = item.spot();
  // As faint as a border of its width would be.
  borders.add(spot, mixed(colors.fill, colors.border, 0.6));
  if (const QRect inner = spot.adjusted(1, 1, -1, -1); inner.isValid()) fills.add(inner, colors.fill);
}

void SheetItem::paintPlain(QPainter& painter, const QRectF& seen, double ratio) {
  const QTransform scene = painter.worldTransform();
  const PixelGrid grid = PixelGrid::of(scene, ratio);
  const double scale = scene.m11();
  const std::vector<LineItem*> lines = m_scene.level().linesNear(seen);
  const std::vector<BlockItem*> blocks = m_scene.level().blocksNear(seen);
  painter.save();
  painter.setWorldTransform(QTransform::fromScale(1 / ratio, 1 / ratio));
  painter.setRenderHint(QPainter::Antialiasing, false);
  PixelBatch halos, hairs, borders, fills;
  for (const LineItem* item : lines)
    if (item->isVisible()) item->addTo(halos, hairs, grid, scale);
  halos.paint(painter);
  hairs.paint(painter);
  if (scale < spotsBelow) {
    for (const BlockItem* item : blocks) addSpot(borders, fills, grid, *item);
    borders.paint(painter);
    fills.paint(painter);
    painter.restore();
    return;
  }
  m_sprites.setScale(grid.scale);
  const QPoint offset(m_sprites.offset(), m_sprites.offset());
  for (BlockItem* item : blocks)
    if (item->isVisible())
      painter.drawPixmap(grid.pixel(item->geometry().rect.topLeft()) - offset, m_sprites.of(*item));
  painter.restore();
  if (scale <= textFrom) return;
  painter.save();
  for (const LineItem* item : lines) item->paintLabel(painter);
  for (const BlockItem* item : blocks) item->paintName(painter);
  painter.restore();
}

}  // namespace fluxion
