#pragma once
// A run that is over, made once more in the background so that something is recorded that was not. Nobody
// sees it; it can be taken back at any time.
#include <QObject>
#include <QTimer>
#include <atomic>
#include <memory>
#include <thread>

#include "sim_core/run/model_run.h"

namespace fluxion {

class RunRepetition : public QObject {
  Q_OBJECT
 public:
  explicit RunRepetition(QObject* parent = nullptr);
  // Asks it to stop, and waits for the step it is in.
  ~RunRepetition() override;

  // `run` is executed up to the time that the run before it has reached. In place of one that is not over.
  void start(std::shared_ptr<sim::ModelRun> run, double end);
  void cancel();
  bool isActive() const { return m_run != nullptr; }
  // Of the simulated time, from 0 to 1.
  double progress() const;

 signals:
  void advanced();  // a few times a second
  void finished();  // not where it was taken back

 private:
  void poll();

  std::shared_ptr<sim::ModelRun> m_run;
  double m_end = 0;
  std::shared_ptr<std::atomic<bool>> m_over;
  std::thread m_thread;
  QTimer m_timer;
};

}  // namespace fluxion
