#pragma once
// Paints all blocks and lines of a level in as much detail as the scale shows: each by itself from close by;
// from further away lines as hairs and blocks as kept pictures, put on whole pixels; from far away blocks as
// spots. So a picture takes about the same time at any scale, however many elements are in sight.
#include <QGraphicsItem>

#include "editor/canvas/block_sprites.h"

namespace fluxion {

class DiagramScene;

class SheetItem : public QGraphicsItem {
 public:
  enum { Type = UserType + 4 };
  explicit SheetItem(DiagramScene& scene);
  int type() const override { return Type; }

  // After the colors have changed.
  void forgetPictures() { m_sprites.clear(); }

  QRectF boundingRect() const override;
  QPainterPath shape() const override { return {}; }
  void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

 private:
  void paintItems(QPainter& painter, const QStyleOptionGraphicsItem& option);
  void paintPlain(QPainter& painter, const QRectF& seen, double ratio);

  DiagramScene& m_scene;
  BlockSprites m_sprites;
};

// The parent of blocks and lines, which the sheet paints. Transparent, so that the scene does not look at
// each.
class ElementShelf : public QGraphicsItem {
 public:
  enum { Type = UserType + 5 };
  ElementShelf();
  int type() const override { return Type; }
  QRectF boundingRect() const override { return {}; }
  void paint(QPainter*, const QStyleOptionGraphicsItem*, QWidget*) override {}
};

}  // namespace fluxion
