#pragma once
// The right end of the status bar: solver, time, progress, rate, steps and rejected steps of the run.
#include <QWidget>

#include "editor/run/simulation_run.h"

class QLabel;
class QProgressBar;

namespace fluxion {

class RunStatus : public QWidget {
  Q_OBJECT
 public:
  explicit RunStatus(QWidget* parent = nullptr);

  void setSolver(const QString& name);
  void showCompiling();
  void show(const RunState& state, bool active);
  void clear();

 private:
  QLabel *m_solver, *m_time, *m_rate, *m_steps, *m_rejected;
  QProgressBar* m_progress;
};

}  // namespace fluxion
