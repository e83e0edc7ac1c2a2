#pragma once
// A run that is over, made once more in the background so that something is recorded that was not; where it
// was not even computed, the model is recompiled for it. Nobody sees it; it can be taken back at any time.
#include <QObject>
#include <QTimer>
#include <atomic>
#include <memory>
#include <thread>
#include <vector>

#include "editor/background.h"
#include "sim_core/model_run/model_run.h"
#include "sim_core/simulate/tap.h"

namespace fluxion {

struct RepeatedRun {
  std::vector<sim::PortRef> outputs;           // what it was made for, as lines leave them
  std::shared_ptr<const sim::ModelRun> model;  // null: it could not be made
  std::shared_ptr<sim::Tap> tap;  // indices are those of the model; null: nothing was left to be recorded
  sim::Diagnostics problems;      // why it could not be made
};

class RunRepetition : public QObject {
  Q_OBJECT
 public:
  struct Order {
    std::shared_ptr<const sim::ModelRun> run;     // which is over
    std::shared_ptr<const sim::Diagram> diagram;  // it was compiled from
    std::shared_ptr<const sim::BlockLibrary> library;
    std::vector<sim::PortRef> outputs;  // to be recorded
    double end = 0;                     // the time that it has reached
  };

  explicit RunRepetition(QObject* parent = nullptr);
  // Asks it to stop, and waits for the step it is in.
  ~RunRepetition() override;

  // In place of one that is not over.
  void start(Order order);
  void cancel();
  bool isActive() const { return m_active; }
  // What it is made for.
  const std::vector<sim::PortRef>& outputs() const { return m_repeated.outputs; }
  // Of the simulated time, from 0 to 1.
  double progress() const;

 signals:
  void advanced();                             // a few times a second
  void finished(const RepeatedRun& repeated);  // not where it was taken back

 private:
  struct Prepared {
    std::shared_ptr<sim::ModelRun> run;
    std::shared_ptr<sim::Tap> tap;
    sim::Diagnostics problems;
  };
  static Prepared prepare(const Order& order);
  void execute(const Prepared& prepared);
  void poll();
  void finish();

  bool m_active = false;
  RepeatedRun m_repeated;
  Background<Order, Prepared> m_preparing;
  std::shared_ptr<sim::ModelRun> m_run;  // while it is executed
  double m_end = 0;
  std::shared_ptr<std::atomic<bool>> m_over;
  std::thread m_thread;
  QTimer m_timer;
};

}  // namespace fluxion
