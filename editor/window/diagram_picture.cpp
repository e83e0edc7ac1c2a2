#include "editor/window/diagram_picture.h"

#include <QPainter>

#include "editor/canvas/diagram_scene.h"
#include "editor/document/diagram_document.h"

namespace fluxion {

QPixmap diagramPicture(const sim::BlockLibrary& library, const QString& path, QSize size) {
  DiagramDocument document(library);
  if (sim::has_errors(document.open(path))) return {};
  DiagramScene scene(document);
  const QRectF content = scene.level().contentRect();
  if (content.isEmpty()) return {};
  QPixmap picture(size);
  picture.fill(Qt::transparent);
  QPainter painter(&picture);
  painter.setRenderHint(QPainter::Antialiasing);
  // No larger than life, so that a small diagram does not look coarse beside a big one.
  const double scale = std::min(
      {size.width() / content.width(), size.height() / content.height(), 1.2 * size.width() / 480.0});
  const QSizeF drawn = content.size() * scale;
  const QRectF target({(size.width() - drawn.width()) / 2, (size.height() - drawn.height()) / 2}, drawn);
  scene.render(&painter, target, content);
  return picture;
}

}  // namespace fluxion
