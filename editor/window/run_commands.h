#pragma once
// The commands of runs: to run, pause, stop and step, when they can be used, and what the status bar says of
// runs that pause and end.
#include <QObject>

namespace fluxion {

class RunStatus;
class Workbench;

class RunCommands : public QObject {
  Q_OBJECT
 public:
  // Both must outlive it.
  RunCommands(Workbench& bench, RunStatus& status);

 private:
  void connectCommands();
  void enable();
  void askForTime();
  void runTo(double t);
  void update();
  void sayNotice(const QString& text);
  void sayEnd();

  Workbench& m_bench;
  RunStatus& m_status;
};

}  // namespace fluxion
