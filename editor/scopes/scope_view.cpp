#include "editor/scopes/scope_view.h"
#include "editor/scopes/scope_actions.h"

#include <QAction>
#include <QMenu>
#include <QSplitter>
#include <QTableWidget>
#include <QToolBar>
#include <QVBoxLayout>

#include "editor/line_icon.h"
#include "editor/scopes/measurements_panel.h"
#include "editor/scopes/scope_cursors.h"
#include "editor/scopes/scope_panel.h"
#include "editor/scopes/shrinking_area.h"
#include "editor/scopes/spectrum_panel.h"

namespace fluxion {

ScopeView::ScopeView(CursorSet& cursors, QWidget* parent)
    : QWidget(parent),
      m_panel(new ScopePanel(this)),
      m_cursors(new ScopeCursors(*m_panel, cursors, m_panel->actions().toolBar(), this)),
      m_measurements(new MeasurementsPanel(*m_panel, cursors, this)),
      m_spectrum(new SpectrumPanel(*m_panel, this)) {
  auto* beside = new QSplitter(Qt::Vertical, this);
  beside->addWidget(m_panel);
  beside->addWidget(m_spectrum);
  beside->setCollapsible(0, false);
  beside->setSizes({300, 260});
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(beside, 1);
  layout->addWidget(new ShrinkingArea({m_cursors->table(), m_measurements}, this));
  m_panel->actions().contextMenu().addMenu(m_cursors->menu());
  addToggle("measure", tr("Measurements"), tr("Minimum, mean, rise time and more of each signal, in a table"),
            QStringLiteral("scopeMeasurements"), *m_measurements);
  addToggle("spectrum", tr("Spectrum"), tr("The spectrum of the part in view, with its peaks marked"),
            QStringLiteral("scopeSpectrum"), *m_spectrum);
  m_panel->actions().settleToolBar();
}

QAction* ScopeView::addToggle(const char* icon, const QString& text, const QString& tip, const QString& name,
                              QWidget& shown) {
  QAction* action = m_panel->actions().toolBar().addAction(lineIcon(QString::fromLatin1(icon)), text);
  action->setObjectName(name);
  action->setToolTip(tip);
  action->setCheckable(true);
  shown.hide();
  connect(action, &QAction::toggled, &shown, &QWidget::setVisible);
  m_panel->actions().contextMenu().addAction(action);
  return action;
}

}  // namespace fluxion
