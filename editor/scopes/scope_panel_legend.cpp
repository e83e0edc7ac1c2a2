// What can be done with one curve: the menus of the legend and of the list of signals.
#include <QAction>
#include <QActionGroup>
#include <QColorDialog>
#include <QMenu>

#include "editor/scopes/scope_curve.h"
#include "editor/scopes/scope_panel.h"

namespace fluxion {

// Checked: it is shown. What was removed from its plot comes back here.
void ScopePanel::rebuildSignalMenu() {
  m_signalMenu->clear();
  const ScopeSource& newest = m_runs.back();
  const auto add = [this](CurveKey key, const QString& name) {
    const CurveSettings settings = curveSettings(key);
    QAction* action = m_signalMenu->addAction(name);
    action->setCheckable(true);
    action->setChecked(!settings.hidden && !settings.removed);
    connect(action, &QAction::toggled, this, [this, key](bool on) {
      ScopeSettings changed = m_settings;
      CurveSettings& entry = changed.curves[key];
      entry.hidden = !on;
      if (on) entry.removed = false;
      if (entry == CurveSettings{}) changed.curves.erase(key);
      // Not while the menu is still working on its action.
      QMetaObject::invokeMethod(
          this, [this, changed] { changeSettings(changed); }, Qt::QueuedConnection);
    });
  };
  for (int a = 0; a < static_cast<int>(newest.axes.size()); ++a) {
    const auto& curves = newest.axes[static_cast<std::size_t>(a)].curves;
    if (newest.phase && a == 0) continue;
    for (int k = 0; k < static_cast<int>(curves.size()); ++k)
      add({newest.phase ? 0 : a, k}, curves[static_cast<std::size_t>(k)].name);
  }
}

void ScopePanel::showLegendMenu(int index, QPoint at) {
  const ScopeCurve& curve = *m_curves[static_cast<std::size_t>(index)];
  auto* menu = new QMenu(this);
  menu->setObjectName(QStringLiteral("scopeLegendMenu"));
  menu->setAttribute(Qt::WA_DeleteOnClose);
  const bool visible = isCurveVisible(index);
  menu->addAction(visible ? tr("&Hide") : tr("&Show"), this, [=, this] { setCurveVisible(index, !visible); });
  menu->addAction(tr("Show &Only This"), this, [=, this] { showOnly(index); });
  menu->addAction(tr("&Remove from the Plot"), this, [=, this] { removeCurve(index); });
  menu->addSeparator();
  fillStyleMenu(menu->addMenu(tr("S&tyle")), index);
  if (!isPhase()) {
    QMenu* plots = menu->addMenu(tr("&Move to Plot"));
    for (int k = 0; k < m_canvas->axesCount(); ++k) {
      QAction* plot = plots->addAction(QStringLiteral("&%1").arg(k + 1), this,
                                       [=, this] { moveCurve(index, k, PlotCanvas::Side::Left); });
      plot->setEnabled(k != curve.axes);
    }
    if (m_settings.rows == 0)
      plots->addAction(tr("&New Plot Below"), this,
                       [=, this] { moveCurve(index, m_canvas->axesCount(), PlotCanvas::Side::Left); });
    const bool right = curve.side == PlotCanvas::Side::Right;
    QAction* side = menu->addAction(tr("On the Right &Axis"), this, [=, this] {
      moveCurve(index, curveAxes(index), right ? PlotCanvas::Side::Left : PlotCanvas::Side::Right);
    });
    side->setCheckable(true);
    side->setChecked(right);
  }
  menu->popup(at);
}

void ScopePanel::fillStyleMenu(QMenu* menu, int index) {
  const CurveStyle style = m_canvas->style(m_curves[static_cast<std::size_t>(index)]->canvas);
  const auto choice = [&](QMenu* in, const QString& text, bool now, auto change) {
    QAction* action = in->addAction(text, this, [this, index, style, change] {
      CurveStyle changed = style;
      change(changed);
      setCurveStyle(index, changed);
    });
    action->setCheckable(true);
    action->setChecked(now);
  };
  using Line = CurveStyle::Line;
  using Marker = CurveStyle::Marker;
  for (const auto& [text, line] : {std::pair{tr("&Line"), Line::Straight}, {tr("&Stairs"), Line::Stairs}})
    choice(menu, text, style.line == line, [line = line](CurveStyle& s) { s.line = line; });
  choice(menu, tr("&Points"), style.line == Line::None, [](CurveStyle& s) {
    s.line = Line::None;
    if (s.marker == Marker::None) s.marker = Marker::Dot;
  });
  menu->addSeparator();
  QMenu* dashes = menu->addMenu(tr("&Dashes"));
  for (const auto& [text, dash] : {std::pair{tr("&Solid"), Qt::SolidLine},
                                   {tr("&Dashed"), Qt::DashLine},
                                   {tr("D&otted"), Qt::DotLine},
                                   {tr("D&ash and Dot"), Qt::DashDotLine}})
    choice(dashes, text, style.dash == dash, [dash = dash](CurveStyle& s) { s.dash = dash; });
  QMenu* marks = menu->addMenu(tr("&Markers"));
  for (const auto& [text, marker] : {std::pair{tr("&None"), Marker::None},
                                     {tr("&Disc"), Marker::Dot},
                                     {tr("&Circle"), Marker::Circle},
                                     {tr("&Square"), Marker::Square},
                                     {tr("D&iamond"), Marker::Diamond},
                                     {tr("&Triangle"), Marker::Triangle},
                                     {tr("C&ross"), Marker::Cross}})
    choice(marks, text, style.marker == marker, [marker = marker](CurveStyle& s) { s.marker = marker; });
  QMenu* widths = menu->addMenu(tr("&Width"));
  for (const double width : {1.0, 1.5, 2.0, 3.0, 5.0})
    choice(widths, tr("%1 pixels").arg(width), style.width == width,
           [width](CurveStyle& s) { s.width = width; });
  menu->addAction(tr("&Color…"), this, [this, index, style] {
    const QColor now = m_canvas->curveColor(m_curves[static_cast<std::size_t>(index)]->canvas);
    const QColor color = QColorDialog::getColor(now, this, tr("Color of %1").arg(curveName(index)));
    if (!color.isValid() || index >= curveCount()) return;
    CurveStyle changed = style;
    changed.color = color;
    setCurveStyle(index, changed);
  });
  menu->addSeparator();
  menu->addAction(tr("As Its &Kind of Signal"), this, [this, index] { setCurveStyle(index, std::nullopt); });
}

}  // namespace fluxion
