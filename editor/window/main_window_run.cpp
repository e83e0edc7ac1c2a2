// Running in a window: stepping, pacing, breakpoints, and what the status bar says of it.
#include <QDoubleSpinBox>
#include <QInputDialog>
#include <QStatusBar>
#include <QTableWidget>
#include <QToolBar>
#include <cmath>
#include <optional>

#include "editor/command_set.h"
#include "editor/document/diagram_document.h"
#include "editor/problems/problems_dock.h"
#include "editor/run/breakpoints_dock.h"
#include "editor/tools/diagram_editor.h"
#include "editor/window/breakpoint_marks.h"
#include "editor/window/floating_dock.h"
#include "editor/window/main_window.h"
#include "editor/window/run_controller.h"
#include "editor/window/run_status.h"
#include "sim_core/diagram/settings.h"

namespace fluxion {

using enum CommandId;

namespace {

// "1 ×" rather than "1.000 ×".
class PaceBox : public QDoubleSpinBox {
 public:
  using QDoubleSpinBox::QDoubleSpinBox;
  QString textFromValue(double value) const override { return locale().toString(value, 'g', 6); }
};

}  // namespace

void MainWindow::addPacingTo(QToolBar& bar) {
  bar.addAction(m_commands->action(Pacing));
  m_pace = new PaceBox(&bar);
  m_pace->setObjectName(QStringLiteral("paceFactor"));
  m_pace->setAccessibleName(tr("Pace"));
  m_pace->setToolTip(tr("Simulated seconds that pass in a second of the wall clock"));
  m_pace->setSuffix(tr(" ×", "times real time"));
  m_pace->setDecimals(3);
  m_pace->setRange(0.001, 1e6);
  m_pace->setStepType(QAbstractSpinBox::AdaptiveDecimalStepType);
  m_pace->setKeyboardTracking(false);
  m_pace->setFixedWidth(fontMetrics().averageCharWidth() * 11);
  bar.addWidget(m_pace);
}

// The setting is the model's, as any other: undone, saved, and obeyed at once by a run.
static void setPacing(DiagramDocument& document, bool on, double rate) {
  const sim::Diagram& diagram = document.diagram();
  sim::Edit edit{MainWindow::tr("Change Pacing").toStdString(), {}};
  const auto set = [&](const char* name, const std::string& value) {
    if (sim::setting(diagram, name) == value) return;
    const bool usual = value == sim::find_setting(name)->default_value;
    edit.set_setting(name, usual ? std::nullopt : std::optional(value));
  };
  set("EnablePacing", on ? "on" : "off");
  if (on) set("PacingRate", QString::number(rate, 'g', 10).toStdString());
  if (!edit.empty()) document.apply(std::move(edit));
}

static void askForTime(MainWindow& window, RunController& runs, const sim::Diagram& diagram) {
  auto* dialog = new QInputDialog(&window);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setObjectName(QStringLiteral("runToDialog"));
  dialog->setWindowTitle(MainWindow::tr("Run to Time"));
  dialog->setLabelText(MainWindow::tr("Pause when the time reaches, in s"));
  dialog->setInputMode(QInputDialog::DoubleInput);
  dialog->setDoubleDecimals(6);
  dialog->setDoubleRange(-1e12, 1e12);
  bool known = false;
  const double stop = QString::fromStdString(sim::setting(diagram, "StopTime")).toDouble(&known);
  const double now = runs.isActive() ? runs.run()->state().progress.time : 0;
  dialog->setDoubleValue(known && std::isfinite(stop) && stop > now ? now + (stop - now) / 2 : now + 1);
  QObject::connect(dialog, &QInputDialog::doubleValueSelected, &window, [&runs](double t) { runs.runTo(t); });
  dialog->open();
}

// A breakpoint on the signal of the selected line, or at the zero crossings of the selected block.
static std::optional<Breakpoint> breakpointFor(const DiagramDocument& document, const DiagramEditor& editor) {
  Breakpoint b;
  const auto lines = editor.selectedLines(), blocks = editor.selectedBlocks();
  if (blocks.size() == 1 && lines.empty()) {
    b.kind = Breakpoint::Kind::ZeroCrossing;
    b.block = blocks.front();
    return b;
  }
  if (lines.empty() || !blocks.empty()) return std::nullopt;
  const sim::Line* line = document.line(lines.front());
  if (!line || !line->source || line->conserving()) return std::nullopt;
  b.signal = *line->source;
  return b;
}

void MainWindow::connectRunning() {
  const auto on = [this](CommandId id, auto&& what) {
    connect(m_commands->action(id), &QAction::triggered, this, std::forward<decltype(what)>(what));
  };
  Breakpoints& breakpoints = m_runs->breakpoints();
  m_breakpoints = new BreakpointsDock(*m_document, breakpoints, this);
  addDockWidget(Qt::BottomDockWidgetArea, m_breakpoints);
  m_breakpoints->hide();
  auto* marks = new BreakpointMarks(m_editor->scene(), breakpoints, m_editor);

  on(StepForward, [this] { m_runs->stepForward(); });
  on(StepBack, [this] { m_runs->stepBack(); });
  on(RunToTime, [this] { askForTime(*this, *m_runs, m_document->diagram()); });
  on(SteppingOptions, [this] { openSteppingDialog(this); });
  on(Pacing, [this](bool checked) { setPacing(*m_document, checked, m_pace->value()); });
  connect(m_pace, &QDoubleSpinBox::valueChanged, this, [this](double rate) {
    if (m_commands->action(Pacing)->isChecked()) setPacing(*m_document, true, rate);
  });
  on(ShowBreakpoints, [this] {
    showAtBottom(*m_breakpoints, *this);
    m_breakpoints->table()->setFocus();
  });
  on(AddBreakpoint, [this, &breakpoints] {
    const auto wanted = breakpointFor(*m_document, *m_editor);
    if (!wanted) return;
    showAtBottom(*m_breakpoints, *this);
    m_breakpoints->edit(breakpoints.add(*wanted));
  });
  const auto enable = [this] {
    m_commands->action(AddBreakpoint)->setEnabled(breakpointFor(*m_document, *m_editor).has_value());
  };
  connect(m_editor, &DiagramEditor::selectionChanged, this, enable);
  enable();
  connect(m_breakpoints, &BreakpointsDock::blockRequested, m_editor, &DiagramEditor::revealBlock);
  connect(m_document, &DiagramDocument::replaced, this,
          [this, &breakpoints] { breakpoints.open(m_document->path()); });
  connect(m_document, &DiagramDocument::pathChanged, &breakpoints, &Breakpoints::rename);

  connect(m_runs, &RunController::pausedAt, this,
          [this, marks](double t, const std::vector<int>& which, const QString& why) {
            statusBar()->showMessage(tr("Paused at t = %1 s: %2").arg(t, 0, 'g', 8).arg(why));
            marks->setMet(which);
            m_breakpoints->mark(which.front());
          });
  connect(m_runs, &RunController::phaseChanged, this, [this, marks] {
    if (!m_runs->isActive() || m_runs->run()->phase() != SimulationRun::Phase::Running) return;
    statusBar()->clearMessage();
    marks->setMet({});
    m_breakpoints->mark(-1);
  });
  connect(m_runs, &RunController::noticed, this,
          [this](const QString& text) { statusBar()->showMessage(text, 6000); });
}

// Notes can wait until somebody looks for them.
void MainWindow::showProblems() {
  const auto matters = [](const sim::Diagnostic& d) { return d.severity != sim::Severity::Note; };
  if (std::ranges::none_of(m_problems->diagnostics(), matters)) return;
  showAtBottom(*m_problems, *this);
}

void MainWindow::onRunFinished() {
  const SimulationRun& run = *m_runs->run();
  const sim::RunResult& result = run.result();
  showProblems();
  if (run.model() == nullptr) {
    m_status->clear();
    statusBar()->showMessage(result.end == sim::RunEnd::Failed ? tr("The model has errors: see Problems.")
                             : result.end == sim::RunEnd::Stopped
                                 ? tr("Stopped before the model was compiled.")
                             : m_problems->diagnostics().empty() ? tr("The model is in order.")
                                                                 : tr("The model can run: see Problems."));
    return;
  }
  const QString summary = runSummary(result);
  statusBar()->showMessage(result.ended_by.empty()
                               ? summary
                               : tr("%1. %2 ended the run at t = %3 s")
                                     .arg(summary, QString::fromStdString(result.ended_by))
                                     .arg(result.statistics.end_time, 0, 'g', 6));
}

}  // namespace fluxion
