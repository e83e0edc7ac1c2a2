#include "editor/canvas/block_sprites.h"

#include <QPainter>
#include <cmath>

#include "editor/canvas/block_item.h"

namespace fluxion {

void BlockSprites::setScale(double scale) {
  if (scale == m_scale) return;
  m_scale = scale;
  clear();
}

int BlockSprites::offset() const { return static_cast<int>(std::ceil(margin * m_scale)); }

const QPixmap& BlockSprites::of(BlockItem& item) {
  const QByteArray look = item.look();
  if (const auto known = m_pictures.constFind(look); known != m_pictures.cend()) return *known;
  if (m_pictures.size() >= most) m_pictures.clear();
  const QRectF& rect = item.geometry().rect;
  const auto side = [&](double length) {
    return static_cast<int>(std::ceil(length * m_scale)) + 2 * offset();
  };
  QPixmap picture(side(rect.width()), side(rect.height()));
  picture.fill(Qt::transparent);
  QPainter painter(&picture);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.translate(offset(), offset());
  painter.scale(m_scale, m_scale);
  painter.translate(-rect.topLeft());
  item.paintBody(painter, m_scale);
  painter.end();
  return *m_pictures.insert(look, picture);
}

}  // namespace fluxion
