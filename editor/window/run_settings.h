#pragma once
// The model's settings of runs that the toolbar and the status bar show: stop time, pacing, projection,
// solver, unit of time. They are edited here as anywhere else, in undo steps, and followed by a run that goes
// on.
#include <QObject>

class QDoubleSpinBox;
class QLineEdit;
class QToolBar;

namespace fluxion {

class RunStatus;
class Workbench;

class RunSettings : public QObject {
  Q_OBJECT
 public:
  // Both must outlive it.
  RunSettings(Workbench& bench, RunStatus& status);

  void addStopTime(QToolBar& bar);
  void addPacing(QToolBar& bar);
  // Shows what the model says now.
  void sync();

 private:
  void applyStopTime();
  void applyProjection(bool on);
  void applyPacing(bool on);

  Workbench& m_bench;
  RunStatus& m_status;
  QLineEdit* m_stopTime;
  QDoubleSpinBox* m_pace;
};

}  // namespace fluxion
