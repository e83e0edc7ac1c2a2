#include "editor/study/study_dock.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QSplitter>
#include <QTableWidget>
#include <QVBoxLayout>
#include <algorithm>

#include "editor/compiled/compiled_models.h"
#include "editor/document/diagram_document.h"
#include "editor/document/member_command.h"
#include "editor/duration_text.h"
#include "editor/scopes/table_text.h"
#include "editor/shown_number.h"
#include "editor/study/row_table.h"
#include "editor/study/study_form.h"
#include "editor/study/study_plots.h"
#include "sim_core/base/text.h"
#include "sim_core/study/kept_study.h"

namespace fluxion {

namespace {

constexpr int lookInterval = 100;        // ms between two looks at the runs
constexpr qint64 shortestRedraw = 1000;  // ms between two pictures of a large study

sim::Study newStudy() {
  sim::Study study;
  study.samples = 100;
  study.seed = 1;
  study.sampling = sim::Sampling::LatinHypercube;
  return study;
}

// The name of the model's file is that of the moment, and no part of what was asked.
bool asksTheSame(sim::Study a, sim::Study b) {
  a.model.clear(), b.model.clear();
  return a == b;
}

}  // namespace

StudyDock::StudyDock(DiagramDocument& document, const std::shared_ptr<CompiledModels>& models,
                     QWidget* parent)
    : QDockWidget(tr("Study"), parent),
      m_document(document),
      m_inquiry(this, studyWork(models), [this](const StudyAnswer& answer) { take(answer); }),
      m_status(new DockStatus(*this, QStringLiteral("studyMessage"), lookInterval)),
      m_rows(new RowTable(this)),
      m_plots(new StudyPlots(*m_rows, this)),
      m_form(new StudyForm(document, *m_status, *this)),
      m_statistics(new QTableWidget(this)) {
  setObjectName(QStringLiteral("studyDock"));
  auto *row = new QHBoxLayout, *second = new QHBoxLayout;
  buildTools(row, second);
  auto* layout = makeDockContent(*this, {row, second}, *m_status);
  auto* splitter = new QSplitter(this);
  splitter->setChildrenCollapsible(false);
  splitter->addWidget(m_form->makeTables());
  splitter->addWidget(buildOutcome());
  splitter->setSizes({480, 620});
  layout->addWidget(splitter, 1);
  connect(m_form, &StudyForm::edited, this, &StudyDock::change);
  connect(m_status, &DockStatus::waited, this, &StudyDock::look);
  connect(&m_document, &DiagramDocument::replaced, this, &StudyDock::forget);
  connect(&m_document, &DiagramDocument::changed, this, [this] {
    readModel();
    if (isVisible()) updateTools();
  });
  forget();
}

void StudyDock::showEvent(QShowEvent* event) {
  QDockWidget::showEvent(event);
  updateTools();
  // What results may name; the answer says nothing more.
  if (m_inquiry.isBusy()) return;
  StudyQuestion question;
  question.kind = StudyQuestion::Kind::Signals;
  question.diagram = std::make_shared<const sim::Diagram>(m_document.diagram());
  m_inquiry.ask(std::move(question));
}

// Another model: what was there belongs to the one before.
void StudyDock::forget() {
  if (m_running) stop(), m_inquiry.drop();
  m_running = false;
  m_study = m_saved = newStudy();
  m_path.clear();
  m_form->setSignalNames({});
  m_course.reset();
  m_diagram.reset();
  m_finished = m_begun = false;
  m_rows->begin({});
  m_plots->begin();
  showStudy();
  showOutcome();
  m_status->say(tr("Add what varies and what is asked of each run, and press Start."));
  if (const auto kept = sim::kept_study(m_document.diagram()); kept && !kept->file.empty())
    loadKept(QString::fromStdString(kept->file));
  readModel();
}

// A model says which file: one that it may not read is left to its user.
void StudyDock::loadKept(const QString& file) {
  const QString path = QFileInfo(m_document.home()).dir().filePath(file);
  const sim::SharedAccess& access = m_document.diagram().access;
  if (access && access->may_read(path.toStdString()))
    load(path);
  else
    m_status->say(
        tr("The file of the study, %1, lies outside of the model's folder: open it if you trust it.")
            .arg(file),
        true);
}

void StudyDock::showStudy() {
  m_form->setStudy(m_study);
  updateTools();
}

void StudyDock::setStudy(const sim::Study& study) {
  change(study);
  showStudy();
}

void StudyDock::change(const sim::Study& study) {
  if (study == m_study) return;
  m_study = study;
  m_status->say({});
  keep();
  updateTools();
}

bool StudyDock::isModified() const { return !asksTheSame(m_study, m_saved); }

void StudyDock::keep() {
  std::optional<std::string> text;
  if (isModified()) {
    sim::KeptStudy kept{m_study, {}};
    kept.study.model.clear();
    if (!m_path.isEmpty())
      kept.file = QFileInfo(m_document.home()).dir().relativeFilePath(m_path).toStdString();
    text = sim::study_text(kept);
  }
  const auto& members = m_document.diagram().unknown;
  const auto now = members.find(sim::study_member);
  if (text ? now != members.end() && now->second == *text : now == members.end()) return;
  m_document.undoStack().push(new MemberCommand(m_document, tr("Change Study"), sim::study_member, text));
}

void StudyDock::readModel() {
  if (m_running) return;
  sim::Diagnostics problems;
  const auto kept = sim::kept_study(m_document.diagram(), &problems);
  if (!problems.empty()) m_status->say(QString::fromStdString(to_text(problems.front())), true);
  const sim::Study& wanted = kept ? kept->study : m_saved;
  if (!problems.empty() || asksTheSame(wanted, m_study)) return;
  m_study = wanted;
  showStudy();
}

// Whether the rows are those of the study and the model as they are now.
bool StudyDock::rowsFit() const {
  return m_diagram && m_rows->study() == m_study && *m_diagram == sim::without_plans(m_document.diagram());
}

void StudyDock::start() {
  if (m_running) return pause(false);
  m_study.model =
      m_document.path().isEmpty() ? std::string() : QFileInfo(m_document.path()).fileName().toStdString();
  if (!m_path.isEmpty() && !saveFile(m_path)) return;
  StudyQuestion question;
  question.kind = StudyQuestion::Kind::Runs;
  question.study = m_study;
  question.path = m_path.toStdString();
  if (const auto problems = sim::check_study(m_study); !problems.empty())
    return m_status->say(QString::fromStdString(to_text(problems.front())), true);
  const bool goesOn = m_path.isEmpty() && rowsFit() && !m_finished;
  if (goesOn) question.before = m_rows->rows();
  if (!rowsFit()) m_diagram = std::make_shared<const sim::Diagram>(sim::without_plans(m_document.diagram()));
  question.diagram = m_diagram;
  question.course = m_course = std::make_shared<StudyCourse>();
  m_rows->begin(m_study);
  if (!goesOn) m_plots->begin();
  m_running = true;
  m_finished = false;
  m_drawn.start();
  m_progress->setValue(0);
  m_status->say(tr("Preparing the runs…"));
  m_inquiry.ask(std::move(question));
  m_status->wait();
  showOutcome();
  updateTools();
}

void StudyDock::pause(bool paused) {
  if (!m_running) return;
  m_course->pause(paused);
  if (paused) m_status->say(tr("Paused: runs that are under way are still made."));
  updateTools();
}

void StudyDock::stop() {
  if (m_running && m_course) m_course->stop();
}

void StudyDock::discard() {
  if (m_running) return;
  if (!m_path.isEmpty()) QFile::remove(journal());
  m_diagram.reset();
  m_finished = m_begun = false;
  m_rows->begin(m_study);
  m_plots->begin();
  showOutcome();
  m_status->say(tr("The rows are gone: Start makes all runs."));
  updateTools();
}

QString StudyDock::journal() const {
  if (m_path.isEmpty()) return {};
  return QString::fromStdString(sim::journal_path(sim::table_path(m_path.toStdString(), {})));
}

// Whether rows are kept beside the file, of whichever state of the study.
bool StudyDock::hasJournal() const { return !m_path.isEmpty() && QFile::exists(journal()); }

// At the runs, as long as they come.
void StudyDock::look() {
  if (!m_running || !m_course) return;
  StudyCourse::News news = m_course->take();
  const bool first = m_rows->rows().empty() && !news.rows.empty();
  m_rows->add(news.rows);
  if (!news.elements.empty()) m_plots->setElements(std::move(news.elements));
  m_plots->add(std::move(news.curves));
  if (news.progress) showProgress(*news.progress);
  if (first || (!news.rows.empty() && (m_rows->rows().size() < 500 || m_drawn.elapsed() > shortestRedraw))) {
    showOutcome();
    m_drawn.restart();
  }
  m_status->wait();
}

void StudyDock::showProgress(const sim::StudyProgress& progress) {
  m_progress->setValue(static_cast<int>(1000.0 * static_cast<double>(progress.done) /
                                        static_cast<double>(std::max<std::uint64_t>(1, progress.runs))));
  if (isPaused()) return;
  QStringList texts{tr("%1 of %2 runs").arg(progress.done).arg(progress.runs)};
  if (progress.failed > 0) texts << tr("%1 failed").arg(progress.failed);
  if (progress.seconds_left > 0) texts << tr("%1 left").arg(durationText(progress.seconds_left));
  m_status->say(texts.join(QStringLiteral(", ")));
}

void StudyDock::take(const StudyAnswer& answer) {
  if (!answer.signalNames.empty()) {
    QStringList names;
    for (const std::string& name : answer.signalNames) names << QString::fromStdString(name);
    m_form->setSignalNames(names);
  }
  if (answer.kind == StudyQuestion::Kind::Signals) return;
  if (answer.kind == StudyQuestion::Kind::Table && !m_running) {
    m_begun = answer.begun;
    m_rows->begin(m_study);
    m_rows->add(answer.rows);
    m_finished = !answer.rows.empty();
    if (!answer.problems.empty())
      m_status->say(tr("The table beside the study is another one's: %1")
                        .arg(QString::fromStdString(to_text(answer.problems.front()))),
                    true);
    else if (m_begun)
      m_status->say(tr("The study was stopped: Continue makes the runs that are missing."));
    else
      m_status->say(m_finished ? tr("Opened with its table of %1 runs.").arg(answer.rows.size())
                               : tr("Opened; no run was made yet."));
  }
  if (m_running && (answer.kind == StudyQuestion::Kind::Runs || !m_inquiry.isBusy())) {
    look();
    m_status->stopWaiting();
    m_running = false;
    m_begun = hasJournal();
    if (answer.kind == StudyQuestion::Kind::Nothing)
      m_status->say(tr("Stopped."));
    else if (!answer.problems.empty())
      m_status->say(QString::fromStdString(to_text(answer.problems.front())), true);
    else
      tellOutcome(answer.outcome);
    readModel();
  }
  showOutcome();
  updateTools();
  emit answered();
}

void StudyDock::tellOutcome(const sim::StudyOutcome& outcome) {
  m_finished = outcome.finished;
  m_begun = !outcome.finished;
  QStringList texts;
  texts << (outcome.finished ? tr("All %1 runs are made.").arg(outcome.runs)
                             : tr("Stopped after %1 of %2 runs; Continue makes the others.")
                                   .arg(m_rows->rows().size())
                                   .arg(outcome.runs));
  if (outcome.failed > 0) texts << tr("%1 failed; their messages are in the table.").arg(outcome.failed);
  if (!outcome.table.empty()) texts << tr("Written: %1.").arg(QString::fromStdString(outcome.table));
  m_status->say(texts.join(u' '), outcome.failed > 0);
}

void StudyDock::showOutcome() {
  const auto statistics = sim::statistics_of(m_rows->study(), m_rows->rows());
  m_statistics->setRowCount(static_cast<int>(statistics.size()));
  for (int row = 0; row < m_statistics->rowCount(); ++row) {
    const sim::ResultStatistics& s = statistics[static_cast<std::size_t>(row)];
    QStringList texts{QString::fromStdString(s.result), QString::number(s.runs)};
    for (const double value : {s.mean, s.deviation, s.minimum, s.low, s.median, s.high, s.maximum})
      texts << (s.runs > 0 ? shownNumber(value) : QString());
    for (int column = 0; column < texts.size(); ++column) setCell(*m_statistics, row, column, texts[column]);
  }
  if (m_plots->isVisible()) m_plots->draw();
}

void StudyDock::updateTools() {
  const bool missing = !m_running && !m_finished && (m_begun || (rowsFit() && !m_rows->rows().empty()));
  m_start->setText(isPaused() || missing ? tr("&Continue") : tr("&Start"));
  m_start->setEnabled(!m_running || isPaused());
  m_pause->setEnabled(m_running && !isPaused());
  m_stop->setEnabled(m_running);
  m_discard->setEnabled(!m_running && (m_begun || !m_rows->rows().empty()));
  m_progress->setVisible(m_running);
  m_remove->setEnabled(!m_running);
  m_open->setEnabled(!m_running);
  m_form->setEditable(!m_running);
  m_file->setText(m_path.isEmpty()
                      ? tr("Kept with the model")
                      : QFileInfo(m_path).fileName() + (isModified() ? QStringLiteral(" *") : QString()));
}

}  // namespace fluxion
