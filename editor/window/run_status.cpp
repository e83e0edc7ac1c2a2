#include "editor/window/run_status.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QProgressBar>
#include <cmath>

#include "editor/duration_text.h"
#include "editor/plain_text.h"
#include "editor/shown_number.h"

namespace fluxion {

static QString count(quint64 n) { return QLocale::c().toString(n).replace(u',', QChar(0x2009)); }

RunStatus::RunStatus(QWidget* parent)
    : QWidget(parent),
      m_solver(new QLabel),
      m_time(new QLabel),
      m_rate(new QLabel),
      m_left(new QLabel),
      m_steps(new QLabel),
      m_rejected(new QLabel),
      m_jacobians(new QLabel),
      m_progress(new QProgressBar) {
  m_progress->setObjectName(QStringLiteral("runProgress"));
  m_progress->setAccessibleName(tr("Progress of the run"));
  m_progress->setRange(0, 1000);
  m_progress->setFixedWidth(120);
  m_progress->setMaximumHeight(fontMetrics().height() + 2);
  m_progress->setAlignment(Qt::AlignCenter);
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(0, 0, 8, 0);
  layout->setSpacing(14);
  struct Row {
    QLabel* label;
    const char* name;
    QString tip;
  };
  const Row rows[] = {{m_jacobians, "runJacobians", tr("How often the solver has computed its Jacobian")},
                      {m_rejected, "runRejected", tr("Steps that the error control has rejected")},
                      {m_steps, "runSteps", tr("Major steps of the run")},
                      {m_left, "runLeft", tr("How long the run will take from now on")},
                      {m_rate, "runRate", tr("Simulated seconds in a second of the wall clock")},
                      {m_time, "runTime", tr("Simulated time, in s")},
                      {m_solver, "runSolver", tr("The solver")}};
  for (const Row& row : rows) {
    row.label->setObjectName(QString::fromLatin1(row.name));
    row.label->setToolTip(row.tip);
    layout->addWidget(row.label);
  }
  layout->insertWidget(5, m_progress);
  clear();
}

void RunStatus::setSolver(const QString& name) { m_solver->setText(name); }

void RunStatus::setTimeUnit(const sim::TimeUnit& unit) {
  m_unit = unit;
  m_time->setToolTip(plainTip(tr("Simulated time, in %1").arg(QString::fromStdString(unit.name))));
}

void RunStatus::clear() {
  for (QLabel* label : {m_time, m_rate, m_left, m_steps, m_rejected, m_jacobians}) label->clear();
  m_progress->hide();
  fit();
}

void RunStatus::showCompiling() {
  clear();
  m_time->setText(tr("compiling…"));
}

void RunStatus::show(const RunState& state, bool active) {
  const sim::RunProgress& p = state.progress;
  m_time->setText(QStringLiteral("t = %1 %2")
                      .arg(shownNumber(m_unit.shown(p.time)), QString::fromStdString(m_unit.name)));
  m_steps->setText(tr("%1 steps").arg(count(p.steps)));
  m_rejected->setText(tr("%1 rejected").arg(count(p.rejected)));
  m_jacobians->setText(p.jacobians == 0   ? QString()
                       : p.jacobians == 1 ? tr("1 Jacobian")
                                          : tr("%1 Jacobians").arg(count(p.jacobians)));
  const bool moves = active && state.rate > 0;
  m_rate->setText(moves ? tr("%1 × real time").arg(shownNumber(state.rate, 3)) : QString());
  const double span = state.stopTime - state.startTime;
  const bool ends = std::isfinite(span) && span > 0;
  m_left->setText(moves && ends ? tr("%1 left").arg(durationText((state.stopTime - p.time) / state.rate))
                                : QString());
  m_progress->setVisible(active);
  m_progress->setTextVisible(ends);
  if (ends) {
    m_progress->setRange(0, 1000);
    m_progress->setValue(static_cast<int>(1000 * (p.time - state.startTime) / span));
  } else {
    m_progress->setRange(0, 0);  // no end: busy
  }
  fit();
}

// The message on the left needs room too.
void RunStatus::fit() {
  const int width = window()->width();
  const auto show = [](QLabel* label, bool room) { label->setVisible(room && !label->text().isEmpty()); };
  show(m_jacobians, width >= 1100);
  show(m_rejected, width >= 1000);
  show(m_left, width >= 900);
  show(m_steps, width >= 800);
  show(m_rate, width >= 700);
  show(m_solver, width >= 600);
}

void RunStatus::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  window()->installEventFilter(this);
  fit();
}

bool RunStatus::eventFilter(QObject* watched, QEvent* event) {
  if (watched == window() && event->type() == QEvent::Resize) fit();
  return QWidget::eventFilter(watched, event);
}

QString runSummary(const sim::RunResult& result, const sim::TimeUnit& unit) {
  const sim::RunStatistics& s = result.statistics;
  const QString end = result.end == sim::RunEnd::Finished  ? RunStatus::tr("Finished")
                      : result.end == sim::RunEnd::Stopped ? RunStatus::tr("Stopped")
                                                           : RunStatus::tr("Failed");
  return RunStatus::tr("%1: t = %2 %3, %4 steps, %5")
      .arg(end, shownNumber(unit.shown(s.end_time), 8), QString::fromStdString(unit.name), count(s.steps),
           durationText(s.run_seconds));
}

}  // namespace fluxion
