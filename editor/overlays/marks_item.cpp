#include "editor/overlays/marks_item.h"

#include <utility>

#include "editor/canvas/diagram_scene.h"

namespace fluxion {

MarksItem::MarksItem(DiagramScene& scene, Paint paint) : m_scene(scene), m_paint(std::move(paint)) {
  setZValue(5);
  setAcceptedMouseButtons(Qt::NoButton);
  scene.addItem(this);
}

void MarksItem::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*) {
  if (!m_scene.isOnPaper()) m_paint(*painter, m_scene.theme());
}

}  // namespace fluxion
