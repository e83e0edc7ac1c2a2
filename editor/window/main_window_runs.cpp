// The runs that are kept: each that ends goes to the library, and the Runs dock leads to what can be done
// with them.
#include <QAction>
#include <QStatusBar>
#include <QTreeWidget>

#include "editor/command_set.h"
#include "editor/dialogs/configuration_comparison.h"
#include "editor/document/diagram_document.h"
#include "editor/profiler/profiler_dock.h"
#include "editor/runs/compare_window.h"
#include "editor/runs/plots_window.h"
#include "editor/runs/run_text.h"
#include "editor/runs/runs_dock.h"
#include "editor/tools/diagram_editor.h"
#include "editor/window/floating_dock.h"
#include "editor/window/main_window.h"
#include "editor/window/run_controller.h"
#include "editor/window/run_ghosts.h"
#include "editor/window/scope_docks.h"

namespace fluxion {

void MainWindow::connectRuns() {
  m_runs->setNaming([this] { return m_kept->nextName(); });
  new RunGhosts(*m_kept, *m_scopes, m_kept);
  connect(m_runs, &RunController::finished, this, &MainWindow::keepRun);
  connect(m_document, &DiagramDocument::replaced, m_kept, [this] { m_kept->setModel(m_document->path()); });
  connect(m_document, &DiagramDocument::pathChanged, m_kept, &RunLibrary::setPath);
  connect(m_runsDock, &RunsDock::said, this,
          [this](const QString& text) { statusBar()->showMessage(text, 10'000); });
  connect(m_runsDock, &RunsDock::snapshotRequested, this,
          [this](const sim::Diagram& model, const QString& run) {
            auto* window = new MainWindow(m_library);
            window->setAttribute(Qt::WA_DeleteOnClose);
            window->newDiagram();
            window->document().setDiagram(model);
            window->show();
            window->editor().zoomToFit();
            window->statusBar()->showMessage(tr("%1 as it was in %2").arg(m_document->title(), run));
          });
  connect(m_runsDock, &RunsDock::compareRequested, this,
          [this](const QString& baseline, const QString& other) {
            const Run a = m_kept->find(baseline), b = m_kept->find(other);
            if (!a || !b) return;
            auto* window = new CompareWindow(*m_kept, this);
            window->setAttribute(Qt::WA_DeleteOnClose);
            window->compare(a, b);
            window->show();
          });
  connect(m_runsDock, &RunsDock::imported, this, [this] { showAtBottom(*m_runsDock, *this); });
  connect(findChild<QAction*>(QStringLiteral("importData")), &QAction::triggered, m_runsDock,
          &RunsDock::chooseImport);
  connect(m_scopes, &ScopeDocks::measuredDataRequested, m_runsDock, &RunsDock::chooseImport);
  connect(m_runsDock, &RunsDock::profileRequested, this, &MainWindow::showProfileOf);
  const auto plotSignals = [this](const QStringList& runs) {
    auto* window = findChild<PlotsWindow*>();
    if (!window) {
      window = new PlotsWindow(*m_kept, this, &m_scopes->cursors());
      connect(window, &PlotsWindow::said, m_runsDock, &RunsDock::said);
    }
    window->inspect(runs);
    window->show();
    window->raise();
    window->activateWindow();
  };
  connect(m_runsDock, &RunsDock::inspectRequested, this, plotSignals);
  connect(m_commands->action(CommandId::PlotRuns), &QAction::triggered, this,
          [this, plotSignals] { plotSignals(m_runsDock->chosen()); });
  connect(m_commands->action(CommandId::ShowRuns), &QAction::triggered, m_runsDock, [this] {
    showAtBottom(*m_runsDock, *this);
    m_runsDock->table().setFocus();
  });
}

// Of all runs of models, the newest first; read from their files when somebody looks at them.
std::vector<OtherConfiguration> MainWindow::configurationsOfRuns() const {
  std::vector<OtherConfiguration> all;
  const auto& runs = m_kept->runs();
  for (auto it = runs.rbegin(); it != runs.rend(); ++it) {
    const Run run = *it;
    const sim::RunSummary& summary = run->summary;
    if (summary.solver.empty()) continue;
    OtherConfiguration other;
    other.name = tr("%1 (%2, %3)")
                     .arg(QString::fromStdString(summary.name), QString::fromStdString(summary.solver),
                          timeText(summary.created));
    other.purpose = tr("The settings of a run that was kept.");
    other.load = [run]() -> std::optional<Settings> {
      const auto details = sim::run_details(*run);
      const auto model = details ? snapshotOf(**details) : std::nullopt;
      return model ? std::optional(model->settings) : std::nullopt;
    };
    all.push_back(std::move(other));
  }
  return all;
}

void MainWindow::showProfileOf(const QString& id) {
  const Run run = m_kept->find(id);
  if (!run) return;
  const auto details = sim::run_details(*run);
  if (!details) {
    statusBar()->showMessage(QString::fromStdString(to_text(details.error())), 10'000);
    return;
  }
  auto* profiler = findChild<ProfilerDock*>();
  profiler->showKept(QString::fromStdString(run->summary.name), (*details)->statistics, (*details)->steps);
  profiler->show();
  profiler->raise();
  profiler->activateWindow();
}

// What was recorded is worth keeping however the run ended.
void MainWindow::keepRun() {
  const SimulationRun& run = *m_runs->run();
  if (run.model() == nullptr || run.log()->size() == 0) return;
  sim::Diagram model = run.diagram();
  // Whether times are measured is no matter of the model.
  if (!m_document->diagram().settings.contains("Profile")) model.settings.erase("Profile");
  sim::RunRecord record = sim::record_run(model, {run.log(), run.model()}, run.result());
  record.summary.name = m_runs->runName().toStdString();
  m_kept->add(std::move(record));
}

}  // namespace fluxion
