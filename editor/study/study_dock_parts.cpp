// The controls of the Study dock, the tables of its rows, and files of studies.
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QTabWidget>
#include <QTableView>
#include <QTableWidget>
#include <QVBoxLayout>

#include <algorithm>

#include "editor/dock_tools.h"
#include "editor/document/diagram_document.h"
#include "editor/study/row_table.h"
#include "editor/study/study_dock.h"
#include "editor/study/study_form.h"
#include "editor/study/study_plots.h"
#include "sim_core/diagram/text_file.h"
#include "sim_core/model_run/output_file.h"
#include "sim_core/study/kept_study.h"

namespace fluxion {

void StudyDock::buildTools(QBoxLayout* row, QBoxLayout* second) {
  m_start = addButton(row, this, tr("&Start"), "studyStart", tr("Makes the runs, or those that are missing"),
                      [this] { start(); });
  m_pause = addButton(row, this, tr("&Pause"), "studyPause",
                      tr("Begins no other run until you press Continue"), [this] { pause(true); });
  m_stop =
      addButton(row, this, tr("S&top"), "studyStop",
                tr("Ends the work; Continue makes the missing runs at any time later"), [this] { stop(); });
  m_discard = addButton(row, this, tr("&Discard Rows"), "studyDiscard",
                        tr("Forgets the rows so far, so that Start makes all runs"), [this] { discard(); });
  m_progress = new QProgressBar(this);
  m_progress->setAccessibleName(tr("Runs that are made"));
  m_progress->setRange(0, 1000);
  m_progress->setTextVisible(false);
  m_progress->setMaximumWidth(180);
  row->addWidget(m_progress);
  row->addStretch(1);
  m_file = new QLabel(this);
  m_file->setObjectName(QStringLiteral("studyFile"));
  row->addWidget(m_file);
  m_open =
      addButton(row, this, tr("&Open…"), "studyOpen", tr("Opens a .flxstudy file of this model"), [this] {
        const QString folder = QFileInfo(m_document.home()).path();
        const QString path = QFileDialog::getOpenFileName(this, tr("Open Study"), folder,
                                                          tr("Studies (*.flxstudy);;All files (*)"));
        if (!path.isEmpty()) openFile(path);
      });
  m_save =
      addButton(row, this, tr("S&ave…"), "studySave",
                tr("Writes the study as a file; its table is written beside it"), [this] {
                  QString path = QFileDialog::getSaveFileName(
                      this, tr("Save Study"), m_path.isEmpty() ? QFileInfo(m_document.home()).path() : m_path,
                      tr("Studies (*.flxstudy)"));
                  if (!path.isEmpty() && !path.endsWith(QStringLiteral(".flxstudy")))
                    path += QStringLiteral(".flxstudy");
                  if (!path.isEmpty()) saveFile(path);
                });
  addButton(second, this, tr("Add &Variation…"), "studyVariation",
            tr("A variable of the model, a parameter of a block as Block/path.parameter, or a setting"),
            [this] { m_form->askForVariation(); });
  addButton(second, this, tr("Add &Result…"), "studyResult",
            tr("A number of each run: an expression over the recorded signals, such as max(y)"),
            [this] { m_form->askForResult(); });
  m_remove =
      addButton(second, this, tr("R&emove"), "studyRemove", tr("Removes the selected variations and results"),
                [this] { m_form->removeSelected(); });
  second->addSpacing(10);
  m_form->addSampling(second);
  second->addStretch(1);
}

QWidget* StudyDock::buildOutcome() {
  auto* sorted = new QSortFilterProxyModel(this);
  sorted->setSourceModel(m_rows);
  sorted->setSortRole(RowTable::sortRole);
  auto* table = new QTableView(this);
  table->setObjectName(QStringLiteral("studyRows"));
  table->setAccessibleName(tr("Runs"));
  table->setModel(sorted);
  table->setSortingEnabled(true);
  table->sortByColumn(0, Qt::AscendingOrder);
  table->verticalHeader()->hide();
  table->setAlternatingRowColors(true);
  table->setSelectionBehavior(QAbstractItemView::SelectRows);
  table->horizontalHeader()->setStretchLastSection(true);
  table->horizontalHeader()->setTextElideMode(Qt::ElideMiddle);
  // Names of parameters are long: what has room is shown whole.
  connect(sorted, &QAbstractItemModel::modelReset, table, [table] {
    const int character = table->fontMetrics().averageCharWidth(), least = 14 * character,
              most = 32 * character;
    for (int k = 0; k + 1 < table->model()->columnCount(); ++k)
      table->setColumnWidth(k, std::clamp(table->horizontalHeader()->sectionSizeHint(k), least, most));
  });
  setStudyTableLook(*m_statistics, "studyStatistics", tr("Statistics"),
                    {tr("Result"), tr("Runs"), tr("Mean"), tr("Standard deviation"), tr("Minimum"), tr("5 %"),
                     tr("Median"), tr("95 %"), tr("Maximum")});
  m_statistics->setEditTriggers(QAbstractItemView::NoEditTriggers);
  m_statistics->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
  m_tabs = new QTabWidget(this);
  m_tabs->setObjectName(QStringLiteral("studyTabs"));
  m_tabs->addTab(table, tr("Ta&ble"));
  m_tabs->addTab(m_statistics, tr("Statist&ics"));
  m_tabs->addTab(m_plots, tr("P&lots"));
  return m_tabs;
}

bool StudyDock::openFile(const QString& path) {
  if (!load(path)) return false;
  keep();  // what the model had is replaced
  return true;
}

bool StudyDock::load(const QString& path) {
  if (m_running) return false;
  constexpr std::size_t most = std::size_t{256} << 20;
  const auto text =
      sim::read_text_file(path.toStdString(), most, "choose a .flxstudy file", "use shorter lists");
  const auto read = text ? sim::read_study(*text, QFileInfo(path).fileName().toStdString())
                         : sim::Result<sim::Study>(text.errors());
  if (!read) {
    m_status->say(QString::fromStdString(to_text(read.error())), true);
    return false;
  }
  const QFileInfo model(QFileInfo(path).dir(), QString::fromStdString(read->model));
  if (m_document.home().isEmpty() ||
      model.canonicalFilePath() != QFileInfo(m_document.home()).canonicalFilePath()) {
    m_status->say(tr("This study is of %1: open that model first.").arg(QString::fromStdString(read->model)),
                  true);
    return false;
  }
  m_path = path;
  m_study = m_saved = *read;
  m_diagram = std::make_shared<const sim::Diagram>(sim::without_plans(m_document.diagram()));
  m_finished = m_begun = false;
  m_rows->begin(m_study);
  m_plots->begin();
  showStudy();
  StudyQuestion question;
  question.kind = StudyQuestion::Kind::Table;
  question.study = m_study;
  question.path = path.toStdString();
  m_inquiry.ask(std::move(question));
  return true;
}

bool StudyDock::saveFile(const QString& path) {
  if (m_document.path().isEmpty()) {
    m_status->say(tr("Save the model first: a study names the file of its model."), true);
    return false;
  }
  m_study.model = QFileInfo(path).dir().relativeFilePath(m_document.path()).toStdString();
  if (const auto problems = sim::check_study(m_study); !problems.empty()) {
    m_status->say(QString::fromStdString(to_text(problems.front())), true);
    return false;
  }
  if (path == m_path && !isModified() && QFileInfo::exists(path)) return true;
  sim::OutputFile file(path.toStdString());
  file.write(sim::write_study(m_study));
  if (const auto problems = file.commit(); !problems.empty()) {
    m_status->say(QString::fromStdString(to_text(problems.front())), true);
    return false;
  }
  if (path != m_path) m_begun = false;
  m_path = path;
  m_saved = m_study;
  keep();
  m_status->say(tr("Saved: `fluxion-cli study %1` makes the same runs.").arg(QFileInfo(path).fileName()));
  updateTools();
  return true;
}

}  // namespace fluxion
