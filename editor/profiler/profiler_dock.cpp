#include "editor/profiler/profiler_dock.h"

#include <QAction>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QSplitter>
#include <QTabBar>
#include <QTabWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include "editor/duration_text.h"
#include "editor/plain_text.h"
#include "editor/profiler/cost_tables.h"
#include "editor/profiler/finding_list.h"
#include "editor/profiler/step_plot.h"
#include "editor/theme.h"
#include "sim_core/model_run/run_costs.h"
#include "sim_core/reports/run_findings.h"
#include "sim_core/simulate/run_options.h"

namespace fluxion {

ProfilerDock::ProfilerDock(QAction* profileRuns, QWidget* parent)
    : QDockWidget(tr("Profiler"), parent), m_summary(new QLabel(this)), m_tabs(new QTabWidget(this)) {
  setObjectName(QStringLiteral("profilerDock"));
  m_findings = new FindingList(this);
  m_states = new CostTable(tr("States"), {tr("State"), tr("Steps limited"), tr("%"), tr("Rejections")}, this);
  m_blocks =
      new CostTable(tr("Blocks"), {tr("Block"), tr("% of arithmetic"), tr("Crossings"), tr("per s")}, this);
  m_phases = new CostTable(tr("Time by phase"), {tr("Phase"), tr("ms"), tr("%")}, this);
  m_totals = new CostTable(tr("Totals"), {tr("What"), tr("Number"), tr("%")}, this);
  m_phaseHint = new QLabel(tr("To measure phases, switch on “Profile runs” and run again."), this);
  m_phaseHint->setWordWrap(true);
  m_phaseHint->setContentsMargins(12, 10, 12, 10);
  auto* phases = new QWidget(this);
  auto* phaseLayout = new QVBoxLayout(phases);
  phaseLayout->setContentsMargins(0, 0, 0, 0);
  phaseLayout->setSpacing(0);
  phaseLayout->addWidget(m_phaseHint);
  phaseLayout->addWidget(m_phases, 1);
  m_plot = new StepPlot(this);

  m_tabs->setObjectName(QStringLiteral("profilerTabs"));
  m_tabs->setDocumentMode(true);
  m_tabs->tabBar()->setAccessibleName(tr("What the run cost"));
  m_tabs->addTab(m_findings, tr("Findings"));
  m_tabs->addTab(m_states, tr("States"));
  m_tabs->addTab(m_blocks, tr("Blocks"));
  m_tabs->addTab(phases, tr("Time"));
  m_tabs->addTab(m_totals, tr("Totals"));
  auto* profile = new QToolButton(this);
  profile->setObjectName(QStringLiteral("profileRuns"));
  profile->setDefaultAction(profileRuns);
  profile->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  profile->setAutoRaise(true);
  profile->setFocusPolicy(Qt::StrongFocus);
  m_summary->setObjectName(QStringLiteral("profilerSummary"));
  m_summary->setWordWrap(true);
  auto* top = new QHBoxLayout;
  top->setContentsMargins(12, 4, 6, 4);
  top->addWidget(m_summary, 1);
  top->addWidget(profile);
  auto* splitter = new QSplitter(this);
  splitter->setChildrenCollapsible(false);
  splitter->addWidget(m_tabs);
  splitter->addWidget(m_plot);
  splitter->setStretchFactor(0, 1);
  splitter->setStretchFactor(1, 1);
  m_plot->setMinimumWidth(fontMetrics().averageCharWidth() * 36);
  m_tabs->setMinimumWidth(fontMetrics().averageCharWidth() * 36);
  splitter->setSizes({1000, 1000});
  auto* content = new QWidget(this);
  auto* layout = new QVBoxLayout(content);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addLayout(top);
  layout->addWidget(splitter, 1);
  setWidget(content);
  for (CostTable* table : {m_states, m_blocks})
    connect(table, &CostTable::blockRequested, this, &ProfilerDock::blockRequested);
  connect(m_findings, &FindingList::blockRequested, this, &ProfilerDock::blockRequested);
  connect(this, &QDockWidget::visibilityChanged, this, [this](bool visible) {
    if (visible && m_run && !m_ended) fill(soFar(), false);
    if (visible) m_plot->refresh(true);
  });
  clear();
}

QString ProfilerDock::summary() const { return m_summary->text(); }

void ProfilerDock::clear() {
  m_run = nullptr;
  m_ended = false;
  m_kept.clear();
  m_plot->clear();
  for (CostTable* table : {m_states, m_blocks, m_phases, m_totals}) table->setRowCount(0);
  m_summary->setText(tr("What a run cost, and why its steps are as long as they are."));
  m_findings->show({}, tr("Run the model to see here what dominates the cost of the run."));
  m_phaseHint->show();
}

void ProfilerDock::showRun(std::shared_ptr<const sim::ModelRun> run) {
  m_run = std::move(run);
  m_ended = false;
  m_kept.clear();
  m_plot->showRun(m_run->step_trace(), m_run->start_time(), m_run->stop_time());
  m_since.start();
  fill(soFar(), false);
}

// Twice a second is enough to read, and costs the run nothing.
void ProfilerDock::refresh() {
  constexpr qint64 interval = 500;  // ms
  if (!m_run || m_ended || !isVisible() || m_since.elapsed() < interval) return;
  m_since.restart();
  fill(soFar(), false);
  m_plot->refresh(true);
}

void ProfilerDock::finish(const sim::RunStatistics& statistics) {
  if (!m_run) return;
  m_ended = true;
  fill(statistics, true);
  m_plot->refresh(true);
}

void ProfilerDock::showKept(const QString& name, const sim::RunStatistics& statistics,
                            const std::vector<sim::StepRecord>& steps) {
  m_run = nullptr;
  m_ended = true;
  m_kept = name;
  const auto trace = std::make_shared<sim::StepTrace>(0, 0);
  for (const sim::StepRecord& step : steps) trace->add(step);
  m_plot->showRun(trace, statistics.start_time, statistics.end_time);
  fill(statistics, true);
}

// What can be known while the run goes on.
sim::RunStatistics ProfilerDock::soFar() const {
  sim::RunStatistics s;
  const sim::RunOptions& options = m_run->options();
  const sim::StepTotals totals = m_run->step_trace()->totals();
  s.solver = std::string(options.method->name);
  s.start_time = m_run->start_time();
  const sim::StepTrace::View steps(*m_run->step_trace());
  s.end_time = steps.size() > 0 ? steps[steps.size() - 1].t : s.start_time;
  s.steps = totals.steps;
  s.rejected = totals.rejected_by_error + totals.rejected_by_projection + totals.rejected_by_evaluation;
  for (std::uint64_t n : totals.crossings) s.zero_crossings += n;
  s.profile.max_step = options.max_step;
  s.profile.relative_tolerance = options.relative_tolerance;
  sim::describe_costs(s, m_run->program(), totals, {});
  return s;
}

void ProfilerDock::fill(const sim::RunStatistics& s, bool ended) {
  fillStates(*m_states, s);
  fillBlocks(*m_blocks, s);
  fillPhases(*m_phases, s);
  fillTotals(*m_totals, s);
  m_phaseHint->setVisible(!s.profile.timed);
  m_phases->setVisible(s.profile.timed);
  m_findings->show(sim::find_costs(s), !ended         ? tr("Nothing stands out so far.")
                                       : s.steps < 20 ? tr("The run was too short for anything to stand out.")
                                                      : tr("Nothing stands out in what this run cost."));
  const QLocale numbers = QLocale::c();
  const auto count = [&](std::uint64_t n) { return numbers.toString(static_cast<qulonglong>(n)); };
  const QString solver = QString::fromStdString(s.solver);
  QStringList parts{
      tr("%1: %2 steps").arg(m_kept.isEmpty() ? solver : tr("%1, %2").arg(m_kept, solver), count(s.steps)),
      tr("%1 rejected").arg(count(s.rejected))};
  if (s.jacobians > 0) parts << tr("%1 Jacobians").arg(count(s.jacobians));
  if (s.zero_crossings > 0) parts << tr("%1 zero crossings").arg(count(s.zero_crossings));
  if (ended && !s.backend.empty()) parts << (s.native_kernels > 0 ? tr("machine code") : tr("interpreter"));
  if (ended) parts << durationText(s.run_seconds);
  m_summary->setToolTip(plainTip(QString::fromStdString(s.backend)));
  m_summary->setText(parts.join(tr(", ")));
}

}  // namespace fluxion
