#pragma once
// Draws over one level what its Display blocks and indicators show.
#include <QGraphicsObject>
#include <memory>

#include "editor/overlays/display_values.h"

namespace fluxion {

class DiagramScene;

class DisplayOverlay : public QGraphicsObject {
  Q_OBJECT
 public:
  explicit DisplayOverlay(DiagramScene& scene);

  // Of the last run; null: there was none.
  void setValues(std::shared_ptr<const DisplayValues> values);

  QRectF boundingRect() const override;
  void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

 private:
  DiagramScene& m_diagram;
  std::shared_ptr<const DisplayValues> m_values;
};

}  // namespace fluxion
