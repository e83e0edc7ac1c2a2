#pragma once
// Small marks over everything on the canvas, painted in one go by who knows them: badges of logged signals,
// dots of breakpoints. They take no clicks, and are not on paper.
#include <QGraphicsObject>
#include <functional>

namespace fluxion {

class DiagramScene;
struct Theme;

class MarksItem : public QGraphicsObject {
 public:
  using Paint = std::function<void(QPainter& painter, const Theme& theme)>;

  // The scene owns it, and deletes it when it shows another level.
  MarksItem(DiagramScene& scene, Paint paint);

  QRectF boundingRect() const override { return {-1e6, -1e6, 2e6, 2e6}; }
  void paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*) override;

 private:
  DiagramScene& m_scene;
  Paint m_paint;
};

}  // namespace fluxion
