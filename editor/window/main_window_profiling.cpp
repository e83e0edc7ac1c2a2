// What runs cost, and where they are: the Profiler and the Operating Point.
#include <QScreen>
#include <QStackedWidget>

#include "editor/command_set.h"
#include "editor/dialogs/configuration_dialog.h"
#include "editor/document/diagram_document.h"
#include "editor/operating_point/operating_point_dock.h"
#include "editor/profiler/profiler_dock.h"
#include "editor/tools/diagram_editor.h"
#include "editor/window/floating_dock.h"
#include "editor/window/main_window.h"
#include "editor/window/run_controller.h"

namespace fluxion {

using enum CommandId;

// The model lives as long as somebody holds its log.
static std::shared_ptr<const sim::ModelRun> modelOf(const SimulationRun* run) {
  return run && run->model() ? std::shared_ptr<const sim::ModelRun>(run->log(), run->model()) : nullptr;
}

// Made when it is first asked for.
void MainWindow::showOperatingPoint() {
  auto* point = findChild<OperatingPointDock*>();
  if (!point) {
    point = new OperatingPointDock(*m_document, this);
    addDockWidget(Qt::BottomDockWidgetArea, point);
    point->setFloating(true);
    point->resize(QSize(980, 460).boundedTo(screen()->availableSize() * 0.9));
    const auto follow = [this, point, shown = std::weak_ptr<const sim::ModelRun>()]() mutable {
      const auto model = modelOf(m_runs->run());
      if (model && shown.lock() != model) {
        shown = model;
        point->setRun(model, m_runs->run()->watchBoard());
      }
      point->refresh(!m_runs->isActive() || m_runs->isPaused());
    };
    connect(m_runs, &RunController::advanced, point, follow);
    connect(m_runs, &RunController::phaseChanged, point, follow);
    connect(m_runs, &RunController::finished, point, follow);
    connect(m_document, &DiagramDocument::replaced, point, &OperatingPointDock::clear);
    connect(point, &OperatingPointDock::startChanged, m_runs, &RunController::setStart);
    connect(point, &OperatingPointDock::blockRequested, m_editor, &DiagramEditor::revealBlock);
    connect(m_stack, &QStackedWidget::currentChanged, point, [this, point] {
      if (isStartPageShown()) point->hide();
    });
    auto now = follow;
    now();
  }
  toggleFloating(*point, *this);
}

void MainWindow::connectProfiling() {
  connect(m_commands->action(ShowOperatingPoint), &QAction::triggered, this, &MainWindow::showOperatingPoint);
  QAction* profileRuns = m_commands->action(ProfileRuns);
  auto* profiler = new ProfilerDock(profileRuns, this);
  addDockWidget(Qt::BottomDockWidgetArea, profiler);
  profiler->setFloating(true);  // tables and plots are wide; who likes it beside the diagram docks it
  profiler->resize(QSize(1080, 420).boundedTo(screen()->availableSize() * 0.9));
  profiler->hide();
  connect(m_commands->action(ShowProfiler), &QAction::triggered, profiler,
          [this, profiler] { toggleFloating(*profiler, *this); });
  connect(profileRuns, &QAction::toggled, m_runs, &RunController::setProfiling);
  connect(m_runs, &RunController::advanced, profiler,
          [this, profiler, shown = std::weak_ptr<const sim::ModelRun>()]() mutable {
            const auto model = modelOf(m_runs->run());
            if (model && shown.lock() != model) {
              shown = model;
              profiler->showRun(model);
            }
            profiler->refresh();
          });
  connect(m_runs, &RunController::finished, profiler, [this, profiler] {
    if (modelOf(m_runs->run())) profiler->finish(m_runs->run()->result().statistics);
  });
  connect(m_document, &DiagramDocument::replaced, profiler, &ProfilerDock::clear);
  connect(profiler, &ProfilerDock::blockRequested, m_editor, &DiagramEditor::revealBlock);
  connect(m_stack, &QStackedWidget::currentChanged, profiler, [this, profiler] {
    if (isStartPageShown()) profiler->hide();
  });
}

void MainWindow::showConfiguration() {
  ConfigurationDialog dialog(*m_document, this);
  const SimulationRun* run = m_runs->run();
  if (run && run->phase() == SimulationRun::Phase::Over && run->model()) {
    Settings settings = run->diagram().settings;
    settings.erase("Profile");  // of the window
    dialog.setLastRun(run->result().statistics, settings);
  }
  dialog.setKeptRuns(configurationsOfRuns());
  dialog.exec();
}

}  // namespace fluxion
