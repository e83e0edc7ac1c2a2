#include "editor/window/run_commands.h"

#include <QInputDialog>
#include <QStatusBar>
#include <algorithm>
#include <cmath>

#include "editor/canvas/diagram_view.h"
#include "editor/document/diagram_document.h"
#include "editor/problems/problems_dock.h"
#include "editor/tools/diagram_editor.h"
#include "editor/tools/selection.h"
#include "editor/window/run_controller.h"
#include "editor/window/run_outputs.h"
#include "editor/window/run_status.h"
#include "editor/window/scope_docks.h"
#include "editor/window/workbench.h"
#include "sim_core/diagram/settings.h"

namespace fluxion {

// Beside the figures of a run there is little.
static bool hasRoomFor(const QStatusBar& bar, const QString& text) {
  int room = bar.width();
  for (const QWidget* figure : bar.findChildren<QWidget*>(Qt::FindDirectChildrenOnly))
    if (figure->isVisible() && figure->width() > 0) room = std::min(room, figure->x());
  constexpr int margin = 12;
  return bar.fontMetrics().horizontalAdvance(text) + margin <= room;
}

// What To File and To Variable blocks hand on, said behind how the run went.
static void connectOutputs(Workbench& bench) {
  auto* outputs = new RunOutputs(bench.document(), bench.problems(), &bench);
  QObject::connect(&bench.runs(), &RunController::finished, outputs,
                   [&bench, outputs] { outputs->take(*bench.runs().run()); });
  const auto add = [&bench](const QString& said) {
    bench.say(QStringLiteral("%1. %2").arg(bench.window().statusBar()->currentMessage(), said));
  };
  QObject::connect(outputs, &RunOutputs::variablesChanged, &bench, [add](const QStringList& names) {
    add(RunCommands::tr("Recorded %1").arg(names.join(QStringLiteral(", "))));
  });
  QObject::connect(outputs, &RunOutputs::filesWritten, &bench, [add](const QStringList& files) {
    add(RunCommands::tr("Wrote %1").arg(files.join(QStringLiteral(", "))));
  });
}

RunCommands::RunCommands(Workbench& bench, RunStatus& status) : m_bench(bench), m_status(status) {
  RunController& runs = bench.runs();
  connectCommands();
  connect(&runs, &RunController::phaseChanged, this, &RunCommands::enable);
  connect(&bench, &Workbench::modelShown, this, &RunCommands::enable);
  connect(&runs, &RunController::finished, this, &RunCommands::sayEnd);
  connectOutputs(bench);
  connect(&runs, &RunController::advanced, this,
          [this](const RunState& state) { m_status.show(state, m_bench.runs().isActive()); });
  connect(&runs, &RunController::pausedAt, this,
          [this](double t, const std::vector<int>&, const QString& why) {
            m_bench.say(tr("Paused at t = %1 s: %2").arg(t, 0, 'g', 8).arg(why));
          });
  connect(&runs, &RunController::phaseChanged, this, [this, &runs] {
    if (runs.isActive() && runs.run()->phase() == SimulationRun::Phase::Running)
      m_bench.window().statusBar()->clearMessage();
  });
  connect(&runs, &RunController::noticed, this, &RunCommands::sayNotice);
  connect(&bench.scopes(), &ScopeDocks::runToRequested, this, &RunCommands::runTo);
  enable();
}

void RunCommands::connectCommands() {
  RunController* runs = &m_bench.runs();
  const auto on = [this, runs](CommandId id, void (RunController::*what)()) {
    connect(m_bench.command(id), &QAction::triggered, runs, what);
  };
  on(CommandId::Run, &RunController::start);
  on(CommandId::Pause, &RunController::pause);
  on(CommandId::Stop, &RunController::stop);
  on(CommandId::StepForward, &RunController::stepForward);
  on(CommandId::StepBack, &RunController::stepBack);
  connect(m_bench.command(CommandId::UpdateDiagram), &QAction::triggered, this, &RunCommands::update);
  connect(m_bench.command(CommandId::RunToTime), &QAction::triggered, this, &RunCommands::askForTime);
  connect(m_bench.command(CommandId::SteppingOptions), &QAction::triggered, this,
          [this] { openSteppingDialog(&m_bench.window()); });
}

void RunCommands::enable() {
  using enum CommandId;
  const RunController& runs = m_bench.runs();
  const bool shown = m_bench.isModelShown(), active = runs.isActive(), paused = runs.isPaused();
  const auto set = [this](CommandId id, bool on) { m_bench.command(id)->setEnabled(on); };
  set(UpdateDiagram, shown && !active);
  set(Run, shown && (!active || paused));
  set(Pause, active && !paused);
  set(Stop, active);
  set(StepForward, shown && (!active || paused));
  set(StepBack, paused && Stepping::remembered().backEnabled);
  for (const CommandId id : {RunToTime, SteppingOptions, Pacing, Projection}) set(id, shown);
  if (active && runs.run()->phase() == SimulationRun::Phase::Compiling) m_status.showCompiling();
}

void RunCommands::update() {
  const sim::Diagnostics findings = m_bench.document().updateLinks();
  m_bench.runs().check();
  m_bench.problems().add(findings);
}

void RunCommands::askForTime() {
  RunController& runs = m_bench.runs();
  auto* dialog = new QInputDialog(&m_bench.window());
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setObjectName(QStringLiteral("runToDialog"));
  dialog->setWindowTitle(tr("Run to Time"));
  dialog->setLabelText(tr("Pause when the time reaches, in s"));
  dialog->setInputMode(QInputDialog::DoubleInput);
  dialog->setDoubleDecimals(6);
  dialog->setDoubleRange(-1e12, 1e12);
  bool known = false;
  const double stop =
      QString::fromStdString(sim::setting(m_bench.document().diagram(), "StopTime")).toDouble(&known);
  const double now = runs.isActive() ? runs.run()->state().progress.time : 0;
  dialog->setDoubleValue(known && std::isfinite(stop) && stop > now ? now + (stop - now) / 2 : now + 1);
  connect(dialog, &QInputDialog::doubleValueSelected, this, [&runs](double t) { runs.runTo(t); });
  dialog->open();
}

// In a scope: how far a run is to go.
void RunCommands::runTo(double t) {
  RunController& runs = m_bench.runs();
  if (runs.isActive() && runs.run()->state().progress.time >= t)
    return m_bench.say(tr("The run is beyond t = %1 s already.").arg(t, 0, 'g', 6), 6000);
  runs.runTo(t);
}

void RunCommands::sayNotice(const QString& text) {
  QStatusBar& bar = *m_bench.window().statusBar();
  if (hasRoomFor(bar, text)) return bar.showMessage(text, 6000);
  bar.clearMessage();
  tellOnCanvas(m_bench.editor().view(), text);
}

// Of a run that went well everything can wait: the status bar counts.
void RunCommands::sayEnd() {
  const SimulationRun& run = *m_bench.runs().run();
  const sim::RunResult& result = run.result();
  if (run.model() == nullptr || result.end == sim::RunEnd::Failed) m_bench.showProblems();
  if (run.model() == nullptr) {
    m_status.clear();
    m_bench.say(result.end == sim::RunEnd::Failed          ? tr("The model has errors: see Problems.")
                : result.end == sim::RunEnd::Stopped       ? tr("Stopped before the model was compiled.")
                : m_bench.problems().diagnostics().empty() ? tr("The model is in order.")
                                                           : tr("The model can run: see Problems."));
    return;
  }
  const QString summary = runSummary(result, sim::time_unit(run.diagram()));
  m_bench.say(result.ended_by.empty()
                  ? summary
                  : tr("%1. %2 ended the run").arg(summary, QString::fromStdString(result.ended_by)));
}

}  // namespace fluxion
