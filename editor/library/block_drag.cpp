#include "editor/library/block_drag.h"

#include <QDrag>
#include <QWidget>

#include "editor/canvas/diagram_view.h"
#include "editor/canvas/icon_painter.h"

namespace fluxion {

QMimeData* blockMimeData(const sim::BlockType& type) {
  auto* data = new QMimeData;
  data->setData(QLatin1String(blockMimeType), QByteArray::fromStdString(type.id));
  return data;
}

QMimeData* linkMimeData(const QString& file, const QString& path) {
  auto* data = new QMimeData;
  data->setData(QLatin1String(linkMimeType), (file + u'\n' + path).toUtf8());
  return data;
}

void dragBlock(QWidget* source, QMimeData* data, const sim::BlockType& type,
               const sim::BlockLibrary& library) {
  const QSize size(type.default_width + 4, type.default_height + 4);
  QDrag drag(source);
  drag.setMimeData(data);
  drag.setPixmap(
      blockPixmap(type, library, Theme::current(source->palette()), size, source->devicePixelRatioF()));
  drag.setHotSpot(QPoint(size.width() / 2, size.height() / 2));
  drag.exec(Qt::CopyAction);
}

}  // namespace fluxion
