#include "editor/tools/highlight_commands.h"

#include <QCoreApplication>
#include <QMenu>
#include <QPainter>

#include "editor/canvas/diagram_scene.h"
#include "editor/canvas/diagram_view.h"
#include "editor/command_set.h"
#include "editor/document/diagram_document.h"
#include "editor/tools/orientation.h"
#include "editor/tools/selection.h"
#include "sim_core/diagram/trace.h"

namespace fluxion {

using enum CommandId;

static void trace(Canvas canvas, bool upstream) {
  const sim::Trace before = canvas.scene.traced();
  std::set<sim::Id> from = before.blocks;
  if (from.empty()) {
    for (sim::Id id : canvas.scene.selectedBlocks()) from.insert(id);
    for (sim::Id id : canvas.scene.selectedLines()) from.insert(id);
  }
  sim::Trace found = upstream ? sim::trace_to_sources(canvas.document.diagram(), from)
                              : sim::trace_to_destinations(canvas.document.diagram(), from);
  found.blocks.insert(before.blocks.begin(), before.blocks.end());
  found.lines.insert(before.lines.begin(), before.lines.end());
  canvas.scene.setTraced(std::move(found));
}

static void showPartners(Canvas canvas) {
  const auto blocks = canvas.scene.selectedBlocks();
  std::set<sim::Id> partners;
  if (blocks.size() == 1)
    for (sim::Id id : sim::tag_partners(canvas.document.diagram(), blocks.front())) partners.insert(id);
  canvas.scene.setPartners(std::move(partners));
}

void connectHighlightCommands(Canvas canvas, CommandSet& commands, QWidget& owner) {
  const auto update = [canvas, &commands] {
    const bool any = !canvas.scene.selectedBlocks().empty() || !canvas.scene.selectedLines().empty() ||
                     !canvas.scene.traced().empty();
    for (CommandId id : {TraceToSource, TraceToDestinations}) commands.action(id)->setEnabled(any);
  };
  QObject::connect(commands.action(TraceToSource), &QAction::triggered, &owner,
                   [canvas] { trace(canvas, true); });
  QObject::connect(commands.action(TraceToDestinations), &QAction::triggered, &owner,
                   [canvas] { trace(canvas, false); });
  QObject::connect(&canvas.scene, &QGraphicsScene::selectionChanged, &owner, [canvas, update] {
    showPartners(canvas);
    update();
  });
  update();
}

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

}  // namespace fluxion
