#include "editor/window/run_controller.h"

#include <QEventLoop>
#include <QStringList>
#include <QTimer>
#include <algorithm>

#include "editor/compiled/compiled_models.h"
#include "editor/document/diagram_document.h"
#include "editor/problems/problems_dock.h"
#include "editor/scopes/residual_source.h"
#include "editor/simulation/tapped_signals.h"
#include "editor/window/scope_docks.h"
#include "sim_core/diagram/settings.h"
#include "sim_core/expr/evaluate.h"
#include "sim_core/expr/workspace.h"
#include "sim_core/interfaces/workspaces.h"
#include "sim_core/model_run/open_inputs.h"
#include "sim_core/operating_points/operating_point_file.h"

namespace fluxion {

double paceOf(const sim::Diagram& diagram) {
  if (sim::setting(diagram, "EnablePacing") != "on") return 0;
  const sim::expr::Workspace variables = sim::model_workspace(diagram);
  const auto rate =
      sim::expr::evaluate(sim::setting(diagram, "PacingRate"), sim::expr::WorkspaceScope(variables));
  return rate ? std::max(0.0, rate->as_scalar().value_or(0)) : 0;
}

RunController::RunController(DiagramDocument& document, ScopeDocks& scopes, ProblemsDock& problems,
                             std::shared_ptr<CompiledModels> models, QObject* parent)
    : QObject(parent),
      m_document(document),
      m_scopes(scopes),
      m_problems(problems),
      m_models(std::move(models)) {
  // A slider that is dragged edits the document many times a second.
  constexpr int soon = 30;  // ms
  m_edited.setSingleShot(true);
  m_edited.setInterval(soon);
  connect(&m_edited, &QTimer::timeout, this, &RunController::followDocument);
  connect(&m_document, &DiagramDocument::changed, this, [this] {
    if (isActive() && !m_edited.isActive()) m_edited.start();
  });
  connect(&m_breakpoints, &Breakpoints::changed, this, &RunController::followBreakpoints);
}

RunController::~RunController() = default;

void RunController::start() {
  if (isActive()) return m_run->resume();
  begin(SimulationRun::Goal::Run);
}

void RunController::check() {
  if (!isActive()) begin(SimulationRun::Goal::Compile);
}

void RunController::stepForward() {
  if (isActive()) return m_run->stepForward(Stepping::remembered().moveBy);
  RunPlan plan;
  plan.paused = true;
  begin(SimulationRun::Goal::Run, plan);
}

void RunController::stepBack() {
  if (isPaused()) m_run->stepBack(Stepping::remembered().moveBy);
}

void RunController::runTo(double t) {
  Breakpoint at;
  at.kind = Breakpoint::Kind::Time;
  at.value = t;
  at.once = true;
  m_breakpoints.add(at);
  start();
}

void RunController::setStart(const QString& operatingPoint) {
  m_start = operatingPoint;
  const auto inputs = sim::read_point_inputs(operatingPoint.toStdString());
  m_startInputs = inputs ? *inputs : std::map<std::string, double>();
}

void RunController::begin(SimulationRun::Goal goal, RunPlan plan) {
  m_problems.clear();
  if (m_before) m_before();
  sim::Diagram model = m_document.diagram();
  if (m_profiling) model.settings["Profile"] = "on";
  m_heldInputs.clear();
  if (goal == SimulationRun::Goal::Run) {
    m_heldInputs = m_startInputs;
    model = sim::with_held_inputs(model, m_heldInputs);
  }
  m_run = std::make_unique<SimulationRun>(std::move(model), m_document.library());
  if (goal == SimulationRun::Goal::Run) {
    const CompiledModels::Compiled last = m_models->last();
    m_run->reuse({last.model, last.diagram});
  }
  if (const Stepping stepping = Stepping::remembered(); stepping.backEnabled) {
    plan.keptPoints = static_cast<std::size_t>(stepping.keptPoints);
    plan.keptInterval = static_cast<std::uint64_t>(stepping.interval);
  }
  if (!m_breakpoints.all().empty())
    plan.conditions = [all = m_breakpoints.all()](const sim::Diagram& diagram, const sim::Program& program) {
      return pauseConditions(all, diagram, program, diagram);
    };
  plan.lookedAt = goal == SimulationRun::Goal::Run ? m_tapped : std::vector<sim::PortRef>();
  if (!m_tapped.empty())
    plan.taps = [outputs = m_tapped](const sim::Diagram& diagram, const sim::Program& program) {
      std::vector<std::shared_ptr<sim::Tap>> taps;
      const std::vector<int> watched = watchedIndices(findSignals(outputs, diagram, program));
      if (auto tap = tapFor(watched, program)) taps.push_back(std::move(tap));
      return taps;
    };
  m_run->setPlan(std::move(plan));
  connect(m_run.get(), &SimulationRun::compiled, this, &RunController::onCompiled);
  connect(m_run.get(), &SimulationRun::finished, this, &RunController::onFinished);
  connect(m_run.get(), &SimulationRun::phaseChanged, this, &RunController::phaseChanged);
  connect(m_run.get(), &SimulationRun::conditionsMet, this, &RunController::onConditionsMet);
  connect(m_run.get(), &SimulationRun::tuned, this, &RunController::onTuned);
  connect(m_run.get(), &SimulationRun::advanced, this, [this] {
    m_scopes.refresh();
    emit advanced(m_run->state());
  });
  if (goal == SimulationRun::Goal::Run) m_run->startFrom(m_start.toStdString());
  m_run->start(goal);
}

void RunController::pause() {
  if (isActive()) m_run->pause();
}

// The document has been edited while a run is active: what can be changed in it, is.
void RunController::followDocument() {
  if (!isActive() || !m_run->model()) return;
  m_run->setPace(paceOf(m_document.diagram()));
  m_run->tune(sim::with_held_inputs(m_document.diagram(), m_heldInputs));
  if (!m_breakpoints.all().empty()) followBreakpoints();  // their values may read variables
}

void RunController::onTuned(const sim::ModelRun::Tuned& what) {
  if (!what.refused.empty()) {
    const sim::Diagnostic& first = what.refused.front();
    const QString text = QString::fromStdString(first.severity == sim::Severity::Error || first.path.empty()
                                                    ? first.message
                                                    : first.path + ": " + first.message);
    emit noticed(tr("%1; the change takes effect with the next run.").arg(text));
  } else if (!what.changes.empty()) {
    const sim::TunedParameter& c = what.changes.front();
    const QString text = QStringLiteral("%1.%2 = %3")
                             .arg(QString::fromStdString(c.block), QString::fromStdString(c.parameter),
                                  QString::fromStdString(c.after));
    emit noticed(c.at_start_only
                     ? tr("%1: a run begins with it, so it counts from the next one on.").arg(text)
                 : what.changes.size() == 1
                     ? text
                     : tr("%1 and %n more", nullptr, static_cast<int>(what.changes.size()) - 1).arg(text));
  }
}

void RunController::followBreakpoints() {
  if (!isActive() || !m_run->model()) return;
  m_run->setPauseConditions(pauseConditions(m_breakpoints.all(), m_run->diagram(), m_run->model()->program(),
                                            m_document.diagram()));
}

void RunController::setTaps(std::vector<std::shared_ptr<sim::Tap>> taps) {
  if (isActive()) m_run->setTaps(std::move(taps));
}

void RunController::onConditionsMet(const std::vector<sim::PauseHit>& hits) {
  std::vector<int> ids;
  QStringList why;
  std::vector<sim::PauseHit> once;  // elements of a vector count as one
  for (const sim::PauseHit& hit : hits) {
    const Breakpoint* b = m_breakpoints.find(hit.id);
    if (!b || std::ranges::find(ids, hit.id) != ids.end()) continue;
    ids.push_back(hit.id);
    once.push_back(hit);
    why << breakpointText(m_document.diagram(), *b);
  }
  if (ids.empty()) return;
  m_breakpoints.hit(once);
  emit pausedAt(hits.front().time, ids, why.join(QStringLiteral(", ")));
}

void RunController::stop() {
  if (m_run) m_run->stop();
}

void RunController::stopAndWait() {
  constexpr int longest = 3000;  // ms: compiling is not interrupted
  if (!isActive()) return;
  QEventLoop loop;
  connect(this, &RunController::finished, &loop, &QEventLoop::quit);
  QTimer::singleShot(longest, &loop, &QEventLoop::quit);
  stop();
  loop.exec(QEventLoop::ExcludeUserInputEvents);
}

void RunController::abandon() {
  m_edited.stop();
  m_run.reset();
  m_models->forget();
  m_count = 0;
  emit phaseChanged();
}

QString RunController::nameOfRun() const {
  const sim::Program& program = m_run->model()->program();
  QString name = m_naming ? m_naming() : tr("Run %1").arg(m_count);
  if (program.invariants.empty() && program.projections.empty() && program.joint_projections.empty())
    return name;
  const bool off = sim::setting(m_run->diagram(), "Projection") == "off";
  return off ? tr("%1, no projection").arg(name) : tr("%1, projection").arg(name);
}

void RunController::onCompiled() {
  ++m_count;
  m_models->keep({m_run->sharedModel(), m_run->compiledModel().diagram});
  m_name = nameOfRun();
  const sim::ModelRun& model = *m_run->model();
  m_problems.add(model.warnings());
  std::vector<ScopeSource> sources =
      scopeSources(model.program(), m_run->log(), m_name, model.start_time(), model.stop_time());
  for (ScopeSource& source : sources) source.timeUnit = sim::time_unit(m_run->diagram());
  m_scopes.showRun(std::move(sources));
  ScopeSource shown;
  shown.log = m_run->log();
  shown.run = m_name;
  shown.startTime = model.start_time();
  shown.stopTime = model.stop_time();
  shown.timeUnit = sim::time_unit(m_run->diagram());
  if (auto residuals = residualSource(model.program(), shown)) m_scopes.keepResiduals(*std::move(residuals));
  emit compiled();
  emit advanced(m_run->state());
}

void RunController::onFinished() {
  for (const Breakpoint& b : std::vector(m_breakpoints.all()))
    if (b.once) m_breakpoints.remove(b.id);
  m_problems.add(m_run->result().diagnostics);
  if (m_run->model()) {
    m_scopes.finish();
    emit advanced(m_run->state());
  }
  emit finished(m_run->result().end);
}

}  // namespace fluxion
