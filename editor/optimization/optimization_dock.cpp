#include "editor/optimization/optimization_dock.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QPushButton>
#include <QSplitter>
#include <QTableWidget>
#include <QVBoxLayout>
#include <algorithm>

#include "editor/document/diagram_document.h"
#include "editor/document/member_command.h"
#include "editor/optimization/goal_dialog.h"
#include "editor/plots/plot_canvas.h"
#include "editor/shown_number.h"
#include "sim_core/optimization/kept_problem.h"

namespace fluxion {

namespace {

constexpr int lookInterval = 60;  // ms between two looks at the search

}  // namespace

OptimizationDock::OptimizationDock(DiagramDocument& document, const std::shared_ptr<CompiledModels>& models,
                                   QWidget* parent)
    : QDockWidget(tr("Response Optimization"), parent),
      m_document(document),
      m_inquiry(this, optimizationWork(models), [this](const OptimizationAnswer& answer) { take(answer); }),
      m_status(new DockStatus(*this, QStringLiteral("optimizationMessage"), lookInterval)),
      m_parameters(new QTableWidget(0, ColumnCount, this)),
      m_goals(new QTableWidget(0, GoalColumnCount, this)),
      m_plot(new PlotCanvas(this)) {
  setObjectName(QStringLiteral("optimizationDock"));
  auto *row = new QHBoxLayout, *second = new QHBoxLayout;
  buildTools(row, second);
  auto* layout = makeDockContent(*this, {row, second}, *m_status);
  buildTables();
  auto* tables = new QSplitter(Qt::Vertical, this);
  tables->setChildrenCollapsible(false);
  tables->addWidget(m_goals);
  tables->addWidget(m_parameters);
  auto* splitter = new QSplitter(this);
  splitter->setChildrenCollapsible(false);
  splitter->addWidget(tables);
  splitter->addWidget(m_plot);
  splitter->setSizes({580, 500});
  layout->addWidget(splitter, 1);
  connect(m_status, &DockStatus::waited, this, &OptimizationDock::look);
  connect(&m_document, &DiagramDocument::changed, this, [this] {
    if (isVisible()) readModel();
  });
  connect(&m_document, &DiagramDocument::replaced, this, [this] {
    if (m_searching) m_progress->stop(), m_inquiry.drop();
    forgetFound();
    readModel();
  });
  forgetFound();
}

void OptimizationDock::showEvent(QShowEvent* event) {
  QDockWidget::showEvent(event);
  readModel();
  // What goals may name; the answer says nothing more.
  if (!m_inquiry.isBusy())
    m_inquiry.ask({std::make_shared<const sim::Diagram>(m_document.diagram()), {}, false, {}});
}

void OptimizationDock::forgetFound() {
  m_report.reset();
  m_steps.clear();
  m_status->say(tr("Add goals, check the parameters to be varied, and press Optimize."));
}

void OptimizationDock::readModel() {
  sim::Diagnostics problems;
  const sim::OptimizationProblem kept = sim::kept_optimization(m_document.diagram(), &problems);
  if (!problems.empty()) m_status->say(QString::fromStdString(to_text(problems.front())), true);
  m_problem = kept;
  fillParameters();
  fillGoals();
  fillFound();
  draw();
  updateTools();
}

void OptimizationDock::keep(const sim::OptimizationProblem& problem) {
  m_document.undoStack().push(new MemberCommand(m_document, tr("Change Goals"), sim::optimization_member,
                                                sim::optimization_text(problem)));
  readModel();
}

void OptimizationDock::addGoal(const sim::Goal& goal) {
  sim::OptimizationProblem problem = m_problem;
  problem.goals.push_back(goal);
  keep(problem);
}

void OptimizationDock::replaceGoal(int row, const sim::Goal& goal) {
  sim::OptimizationProblem problem = m_problem;
  problem.goals.at(static_cast<std::size_t>(row)) = goal;
  if (problem != m_problem) keep(problem);
}

void OptimizationDock::removeGoal(int row) {
  if (row < 0 || row >= static_cast<int>(m_problem.goals.size())) return;
  sim::OptimizationProblem problem = m_problem;
  problem.goals.erase(problem.goals.begin() + row);
  keep(problem);
}

void OptimizationDock::vary(const QString& parameter, bool varied) {
  sim::OptimizationProblem problem = m_problem;
  const auto is_it = [&](const sim::VariedParameter& p) { return p.name == parameter.toStdString(); };
  const bool known = std::any_of(problem.parameters.begin(), problem.parameters.end(), is_it);
  if (known == varied) return;
  if (varied)
    problem.parameters.push_back({parameter.toStdString()});
  else
    std::erase_if(problem.parameters, is_it);
  keep(problem);
}

// -1: a new one.
void OptimizationDock::editGoal(int row) {
  std::optional<sim::Goal> goal;
  if (row >= 0 && row < static_cast<int>(m_problem.goals.size()))
    goal = m_problem.goals[static_cast<std::size_t>(row)];
  GoalDialog dialog(m_signalNames, goal, this);
  if (dialog.exec() != QDialog::Accepted || !dialog.goal()) return;
  if (goal)
    replaceGoal(row, *dialog.goal());
  else
    addGoal(*dialog.goal());
}

// A bound or start of a parameter that is varied, or whether it is.
void OptimizationDock::takeEditedCell(int row, int column) {
  if (m_filling) return;
  const QString name = m_parameters->item(row, Name)->text();
  if (column == Name) return vary(name, m_parameters->item(row, Name)->checkState() == Qt::Checked);
  if (column == Found) return;
  sim::OptimizationProblem problem = m_problem;
  const auto parameter = std::find_if(problem.parameters.begin(), problem.parameters.end(),
                                      [&](const auto& p) { return p.name == name.toStdString(); });
  if (parameter == problem.parameters.end()) return;
  const QString text = m_parameters->item(row, column)->text().trimmed();
  const auto value = typedNumber(text);
  if (!text.isEmpty() && !value) {
    m_status->say(tr("%1: “%2” is no number").arg(name, text), true);
    return fillParameters();
  }
  constexpr double infinity = std::numeric_limits<double>::infinity();
  if (column == Start) parameter->start = value;
  if (column == Minimum) parameter->minimum = value.value_or(-infinity);
  if (column == Maximum) parameter->maximum = value.value_or(infinity);
  if (problem != m_problem) keep(problem);
}

void OptimizationDock::optimize() {
  if (m_searching) return;
  m_report.reset();
  m_steps.clear();
  m_searching = true;
  m_searched = m_problem;
  OptimizationQuestion question;
  question.diagram = std::make_shared<const sim::Diagram>(m_document.diagram());
  question.problem = m_problem;
  question.search = true;
  question.progress = m_progress = std::make_shared<OptimizationProgress>();
  m_status->say(tr("Optimizing…"));
  m_inquiry.ask(std::move(question));
  m_status->wait();
  fillFound();
  draw();
  updateTools();
}

void OptimizationDock::stop() {
  if (m_searching) m_progress->stop();
}

// At the search, as long as it goes on.
void OptimizationDock::look() {
  if (!m_searching || !m_progress) return;
  if (auto seen = m_progress->take(); !seen.empty()) {
    for (sim::OptimizationStep& step : seen) {
      if (!m_steps.empty()) m_steps.back().responses.reset();
      m_steps.push_back(std::move(step));
    }
    const sim::OptimizationStep& best = m_steps.back();
    m_status->say(best.violation > sim::goal_tolerance
                      ? tr("Optimizing: run %1, the largest violation is %2")
                            .arg(QString::number(best.runs), shownNumber(best.violation))
                      : tr("Optimizing: run %1, all goals are kept, the cost is %2")
                            .arg(QString::number(best.runs), shownNumber(best.cost)));
    fillFound();
    draw();
  }
  m_status->wait();
}

void OptimizationDock::take(const OptimizationAnswer& answer) {
  if (!answer.searched) {
    if (!answer.signalNames.empty()) {
      m_signalNames.clear();
      for (const std::string& name : answer.signalNames) m_signalNames << QString::fromStdString(name);
    }
    if (!m_searching || !answer.stopped) return;
  }
  look();
  m_status->stopWaiting();
  m_searching = false;
  m_report = answer.report;
  if (answer.stopped)
    m_status->say(tr("Canceled."));
  else if (!m_report)
    m_status->say(QString::fromStdString(to_text(answer.problems.back())), true);
  else
    tellResult();
  fillFound();
  draw();
  updateTools();
  emit answered();
}

void OptimizationDock::tellResult() {
  QStringList texts;
  const QString runs = QString::number(m_report->runs);
  if (m_report->stopped) texts << tr("Stopped after %1 runs, with the best values so far.").arg(runs);
  if (m_report->all_kept)
    texts << tr("All goals are kept, after %1 runs.").arg(runs);
  else
    texts << tr("Not all goals are kept, after %1 runs.").arg(runs);
  for (const sim::Diagnostic& note : m_report->notes) texts << QString::fromStdString(to_text(note)) + u'.';
  m_status->say(texts.join(u' '), !m_report->notes.empty());
}

void OptimizationDock::apply() {
  if (!m_report) return;
  const auto edit = sim::write_optimum(m_document.diagram(), m_document.library(), *m_report);
  if (!edit) return m_status->say(QString::fromStdString(to_text(edit.error())), true);
  m_document.apply(*edit);
  m_status->say(tr("Written into the model; Undo takes it back."));
}

void OptimizationDock::updateTools() {
  m_optimize->setEnabled(!m_searching && !m_problem.goals.empty() && !m_problem.parameters.empty());
  m_stop->setEnabled(m_searching);
  m_apply->setEnabled(m_report && !m_searching);
  const bool chosen =
      m_goals->currentRow() >= 0 && m_goals->currentRow() < static_cast<int>(m_problem.goals.size());
  m_edit->setEnabled(chosen), m_remove->setEnabled(chosen);
}

}  // namespace fluxion
