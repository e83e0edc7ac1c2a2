#include "editor/tools/looks_menu.h"

#include <QCoreApplication>
#include <QMenu>
#include <QPainter>
#include <algorithm>

#include "editor/canvas/diagram_scene.h"
#include "editor/document/diagram_document.h"
#include "editor/tools/orientation.h"

namespace fluxion {

static QIcon swatch(const QColor& color, const Theme& theme) {
  QPixmap pixmap(32, 32);
  pixmap.fill(Qt::transparent);
  QPainter painter(&pixmap);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(theme.blockBorder, 2));
  painter.setBrush(color);
  painter.drawRoundedRect(QRectF(3, 3, 26, 26), 5, 5);
  return QIcon(pixmap);
}

QMenu* addColorMenu(QMenu& menu, Canvas canvas) {
  static const char* const names[] = {
      QT_TRANSLATE_NOOP("Color", "&None"),   QT_TRANSLATE_NOOP("Color", "&Red"),
      QT_TRANSLATE_NOOP("Color", "&Orange"), QT_TRANSLATE_NOOP("Color", "&Yellow"),
      QT_TRANSLATE_NOOP("Color", "&Green"),  QT_TRANSLATE_NOOP("Color", "&Cyan"),
      QT_TRANSLATE_NOOP("Color", "&Blue"),   QT_TRANSLATE_NOOP("Color", "&Purple"),
      QT_TRANSLATE_NOOP("Color", "Gr&ay")};
  QMenu* colors = menu.addMenu(QObject::tr("&Color"));
  colors->setObjectName(QStringLiteral("colorMenu"));
  for (std::size_t k = 0; k < std::size(names); ++k) {
    QAction* action = colors->addAction(QCoreApplication::translate("Color", names[k]));
    QObject::connect(action, &QAction::triggered, &canvas.scene, [canvas, k] {
      canvas.document.apply(coloredBlocks(canvas.document.diagram(), canvas.scene.selectedBlocks(),
                                          static_cast<sim::BlockColor>(k)));
    });
  }
  QObject::connect(colors, &QMenu::aboutToShow, &canvas.scene, [canvas, colors] {
    const Theme& theme = canvas.scene.theme();
    const auto actions = colors->actions();
    for (qsizetype k = 0; k < actions.size(); ++k) {
      const QColor color = k == 0 ? theme.blockFill : theme.blockTints[static_cast<std::size_t>(k)];
      actions[k]->setIcon(swatch(color, theme));
      actions[k]->setEnabled(!canvas.scene.selectedBlocks().empty());
    }
  });
  return colors;
}

QMenu* addNamePlaceMenu(QMenu& menu, Canvas canvas) {
  static const char* const names[] = {
      QT_TRANSLATE_NOOP("NamePlace", "&Automatic"), QT_TRANSLATE_NOOP("NamePlace", "&Below"),
      QT_TRANSLATE_NOOP("NamePlace", "Ab&ove"),     QT_TRANSLATE_NOOP("NamePlace", "&Left"),
      QT_TRANSLATE_NOOP("NamePlace", "&Right"),     QT_TRANSLATE_NOOP("NamePlace", "&Hidden")};
  QMenu* places = menu.addMenu(QObject::tr("&Block Name"));
  places->setObjectName(QStringLiteral("namePlaceMenu"));
  for (std::size_t k = 0; k < std::size(names); ++k) {
    QAction* action = places->addAction(QCoreApplication::translate("NamePlace", names[k]));
    action->setCheckable(true);
    QObject::connect(action, &QAction::triggered, &canvas.scene, [canvas, k] {
      canvas.document.apply(namesPlaced(canvas.document.diagram(), canvas.scene.selectedBlocks(),
                                        static_cast<sim::NamePlace>(k)));
    });
  }
  QObject::connect(places, &QMenu::aboutToShow, &canvas.scene, [canvas, places] {
    const std::vector<sim::Id> selected = canvas.scene.selectedBlocks();
    const auto actions = places->actions();
    for (qsizetype k = 0; k < actions.size(); ++k) {
      actions[k]->setEnabled(!selected.empty());
      actions[k]->setChecked(!selected.empty() &&
                             std::all_of(selected.begin(), selected.end(), [&](sim::Id id) {
                               const sim::Block* block = canvas.document.block(id);
                               return block && sim::name_place(*block) == static_cast<sim::NamePlace>(k);
                             }));
    }
  });
  return places;
}

}  // namespace fluxion
