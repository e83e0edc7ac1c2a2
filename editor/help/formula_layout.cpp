#include "editor/help/formula_layout.h"

#include <QFontInfo>
#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <cmath>

#include "editor/help/formula_box.h"
#include "editor/help/formula_parser.h"

namespace fluxion {

FormulaPicture formulaPicture(const QString& tex, const QFont& font, const QColor& color,
                              double devicePixelRatio) {
  QFont pixels = font;
  if (font.pixelSize() <= 0) pixels.setPixelSize(QFontInfo(font).pixelSize());
  FormulaParser parser(tex, pixels);
  const FormulaBox box = parser.formula();
  constexpr double margin = 2;
  const QSizeF size(std::ceil(box.width + 2 * margin), std::ceil(box.up + box.down + 2 * margin));
  FormulaPicture picture{
      QImage((size * devicePixelRatio).toSize().expandedTo({1, 1}), QImage::Format_ARGB32_Premultiplied),
      box.up + margin, parser.problems()};
  picture.image.setDevicePixelRatio(devicePixelRatio);
  picture.image.fill(Qt::transparent);
  QPainter painter(&picture.image);
  painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
  painter.setPen(color);
  if (box.draw) box.draw(painter, {margin, box.up + margin});
  return picture;
}

}  // namespace fluxion
