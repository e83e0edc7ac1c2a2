#pragma once
// One run of a model in a thread of its own, and what the window sees of it. The thread compiles a copy of
// the diagram and runs it; the window looks at the log and the progress at display rate and never waits for
// either, but for the end of the thread once it was asked to stop.
#include <QElapsedTimer>
#include <QObject>
#include <QTimer>
#include <memory>
#include <thread>

#include "sim_core/run/model_run.h"

namespace fluxion {

// What the status bar says of a run.
struct RunState {
  sim::RunProgress progress;
  double startTime = 0, stopTime = 0;
  double rate = 0;  // simulated seconds a second, over the last half second; pauses do not count
};

class SimulationRun : public QObject {
  Q_OBJECT
 public:
  enum class Phase { Idle, Compiling, Running, Paused, Over };

  // The library must outlive the run.
  SimulationRun(sim::Diagram diagram, const sim::BlockLibrary& library, QObject* parent = nullptr);
  // Stops the run and waits for its thread.
  ~SimulationRun() override;

  enum class Goal { Run, Compile };
  void start(Goal goal = Goal::Run);  // once only
  void pause();
  void resume();
  void stop();

  Phase phase() const { return m_phase; }
  bool isActive() const { return m_phase != Phase::Idle && m_phase != Phase::Over; }

  // From compiled() on; null before, and where the model does not compile.
  std::shared_ptr<const sim::SignalLog> log() const;    // keeps what it belongs to alive
  std::shared_ptr<sim::WatchBoard> watchBoard() const;  // likewise
  const sim::ModelRun* model() const { return m_model.get(); }
  const sim::Diagram& diagram() const { return m_diagram; }
  RunState state() const { return m_state; }
  // From finished() on.
  const sim::RunResult& result() const { return m_result; }

 signals:
  void compiled();  // model() and log() are there; the run begins
  void advanced();  // at display rate while it runs
  void phaseChanged();
  void finished();  // result() is there; also where the model does not compile

 private:
  struct Shared;
  void take(std::shared_ptr<sim::ModelRun> model);
  void complete(sim::RunResult result);
  void poll();
  void setPhase(Phase phase);

  sim::Diagram m_diagram;
  const sim::BlockLibrary& m_library;
  std::shared_ptr<Shared> m_shared;
  std::shared_ptr<sim::ModelRun> m_model;
  std::thread m_thread;
  QTimer m_timer;
  QElapsedTimer m_clock;
  double m_rateTime = 0;  // simulated time where the rate's window began
  RunState m_state;
  sim::RunResult m_result;
  Phase m_phase = Phase::Idle;
};

}  // namespace fluxion
