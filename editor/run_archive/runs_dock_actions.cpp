// What can be done with the runs of the dock: its tool bar, its menu, and what stands behind them.
#include <QAction>
#include <QActionGroup>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>
#include <QPointer>
#include <QPushButton>
#include <QToolBar>
#include <QToolButton>

#include "editor/document/diagram_document.h"
#include "editor/line_icon.h"
#include "editor/plain_text.h"
#include "editor/run_archive/import_dialog.h"
#include "editor/run_archive/run_color.h"
#include "editor/run_archive/run_details_page.h"
#include "editor/run_archive/run_text.h"
#include "editor/run_archive/runs_dock.h"
#include "editor/run_archive/runs_table.h"
#include "editor/run_palette.h"
#include "sim_core/diagram/settings.h"
#include "sim_core/model_run/csv.h"
#include "sim_core/model_run/mat_log.h"
#include "sim_core/run_archive/model_difference.h"

namespace fluxion {

QAction* RunsDock::add(const char* name, const char* icon, const QString& text, const QString& tip) {
  QAction* action = m_menu->addAction(lineIcon(QString::fromLatin1(icon)), text);
  action->setObjectName(QString::fromLatin1(name));
  action->setToolTip(tip);
  return action;
}

void RunsDock::buildActions() {
  m_bar->setIconSize({16, 16});
  m_bar->setAccessibleName(tr("Runs"));
  m_inspect = add("runsInspect", "plots", tr("&Plot Signals…"),
                  tr("Plot signals of these runs, laid over each other (Enter)"));
  m_compare =
      add("runsCompare", "compare", tr("&Compare With"), tr("Compare with another run, signal by signal"));
  m_compare->setMenu(m_compareMenu);
  m_profile = add("runsProfile", "profiler", tr("Show Pro&file"),
                  tr("What this run cost, and why its steps were as long as they were"));
  m_menu->addSeparator();
  m_under = add("runsUnderScopes", "earlier-runs", tr("&Below Scopes"),
                tr("Draw these runs below what scopes show"));
  m_under->setCheckable(true);
  m_colors = m_menu->addMenu(tr("Co&lor"));
  buildColorMenu(*m_colors);
  m_menu->addSeparator();
  m_rename = add("runsRename", "rename", tr("Re&name"), tr("Give the run another name (F2)"));
  m_pin = add("runsPin", "pin", tr("P&in"), tr("Pinned runs are never removed to make room"));
  m_pin->setCheckable(true);
  m_remove = add("runsRemove", "delete", tr("&Delete"), tr("Delete the chosen runs (Delete)"));
  m_undo = add("runsUndo", "undo", tr("&Undo Delete"), tr("Bring back what was deleted last"));
  m_menu->addSeparator();
  m_snapshot = add("runsSnapshot", "look-under", tr("Show &Model"),
                   tr("Show the model as it was in this run, in a window of its own"));
  m_restore = add("runsRestore", "configuration", tr("&Restore Configuration"),
                  tr("Give the model the settings of this run"));
  m_menu->addSeparator();
  QAction* import = add("runsImport", "import", tr("&Open Run or Table…"),
                        tr("Add a run from a file, or a CSV table or MAT file as a run"));
  m_export = add("runsExport", "export", tr("&Save Run As…"),
                 tr("Write the run to a file, or its signals as a CSV table"));
  m_menu->addSeparator();
  QMenu* space = m_menu->addMenu(tr("Dis&k Space"));
  buildSpaceMenu(*space);
  for (QAction* action : {m_inspect, m_compare, m_pin, m_remove, m_undo, import, m_export}) {
    if (action == m_pin || action == import) m_bar->addSeparator();
    m_bar->addAction(action);
  }
  for (QAction* action : m_bar->actions())
    if (auto* button =
            qobject_cast<QToolButton*>(action->isSeparator() ? nullptr : m_bar->widgetForAction(action))) {
      button->setAccessibleName(QString(action->text()).remove(u'&'));
      button->setFocusPolicy(Qt::TabFocus);
      if (action->menu()) button->setPopupMode(QToolButton::InstantPopup);
    }
  connect(m_compareMenu, &QMenu::aboutToShow, this, &RunsDock::fillCompareMenu);
  connect(m_inspect, &QAction::triggered, this, [this] { emit inspectRequested(chosen()); });
  connect(m_profile, &QAction::triggered, this, [this] { emit profileRequested(chosen().value(0)); });
  connect(m_under, &QAction::triggered, this, [this](bool on) {
    for (const QString& id : chosen()) m_library.setUnderScopes(id, on);
  });
  connect(m_rename, &QAction::triggered, this, [this] {
    if (m_table->currentItem()) m_table->editItem(m_table->currentItem(), 0);
  });
  connect(m_pin, &QAction::triggered, this, [this](bool on) {
    for (const QString& id : chosen()) m_library.setPinned(id, on);
  });
  connect(m_remove, &QAction::triggered, this, &RunsDock::removeChosen);
  connect(m_undo, &QAction::triggered, &m_library, &RunLibrary::undoRemove);
  connect(m_snapshot, &QAction::triggered, this, &RunsDock::showSnapshot);
  connect(m_restore, &QAction::triggered, this, &RunsDock::restoreConfiguration);
  connect(import, &QAction::triggered, this, &RunsDock::chooseImport);
  connect(m_export, &QAction::triggered, this, &RunsDock::chooseExport);
}

void RunsDock::buildSpaceMenu(QMenu& menu) {
  QAction* keep = menu.addAction(tr("&Keep Runs of Saved Models on Disk"));
  keep->setObjectName(QStringLiteral("runsKeep"));
  keep->setCheckable(true);
  connect(keep, &QAction::triggered, &m_library, &RunLibrary::setKeeping);
  menu.addSeparator();
  auto* sizes = new QActionGroup(&menu);
  for (quint64 bytes :
       {quint64{512} << 20, quint64{1} << 30, quint64{2} << 30, quint64{5} << 30, quint64{20} << 30}) {
    QAction* size = sizes->addAction(tr("At Most %1").arg(bytesText(bytes)));
    size->setCheckable(true);
    size->setData(bytes);
    menu.addAction(size);
    connect(size, &QAction::triggered, this, [this, bytes] { m_library.setLimit(bytes); });
  }
  connect(&menu, &QMenu::aboutToShow, this, [this, keep, sizes] {
    keep->setChecked(m_library.isKeeping());
    for (QAction* size : sizes->actions()) size->setChecked(size->data().toULongLong() == m_library.limit());
  });
}

void RunsDock::buildColorMenu(QMenu& menu) {
  for (int color = 0; color < runColorCount; ++color) {
    QAction* action = menu.addAction(runColorName(color), this, [this, color] {
      for (const QString& id : chosen()) m_library.setColor(id, color);
    });
    action->setObjectName(QStringLiteral("runsColor%1").arg(color));
  }
  connect(&menu, &QMenu::aboutToShow, this, [this, &menu] {
    const auto actions = menu.actions();
    for (int color = 0; color < actions.size(); ++color) actions[color]->setIcon(runSwatch(color, palette()));
  });
}

// All other runs, the newest first. The older of two is the baseline.
void RunsDock::fillCompareMenu() {
  m_compareMenu->clear();
  const QStringList ids = chosen();
  if (ids.isEmpty()) return;
  const auto& runs = m_library.runs();
  for (auto it = runs.rbegin(); it != runs.rend(); ++it) {
    const QString other = QString::fromStdString((*it)->summary.id);
    if (other == ids.front()) continue;
    const Run chosenRun = m_library.find(ids.front());
    const bool older = (*it)->summary.created < chosenRun->summary.created;
    QAction* action = m_compareMenu->addAction(QStringLiteral("%1 (%2)").arg(
        QString::fromStdString((*it)->summary.name).replace(u'&', QStringLiteral("&&")),
        timeText((*it)->summary.created)));
    connect(action, &QAction::triggered, this, [this, older, other, id = ids.front()] {
      emit compareRequested(older ? other : id, older ? id : other);
    });
    if (ids.contains(other)) m_compareMenu->setDefaultAction(action);
  }
}

void RunsDock::removeChosen() {
  const QStringList ids = chosen();
  QStringList pinned;
  for (const QString& id : ids)
    if (const Run run = m_library.find(id); run && run->summary.pinned)
      pinned += QString::fromStdString(run->summary.name);
  if (!pinned.isEmpty()) {
    PlainMessageBox box(QMessageBox::Question, tr("Delete"),
                        tr("%1: pinned. Delete all the same?").arg(pinned.join(QStringLiteral(", "))), this);
    box.setObjectName(QStringLiteral("deletePinned"));
    auto* yes = box.addButton(tr("&Delete"), QMessageBox::AcceptRole);
    box.addButton(tr("&Keep"), QMessageBox::RejectRole);
    box.exec();
    if (box.clickedButton() != yes) return;
  }
  m_library.remove(ids);
}

void RunsDock::showSnapshot() {
  const Run run = firstChosen();
  const auto details = m_details->detailsOf(run);
  if (!details) return;
  if (const auto model = snapshotOf(*details))
    emit snapshotRequested(*model, QString::fromStdString(run->summary.name));
  else
    emit said(tr("The model of this run cannot be shown."));
}

void RunsDock::restoreConfiguration() {
  const Run run = firstChosen();
  const auto details = m_details->detailsOf(run);
  const auto model = details ? snapshotOf(*details) : std::nullopt;
  if (!model) return;
  const QString name = QString::fromStdString(run->summary.name);
  sim::Edit edit = sim::restore_settings(*model, m_document.diagram(),
                                         tr("Restore Configuration of %1").arg(name).toStdString());
  if (edit.empty()) {
    emit said(tr("The configuration is that of %1 already.").arg(name));
    return;
  }
  const auto count = edit.changes.size();
  m_document.apply(std::move(edit));
  emit said(tr("The configuration is that of %1 again; settings that changed: %2.").arg(name).arg(count));
}

static std::vector<sim::LogVariable> variablesOf(const sim::RunSummary& run) {
  std::vector<sim::LogVariable> variables;
  for (const sim::RunSignal& signal : run.recorded) {
    variables.push_back({signal.name, {}});
    for (int k = 0; k < signal.count(); ++k) variables.back().columns.push_back(signal.first + k);
  }
  return variables;
}

void RunsDock::exportTo(const QString& id, const QString& path) {
  const Run run = m_library.find(id);
  if (!run) return;
  m_library.later<sim::Diagnostics>(
      [run = m_library.withRows(run), path = path.toStdString(),
       unit = sim::time_unit(m_document.diagram())]() -> sim::Diagnostics {
        if (path.ends_with(sim::run_file_ending)) return sim::write_run(path, *run);
        const auto log = sim::run_log(*run);
        if (!log) return log.errors();
        sim::OutputFile file(path);
        if (path.ends_with(".mat"))
          sim::write_mat(file, **log, variablesOf(run->summary), {}, unit);
        else if (file.problems().empty())
          sim::write_csv(file, **log, unit);
        return file.commit();
      },
      [this, path](const sim::Diagnostics& problems) {
        emit said(problems.empty() ? tr("Saved %1").arg(path)
                                   : QString::fromStdString(to_text(problems.front())));
      });
}

void RunsDock::chooseExport() {
  const Run run = firstChosen();
  if (!run) return;
  const QString name =
      QString::fromStdString(run->summary.model_name + " " + run->summary.name).replace(u'/', u'_');
  const QString filters[] = {tr("Fluxion run (*.flxrun)"), tr("CSV table (*.csv)"), tr("MAT file (*.mat)")};
  QString filter;
  QString path = QFileDialog::getSaveFileName(
      this, tr("Save Run"), name + QStringLiteral(".flxrun"),
      QStringList(std::begin(filters), std::end(filters)).join(QStringLiteral(";;")), &filter);
  if (path.isEmpty()) return;
  if (QFileInfo(path).suffix().isEmpty())
    path += filter == filters[1]   ? QStringLiteral(".csv")
            : filter == filters[2] ? QStringLiteral(".mat")
                                   : QStringLiteral(".flxrun");
  exportTo(QString::fromStdString(run->summary.id), path);
}

void RunsDock::chooseImport() {
  const QStringList paths = QFileDialog::getOpenFileNames(
      this, tr("Open Run or Table"), QFileInfo(m_document.path()).absolutePath(),
      tr("Runs and tables (*.flxrun *.csv *.txt *.tsv *.mat);;All files (*)"));
  for (const QString& path : paths) import(path);
}

// A run as it is; of a table one is asked for its time.
void RunsDock::import(const QString& path) {
  if (path.endsWith(QString::fromUtf8(sim::run_file_ending))) return m_library.open(path);
  auto* dialog = new ImportDialog(m_library, path, this);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  const QPointer<RunsDock> dock(this);
  dialog->setDone([dock](const QString& table, const QString& run) {
    if (dock) dock->onImported(table, run);
  });
  dialog->open();
}

// What was measured is what a run is measured by.
void RunsDock::onImported(const QString& table, const QString& run) {
  choose(table);
  if (run.isEmpty())
    emit imported(table);
  else
    emit compareRequested(table, run);
}

}  // namespace fluxion
