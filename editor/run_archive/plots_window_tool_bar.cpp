// What can be done in the window with signals of runs: its tool bar, and the views it keeps.
#include "editor/run_archive/plots_window.h"

#include <QComboBox>
#include <QInputDialog>
#include <QLabel>
#include <QMenu>
#include <QToolBar>
#include <QToolButton>

#include "editor/line_icon.h"
#include "editor/run_archive/run_plot.h"
#include "editor/scopes/cursor_set.h"
#include "editor/scopes/export_file.h"
#include "editor/scopes/figure_dialog.h"
#include "editor/scopes/measurements_panel.h"
#include "editor/scopes/scope_cursors.h"
#include "editor/window_settings.h"

namespace fluxion {

static const QString viewGroup = QStringLiteral("runs/views/");

void PlotsWindow::buildToolBar() {
  m_bar->setIconSize({16, 16});
  m_bar->setAccessibleName(tr("Signals of runs"));
  const auto add = [this](const char* icon, const QString& text, const char* name) {
    QAction* action = m_bar->addAction(lineIcon(QString::fromLatin1(icon)), text);
    action->setObjectName(QLatin1String(name));
    return action;
  };
  auto* gridMenu = new QMenu(this);
  fillGridMenu(*gridMenu);
  add("plots", tr("Grid of plots"), "plotsGrid")->setMenu(gridMenu);
  auto* label = new QLabel(tr("&Plot"), this);
  label->setContentsMargins(8, 0, 4, 0);
  label->setBuddy(m_plotChoice);
  m_plotChoice->setObjectName(QStringLiteral("plotsChoice"));
  m_plotChoice->setAccessibleName(tr("The plot that checked signals go to"));
  m_plotChoice->setToolTip(m_plotChoice->accessibleName());
  m_bar->addWidget(label);
  m_bar->addWidget(m_plotChoice);
  m_bar->addSeparator();
  connect(add("zoom-fit", tr("Fit (double-click)"), "plotsFit"), &QAction::triggered, m_plot, &RunPlot::fit);
  QAction* zoom = add("zoom-area", tr("Zoom into a rectangle (or drag with the right button)"), "plotsZoom");
  zoom->setCheckable(true);
  connect(zoom, &QAction::toggled, &m_plot->canvas(), &PlotCanvas::setZoomTool);
  m_bar->addSeparator();
  add("star", tr("Views: arrangements to use again"), "plotsViews")->setMenu(m_viewMenu);
  connect(m_viewMenu, &QMenu::aboutToShow, this, &PlotsWindow::fillViewMenu);
  connect(add("export", tr("Export figure…"), "plotsExport"), &QAction::triggered, this,
          &PlotsWindow::exportPicture);
}

// As in scopes, and at the same times.
void PlotsWindow::buildMeasuring() {
  m_bar->addSeparator();
  m_byRun = m_bar->addAction(lineIcon(QStringLiteral("runs")), tr("A color for each run"));
  m_byRun->setObjectName(QStringLiteral("plotsByRun"));
  m_byRun->setToolTip(tr("Each run in its color of the Runs dock, rather than each signal in one"));
  m_byRun->setCheckable(true);
  connect(m_byRun, &QAction::toggled, this, &PlotsWindow::draw);
  m_cursors = new ScopeCursors(*m_plot, *m_cursorSet, *m_bar, this);
  m_measurements = new MeasurementsPanel(*m_plot, *m_cursorSet, this);
  m_measurements->hide();
  QAction* measure = m_bar->addAction(lineIcon(QStringLiteral("measure")), tr("Measurements"));
  measure->setObjectName(QStringLiteral("plotsMeasurements"));
  measure->setToolTip(tr("Minimum, mean, rise time and more of each signal, in a table"));
  measure->setCheckable(true);
  connect(measure, &QAction::toggled, m_measurements, &QWidget::setVisible);
}

void PlotsWindow::settleToolBar() {
  for (QAction* action : m_bar->actions())
    if (auto* button = qobject_cast<QToolButton*>(m_bar->widgetForAction(action))) {
      if (action->isSeparator()) continue;
      button->setAccessibleName(action->text());
      button->setFocusPolicy(Qt::TabFocus);
      if (action->menu() && !action->isCheckable()) button->setPopupMode(QToolButton::InstantPopup);
    }
}

void PlotsWindow::fillGridMenu(QMenu& menu) {
  for (int columns = 1; columns <= 2; ++columns) {
    for (int rows = 1; rows <= PlotArrangement::largest; ++rows)
      menu.addAction(tr("%1 × %2").arg(rows).arg(columns), this,
                     [this, rows, columns] { setGrid(rows, columns); });
    menu.addSeparator();
  }
  for (int size = 3; size <= PlotArrangement::largest; ++size)
    menu.addAction(tr("%1 × %2").arg(size).arg(size), this, [this, size] { setGrid(size, size); });
}

void PlotsWindow::fillViewMenu() {
  m_viewMenu->clear();
  for (const QString& name : views())
    m_viewMenu->addAction(QString(name).replace(u'&', QStringLiteral("&&")), this,
                          [this, name] { applyView(name); });
  m_viewMenu->addSeparator();
  m_viewMenu->addAction(tr("&Keep This View…"), this, [this] {
    const QString name = QInputDialog::getText(this, tr("Keep This View"), tr("Name:")).trimmed();
    if (!name.isEmpty()) saveView(name);
  });
  if (views().isEmpty()) return;
  QMenu* remove = m_viewMenu->addMenu(tr("&Delete View"));
  for (const QString& name : views())
    remove->addAction(QString(name).replace(u'&', QStringLiteral("&&")), this, [name] {
      WindowSettings().remove(viewGroup + QString::fromLatin1(name.toUtf8().toHex()));
    });
}

// Names are free text, and so no keys.
QStringList PlotsWindow::views() const {
  WindowSettings settings;
  settings.beginGroup(viewGroup.chopped(1));
  QStringList names;
  for (const QString& key : settings.childKeys())
    names += QString::fromUtf8(QByteArray::fromHex(key.toLatin1()));
  names.sort();
  return names;
}

void PlotsWindow::saveView(const QString& name) {
  WindowSettings().setValue(viewGroup + QString::fromLatin1(name.toUtf8().toHex()), m_arrangement.toView());
}

bool PlotsWindow::applyView(const QString& name) {
  const QString text =
      WindowSettings().value(viewGroup + QString::fromLatin1(name.toUtf8().toHex())).toString();
  auto view = PlotArrangement::fromView(text, m_runs);
  if (!view) return false;
  m_arrangement = *std::move(view);
  setGrid(m_arrangement.rows, m_arrangement.columns);
  return true;
}

void PlotsWindow::exportPicture() {
  auto* dialog = new FigureDialog(*m_plot, tr("signals"), m_titles, this);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  connect(dialog, &QDialog::accepted, this, [this, dialog] {
    m_titles = dialog->titles();
    m_plot->canvas().setAxisTitles(m_titles);
    m_plot->canvas().redraw();
    emit said(tr("Saved %1").arg(dialog->file().path()));
  });
  dialog->open();
}

}  // namespace fluxion
