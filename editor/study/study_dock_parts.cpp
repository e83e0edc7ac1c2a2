// The controls of the Study dock, its tables, and files of studies.
#include <QComboBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QSplitter>
#include <QTabWidget>
#include <QTableView>
#include <QTableWidget>
#include <QVBoxLayout>

#include "editor/dock_tools.h"
#include "editor/document/diagram_document.h"
#include "editor/plain_text.h"
#include "editor/study/row_table.h"
#include "editor/study/study_dock.h"
#include "editor/study/study_plots.h"
#include "sim_core/base/text.h"
#include "sim_core/diagram/text_file.h"
#include "sim_core/model_run/output_file.h"
#include "sim_core/study/kept_study.h"

namespace fluxion {

namespace {

const char* const samplingLabels[] = {
    QT_TRANSLATE_NOOP("fluxion::StudyDock", "Grid: all combinations"),
    QT_TRANSLATE_NOOP("fluxion::StudyDock", "List: values together"),
    QT_TRANSLATE_NOOP("fluxion::StudyDock", "Random"),
    QT_TRANSLATE_NOOP("fluxion::StudyDock", "Latin hypercube"),
    QT_TRANSLATE_NOOP("fluxion::StudyDock", "Sobol sequence"),
    QT_TRANSLATE_NOOP("fluxion::StudyDock", "Sensitivity: one at a time"),
    QT_TRANSLATE_NOOP("fluxion::StudyDock", "Sensitivity: Morris"),
    QT_TRANSLATE_NOOP("fluxion::StudyDock", "Sensitivity: Sobol indices"),
};

void setLook(QTableWidget& table, const char* name, const QString& accessible, const QStringList& titles) {
  table.setObjectName(QLatin1String(name));
  table.setAccessibleName(accessible);
  table.setColumnCount(static_cast<int>(titles.size()));
  table.setHorizontalHeaderLabels(titles);
  table.verticalHeader()->hide();
  table.setAlternatingRowColors(true);
  table.setSelectionBehavior(QAbstractItemView::SelectRows);
  table.horizontalHeader()->setStretchLastSection(true);
  table.setMinimumHeight(80);
}

}  // namespace

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
            [this] { askForVariation(); });
  addButton(second, this, tr("Add &Result…"), "studyResult",
            tr("A number of each run: an expression over the recorded signals, such as max(y)"),
            [this] { askForResult(); });
  m_remove = addButton(second, this, tr("R&emove"), "studyRemove",
                       tr("Removes the selected variations and results"), [this] { removeSelected(); });
  second->addSpacing(10);
  buildSampling(second);
  second->addStretch(1);
}

void StudyDock::buildSampling(QBoxLayout* row) {
  m_sampling = makeList(this, "studySampling", tr("Method"));
  for (const char* label : samplingLabels) m_sampling->addItem(tr(label));
  const auto field = [this](const char* name, const QString& accessible, const QString& tip) {
    auto* made = new QLineEdit(this);
    made->setObjectName(QLatin1String(name));
    made->setAccessibleName(accessible);
    made->setToolTip(tip);
    made->setMaximumWidth(fontMetrics().averageCharWidth() * 12);
    connect(made, &QLineEdit::editingFinished, this, &StudyDock::takeSampling);
    return made;
  };
  m_samples = field("studySamples", tr("Samples"),
                    tr("How many runs; of Morris how many trajectories, of Sobol indices how many rows"));
  m_seed = field("studySeed", tr("Seed"), tr("Another number gives other samples"));
  m_count = new QLabel(this);
  m_count->setObjectName(QStringLiteral("studyCount"));
  connect(m_sampling, &QComboBox::activated, this, &StudyDock::takeSampling);
  row->addWidget(m_sampling);
  row->addWidget(new QLabel(tr("samples"), this));
  row->addWidget(m_samples);
  row->addWidget(new QLabel(tr("seed"), this));
  row->addWidget(m_seed);
  row->addWidget(m_count);
}

QWidget* StudyDock::buildDescription() {
  setLook(*m_variations, "studyVariations", tr("Variations"),
          {tr("Variation"), tr("Distribution"), tr("Values")});
  setLook(*m_results, "studyResults", tr("Results"), {tr("Result"), tr("Expression")});
  m_variations->setColumnWidth(Distribution, fontMetrics().averageCharWidth() * 18);
  connect(m_variations, &QTableWidget::cellChanged, this, &StudyDock::takeVariationCell);
  connect(m_results, &QTableWidget::cellChanged, this, &StudyDock::takeResultCell);
  m_correlations = new QLineEdit(this);
  m_correlations->setObjectName(QStringLiteral("studyCorrelations"));
  m_correlations->setPlaceholderText(tr("correlations, such as mass ~ speed = 0.8; speed ~ height = -0.2"));
  m_correlations->setAccessibleName(tr("Correlations"));
  m_correlations->setToolTip(
      plainTip(tr("Distributions that go together, of random samples; of two normal ones the number is their "
                  "correlation, of others that of the normal variables behind them")));
  connect(m_correlations, &QLineEdit::editingFinished, this, &StudyDock::takeSampling);
  auto* varied = new QWidget(this);
  auto* column = new QVBoxLayout(varied);
  column->setContentsMargins(0, 0, 0, 0);
  column->addWidget(m_variations, 1);
  column->addWidget(m_correlations);
  auto* tables = new QSplitter(Qt::Vertical, this);
  tables->setChildrenCollapsible(false);
  tables->addWidget(varied);
  tables->addWidget(m_results);
  return tables;
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
  setLook(*m_statistics, "studyStatistics", tr("Statistics"),
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
  fill();
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
