#include "editor/scopes/curve_menus.h"

#include <QAction>
#include <QColorDialog>
#include <QMenu>
#include <optional>
#include <utility>

#include "editor/scopes/scope_panel.h"

namespace fluxion {

namespace {

void fillStyleMenu(QMenu& menu, ScopePanel& panel, int index) {
  const CurveStyle style = panel.canvas().style(panel.curves().at(index).canvas);
  const auto choice = [&](QMenu& in, const QString& text, bool now, auto change) {
    QAction* action = in.addAction(text, &panel, [&panel, index, style, change] {
      CurveStyle changed = style;
      change(changed);
      panel.edits().setStyle(index, changed);
    });
    action->setCheckable(true);
    action->setChecked(now);
  };
  using Line = CurveStyle::Line;
  using Marker = CurveStyle::Marker;
  for (const auto& [text, line] :
       {std::pair{ScopePanel::tr("&Line"), Line::Straight}, {ScopePanel::tr("&Stairs"), Line::Stairs}})
    choice(menu, text, style.line == line, [line = line](CurveStyle& s) { s.line = line; });
  choice(menu, ScopePanel::tr("&Points"), style.line == Line::None, [](CurveStyle& s) {
    s.line = Line::None;
    if (s.marker == Marker::None) s.marker = Marker::Dot;
  });
  menu.addSeparator();
  QMenu& dashes = *menu.addMenu(ScopePanel::tr("&Dashes"));
  for (const auto& [text, dash] : {std::pair{ScopePanel::tr("&Solid"), Qt::SolidLine},
                                   {ScopePanel::tr("&Dashed"), Qt::DashLine},
                                   {ScopePanel::tr("D&otted"), Qt::DotLine},
                                   {ScopePanel::tr("D&ash and Dot"), Qt::DashDotLine}})
    choice(dashes, text, style.dash == dash, [dash = dash](CurveStyle& s) { s.dash = dash; });
  QMenu& marks = *menu.addMenu(ScopePanel::tr("&Markers"));
  for (const auto& [text, marker] : {std::pair{ScopePanel::tr("&None"), Marker::None},
                                     {ScopePanel::tr("&Disc"), Marker::Dot},
                                     {ScopePanel::tr("&Circle"), Marker::Circle},
                                     {ScopePanel::tr("&Square"), Marker::Square},
                                     {ScopePanel::tr("D&iamond"), Marker::Diamond},
                                     {ScopePanel::tr("&Triangle"), Marker::Triangle},
                                     {ScopePanel::tr("C&ross"), Marker::Cross}})
    choice(marks, text, style.marker == marker, [marker = marker](CurveStyle& s) { s.marker = marker; });
  QMenu& widths = *menu.addMenu(ScopePanel::tr("&Width"));
  for (const double width : {1.0, 1.5, 2.0, 3.0, 5.0})
    choice(widths, ScopePanel::tr("%1 pixels").arg(width), style.width == width,
           [width](CurveStyle& s) { s.width = width; });
  menu.addAction(ScopePanel::tr("&Color…"), &panel, [&panel, index, style] {
    const QColor now = panel.canvas().curveColor(panel.curves().at(index).canvas);
    const QColor color = QColorDialog::getColor(
        now, &panel, ScopePanel::tr("Color of %1").arg(panel.curves().at(index).signal));
    if (!color.isValid() || index >= panel.curveCount()) return;
    CurveStyle changed = style;
    changed.color = color;
    panel.edits().setStyle(index, changed);
  });
  menu.addSeparator();
  menu.addAction(ScopePanel::tr("As Its &Kind of Signal"), &panel,
                 [&panel, index] { panel.edits().setStyle(index, std::nullopt); });
}

}  // namespace

void fillSignalMenu(QMenu& menu, ScopePanel& panel) {
  menu.clear();
  if (panel.source() == nullptr) return;
  const ScopeSource& newest = *panel.source();
  const auto add = [&menu, &panel](CurveKey key, const QString& name) {
    const auto known = panel.settings().curves.find(key);
    const CurveSettings settings = known == panel.settings().curves.end() ? CurveSettings{} : known->second;
    QAction* action = menu.addAction(name);
    action->setCheckable(true);
    action->setChecked(!settings.hidden && !settings.removed);
    QObject::connect(action, &QAction::toggled, &panel, [&panel, key](bool on) {
      ScopeSettings changed = panel.settings();
      CurveSettings& entry = changed.curves[key];
      entry.hidden = !on;
      if (on) entry.removed = false;
      if (entry == CurveSettings{}) changed.curves.erase(key);
      // Not while the menu is still working on its action.
      QMetaObject::invokeMethod(
          &panel, [&panel, changed] { panel.changeSettings(changed); }, Qt::QueuedConnection);
    });
  };
  for (int a = 0; a < static_cast<int>(newest.axes.size()); ++a) {
    const auto& curves = newest.axes[static_cast<std::size_t>(a)].curves;
    if (newest.phase && a == 0) continue;
    for (int k = 0; k < static_cast<int>(curves.size()); ++k)
      add({newest.phase ? 0 : a, k}, curves[static_cast<std::size_t>(k)].name);
  }
}

void showLegendMenu(ScopePanel& panel, int index, QPoint at) {
  const int plotCount = std::as_const(panel).canvas().axesCount();
  auto* menu = new QMenu(&panel);
  menu->setObjectName(QStringLiteral("scopeLegendMenu"));
  menu->setAttribute(Qt::WA_DeleteOnClose);
  const bool visible = panel.curves().isShown(index);
  menu->addAction(visible ? ScopePanel::tr("&Hide") : ScopePanel::tr("&Show"), &panel,
                  [=, &panel] { panel.edits().setVisible(index, !visible); });
  menu->addAction(ScopePanel::tr("Show &Only This"), &panel, [=, &panel] { panel.edits().showOnly(index); });
  menu->addAction(ScopePanel::tr("&Remove from the Plot"), &panel,
                  [=, &panel] { panel.edits().remove(index); });
  menu->addSeparator();
  fillStyleMenu(*menu->addMenu(ScopePanel::tr("S&tyle")), panel, index);
  if (!panel.isPhase()) {
    QMenu* plots = menu->addMenu(ScopePanel::tr("&Move to Plot"));
    for (int k = 0; k < plotCount; ++k) {
      QAction* plot = plots->addAction(QStringLiteral("&%1").arg(k + 1), &panel,
                                       [=, &panel] { panel.edits().move(index, k, PlotCanvas::Side::Left); });
      plot->setEnabled(k != panel.curves().at(index).axes);
    }
    if (panel.settings().rows == 0)
      plots->addAction(ScopePanel::tr("&New Plot Below"), &panel,
                       [=, &panel] { panel.edits().move(index, plotCount, PlotCanvas::Side::Left); });
    const bool right = panel.curves().at(index).side == PlotCanvas::Side::Right;
    QAction* side = menu->addAction(ScopePanel::tr("On the Right &Axis"), &panel, [=, &panel] {
      panel.edits().move(index, panel.curves().at(index).axes,
                         right ? PlotCanvas::Side::Left : PlotCanvas::Side::Right);
    });
    side->setCheckable(true);
    side->setChecked(right);
  }
  menu->popup(at);
}

}  // namespace fluxion
