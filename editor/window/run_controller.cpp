#include "editor/window/run_controller.h"

#include "editor/document/diagram_document.h"
#include "editor/problems/problems_dock.h"
#include "editor/window/scope_docks.h"
#include "sim_core/diagram/settings.h"

namespace fluxion {

RunController::RunController(DiagramDocument& document, ScopeDocks& scopes, ProblemsDock& problems,
                             QObject* parent)
    : QObject(parent), m_document(document), m_scopes(scopes), m_problems(problems) {}

RunController::~RunController() = default;

void RunController::start() {
  if (isPaused()) return m_run->resume();
  if (!isActive()) begin(SimulationRun::Goal::Run);
}

void RunController::check() {
  if (!isActive()) begin(SimulationRun::Goal::Compile);
}

void RunController::begin(SimulationRun::Goal goal) {
  m_problems.clear();
  sim::Diagram model = m_document.diagram();
  if (m_watching) model.settings["WatchSignals"] = "on";
  m_run = std::make_unique<SimulationRun>(std::move(model), m_document.library());
  connect(m_run.get(), &SimulationRun::compiled, this, &RunController::onCompiled);
  connect(m_run.get(), &SimulationRun::finished, this, &RunController::onFinished);
  connect(m_run.get(), &SimulationRun::phaseChanged, this, &RunController::phaseChanged);
  connect(m_run.get(), &SimulationRun::advanced, this, [this] {
    m_scopes.refresh();
    emit advanced(m_run->state());
  });
  m_run->start(goal);
}

void RunController::pause() {
  if (isActive()) m_run->pause();
}

void RunController::stop() {
  if (m_run) m_run->stop();
}

void RunController::abandon() {
  m_run.reset();
  m_count = 0;
  emit phaseChanged();
}

// What tells a run from the one before it: where invariants are kept or not, that.
QString RunController::runName() const {
  const sim::Program& program = m_run->model()->program();
  const QString name = tr("run %1").arg(m_count);
  if (program.invariants.empty() && program.projections.empty()) return name;
  const bool off = sim::setting(m_run->diagram(), "Projection") == "off";
  return off ? tr("%1, no projection").arg(name) : tr("%1, projection").arg(name);
}

void RunController::onCompiled() {
  ++m_count;
  const sim::ModelRun& model = *m_run->model();
  m_problems.add(model.warnings());
  const bool opened = m_scopes.showRun(
      scopeSources(model.program(), m_run->log(), runName(), model.start_time(), model.stop_time()));
  if (opened) emit scopesOpened();
  emit advanced(m_run->state());
}

void RunController::onFinished() {
  m_problems.add(m_run->result().diagnostics);
  if (m_run->model()) {
    m_scopes.finish();
    emit advanced(m_run->state());
  }
  emit finished(m_run->result().end);
}

}  // namespace fluxion
