#include "editor/window/run_status.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QProgressBar>
#include <cmath>

namespace fluxion {

RunStatus::RunStatus(QWidget* parent)
    : QWidget(parent),
      m_solver(new QLabel),
      m_time(new QLabel),
      m_rate(new QLabel),
      m_steps(new QLabel),
      m_rejected(new QLabel),
      m_progress(new QProgressBar) {
  m_progress->setObjectName(QStringLiteral("runProgress"));
  m_progress->setAccessibleName(tr("Progress of the run"));
  m_progress->setRange(0, 1000);
  m_progress->setTextVisible(false);
  m_progress->setFixedWidth(120);
  m_progress->setMaximumHeight(fontMetrics().height());
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(0, 0, 8, 0);
  layout->setSpacing(14);
  const std::pair<QLabel*, QString> labels[] = {{m_steps, QStringLiteral("runSteps")},
                                                {m_rejected, QStringLiteral("runRejected")},
                                                {m_rate, QStringLiteral("runRate")},
                                                {m_time, QStringLiteral("runTime")},
                                                {m_solver, QStringLiteral("runSolver")}};
  for (const auto& [label, name] : labels) {
    label->setObjectName(name);
    layout->addWidget(label);
  }
  layout->insertWidget(3, m_progress);
  clear();
}

void RunStatus::setSolver(const QString& name) { m_solver->setText(name); }

void RunStatus::clear() {
  for (QLabel* label : {m_time, m_rate, m_steps, m_rejected}) label->clear();
  m_progress->hide();
}

void RunStatus::showCompiling() {
  clear();
  m_time->setText(tr("compiling…"));
}

void RunStatus::show(const RunState& state, bool active) {
  const auto count = [](quint64 n) { return QLocale::c().toString(n).replace(u',', QChar(0x2009)); };
  m_time->setText(QStringLiteral("t = %1").arg(state.progress.time, 0, 'g', 6));
  m_steps->setText(tr("%1 steps").arg(count(state.progress.steps)));
  m_rejected->setText(tr("%1 rejected").arg(count(state.progress.rejected)));
  m_rate->setText(active && state.rate > 0 ? tr("%1 × real time").arg(state.rate, 0, 'g', 3) : QString());
  const double span = state.stopTime - state.startTime;
  m_progress->setVisible(active);
  if (std::isfinite(span) && span > 0) {
    m_progress->setRange(0, 1000);
    m_progress->setValue(static_cast<int>(1000 * (state.progress.time - state.startTime) / span));
  } else {
    m_progress->setRange(0, 0);  // no end: busy
  }
}

}  // namespace fluxion
