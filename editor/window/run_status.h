#pragma once
// The right end of the status bar: steps, rejected steps and Jacobians of the run, its rate, when it will
// end, its time and progress, and the solver. In small windows what matters less goes.
#include <QWidget>

#include "editor/simulation/simulation_run.h"
#include "sim_core/base/time_unit.h"

class QLabel;
class QProgressBar;

namespace fluxion {

class RunStatus : public QWidget {
  Q_OBJECT
 public:
  explicit RunStatus(QWidget* parent = nullptr);

  void setSolver(const QString& name);
  void setTimeUnit(const sim::TimeUnit& unit);
  void showCompiling();
  void show(const RunState& state, bool active);
  void clear();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void showEvent(QShowEvent* event) override;

 private:
  void fit();

  sim::TimeUnit m_unit;
  QLabel *m_solver, *m_time, *m_rate, *m_left, *m_steps, *m_rejected, *m_jacobians;
  QProgressBar* m_progress;
};

// "Finished: t = 10 s, 735 steps, 0.8 ms".
QString runSummary(const sim::RunResult& result, const sim::TimeUnit& unit);

}  // namespace fluxion
