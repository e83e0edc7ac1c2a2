#include "editor/run_archive/run_color.h"

#include <QCoreApplication>
#include <QPainter>
#include <QPixmap>
#include <functional>

#include "editor/run_palette.h"

namespace fluxion {

int runColor(const sim::RunSummary& run) {
  return run.color >= 0 ? run.color % runColorCount
                        : static_cast<int>(std::hash<std::string>{}(run.id) % runColorCount);
}

QIcon runSwatch(int color, const QPalette& palette) {
  constexpr int size = 12, scale = 3;
  QPixmap pixmap(size * scale, size * scale);
  pixmap.setDevicePixelRatio(scale);
  pixmap.fill(Qt::transparent);
  QPainter painter(&pixmap);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  painter.setBrush(runPaletteColor(color, palette));
  painter.drawRoundedRect(QRectF(0.5, 0.5, size - 1, size - 1), 3, 3);
  QIcon icon(pixmap);
  icon.addPixmap(pixmap, QIcon::Selected);  // the same in a row that is chosen
  return icon;
}

QString runColorName(int color) {
  static constexpr const char* names[runColorCount] = {
      QT_TRANSLATE_NOOP("Runs", "Slate"),    QT_TRANSLATE_NOOP("Runs", "Ochre"),
      QT_TRANSLATE_NOOP("Runs", "Sage"),     QT_TRANSLATE_NOOP("Runs", "Mauve"),
      QT_TRANSLATE_NOOP("Runs", "Teal"),     QT_TRANSLATE_NOOP("Runs", "Terracotta"),
      QT_TRANSLATE_NOOP("Runs", "Lavender"), QT_TRANSLATE_NOOP("Runs", "Olive")};
  return QCoreApplication::translate("Runs", names[color % runColorCount]);
}

}  // namespace fluxion
