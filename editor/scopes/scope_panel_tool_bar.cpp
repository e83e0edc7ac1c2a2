// The buttons of a scope.
#include <QAction>
#include <QMenu>
#include <QToolBar>
#include <QToolButton>

#include "editor/line_icon.h"
#include "editor/scopes/scope_curve.h"
#include "editor/scopes/scope_panel.h"

namespace fluxion {

void ScopePanel::buildToolBar() {
  m_toolBar->setIconSize({16, 16});
  m_toolBar->setAccessibleName(tr("Scope"));
  const auto add = [this](const char* icon, const QString& text, const QString& name) {
    QAction* action = m_toolBar->addAction(lineIcon(QString::fromLatin1(icon)), text);
    action->setObjectName(name);
    m_contextMenu->addAction(action);
    return action;
  };
  connect(add("zoom-fit", tr("Fit (double-click)"), QStringLiteral("scopeFit")), &QAction::triggered, this,
          &ScopePanel::fit);
  QAction* zoom = add("zoom-area", tr("Zoom into a rectangle (or drag with the right button)"),
                      QStringLiteral("scopeZoom"));
  zoom->setCheckable(true);
  connect(zoom, &QAction::toggled, m_canvas, &PlotCanvas::setZoomTool);
  m_logAction = add("log-axis", tr("Magnitude on a logarithmic axis"), QStringLiteral("scopeLog"));
  m_logAction->setCheckable(true);
  connect(m_logAction, &QAction::toggled, this, &ScopePanel::setMagnitude);
  m_toolBar->addSeparator();
  m_ghostAction = add("earlier-runs", tr("Earlier runs"), QStringLiteral("scopeGhosts"));
  m_ghostAction->setCheckable(true);
  m_ghostAction->setChecked(true);
  connect(m_ghostAction, &QAction::toggled, this, &ScopePanel::setGhostsShown);
  QAction* forget = m_contextMenu->addAction(tr("Forget Earlier Runs"), this, &ScopePanel::clearEarlierRuns);
  forget->setObjectName(QStringLiteral("scopeForget"));
  QAction* curves = add("curves", tr("Signals"), QStringLiteral("scopeSignals"));
  curves->setMenu(m_signalMenu);
  if (auto* button = qobject_cast<QToolButton*>(m_toolBar->widgetForAction(curves)))
    button->setPopupMode(QToolButton::InstantPopup);
  m_toolBar->addSeparator();
  connect(add("export", tr("Export…"), QStringLiteral("scopeExport")), &QAction::triggered, this,
          &ScopePanel::chooseExport);
  connect(add("copy", tr("Copy Picture"), QStringLiteral("scopeCopy")), &QAction::triggered, this,
          &ScopePanel::copyPicture);
  settleToolBar();
}

void ScopePanel::settleToolBar() {
  for (QAction* action : m_toolBar->actions())
    if (QWidget* button = action->isSeparator() ? nullptr : m_toolBar->widgetForAction(action)) {
      button->setAccessibleName(action->text());
      button->setFocusPolicy(Qt::TabFocus);
    }
}

}  // namespace fluxion
