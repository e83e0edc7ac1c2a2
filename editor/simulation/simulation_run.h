#pragma once
// One run of a model in a thread of its own, and what the window sees of it. The thread compiles a copy of
// the diagram and runs it; the window looks at the log and the progress at display rate and never waits for
// either, but for the end of the thread once it was asked to stop.
#include <QElapsedTimer>
#include <QObject>
#include <QTimer>
#include <functional>
#include <memory>
#include <string>
#include <thread>

#include "editor/background.h"
#include "sim_core/model_run/model_run.h"
#include "sim_core/simulate/tap.h"

namespace fluxion {

// What the status bar says of a run.
struct RunState {
  sim::RunProgress progress;
  double startTime = 0, stopTime = 0;
  double rate = 0;  // simulated seconds a second, over the last half second; pauses do not count
};

// How a run is to go, besides what its model says.
struct RunPlan {
  bool paused = false;             // begins paused at the start time
  std::size_t keptPoints = 0;      // how often it can be stepped back
  std::uint64_t keptInterval = 1;  // major steps from one of them to the next
  // What pauses it; asked in the run's thread once it is compiled.
  std::function<std::vector<sim::PauseCondition>(const sim::Diagram&, const sim::Program&)> conditions;
  // Outputs, as lines leave them, that are computed although the model does not need them.
  std::vector<sim::PortRef> lookedAt;
  // What is recorded besides, from the start; asked likewise.
  std::function<std::vector<std::shared_ptr<sim::Tap>>(const sim::Diagram&, const sim::Program&)> taps;
};

class SimulationRun : public QObject {
  Q_OBJECT
 public:
  enum class Phase { Idle, Compiling, Running, Paused, Over };

  // The library must outlive the run.
  SimulationRun(sim::Diagram diagram, const sim::BlockLibrary& library, QObject* parent = nullptr);
  // Stops the run and waits for its thread.
  ~SimulationRun() override;

  // Before start(). A compiled model of an earlier run: where it fits, nothing is compiled.
  struct Compiled {
    std::shared_ptr<const sim::ModelRun> model;
    std::shared_ptr<const sim::Diagram> diagram;
  };
  void reuse(Compiled earlier) { m_earlier = std::move(earlier); }
  void setPlan(RunPlan plan) { m_plan = std::move(plan); }
  // An operating point as text, which the run begins at; empty: where the model begins. Before start().
  void startFrom(std::string operatingPoint) { m_origin = std::move(operatingPoint); }

  enum class Goal { Run, Compile };
  void start(Goal goal = Goal::Run);  // once only
  void pause();
  void resume();
  void stop();
  // So many major steps on or back, then it pauses.
  void stepForward(int steps = 1);
  void stepBack(int steps = 1);
  // Simulated seconds a second of the wall clock; 0: as fast as it goes.
  void setPace(double rate);
  void setPauseConditions(std::vector<sim::PauseCondition> conditions);
  // Records these from now on; of those that it records already, the ones that are not among them end.
  void setTaps(std::vector<std::shared_ptr<sim::Tap>> taps);
  const std::vector<std::shared_ptr<sim::Tap>>& taps() const { return m_taps; }
  // Tunable parameters take the values that they have in `now`, worked out in the background; then tuned().
  void tune(const sim::Diagram& now);

  Phase phase() const { return m_phase; }
  bool isActive() const { return m_phase != Phase::Idle && m_phase != Phase::Over; }

  // From compiled() on; null before, and where the model does not compile.
  std::shared_ptr<const sim::SignalLog> log() const;          // keeps what it belongs to alive
  std::shared_ptr<sim::WatchedValues> watchedValues() const;  // likewise
  const sim::ModelRun* model() const { return m_model.get(); }
  std::shared_ptr<const sim::ModelRun> sharedModel() const { return m_model; }
  Compiled compiledModel() const { return {m_model, m_diagram}; }
  const sim::Diagram& diagram() const { return *m_diagram; }
  RunState state() const { return m_state; }
  // From finished() on.
  const sim::RunResult& result() const { return m_result; }

 signals:
  void compiled();  // model() and log() are there; the run begins
  void advanced();  // at display rate while it runs
  void phaseChanged();
  void conditionsMet(const std::vector<sim::PauseHit>& hits);  // why it pauses
  void tuned(const sim::ModelRun::Tuned& what);
  void finished();  // result() is there; also where the model does not compile

 private:
  struct Shared;
  struct TuneQuestion {
    std::shared_ptr<sim::ModelRun> model;
    std::shared_ptr<const sim::Diagram> compiled;
    sim::Diagram now;
    std::shared_ptr<const sim::BlockLibrary> library;
  };
  sim::Result<std::shared_ptr<sim::ModelRun>> prepare() const;
  void take(std::shared_ptr<sim::ModelRun> model, std::vector<std::shared_ptr<sim::Tap>> taps);
  void work(Goal goal);
  void complete(sim::RunResult result);
  void poll();
  void setPhase(Phase phase);
  void restartRate();

  std::shared_ptr<const sim::Diagram> m_diagram;
  std::string m_origin;
  const sim::BlockLibrary& m_library;
  std::shared_ptr<const sim::BlockLibrary> m_ownLibrary;  // once something was tuned
  Compiled m_earlier;
  RunPlan m_plan;
  std::shared_ptr<Shared> m_shared;
  std::shared_ptr<sim::ModelRun> m_model;
  std::vector<std::shared_ptr<sim::Tap>> m_taps;
  std::thread m_thread;
  QTimer m_timer;
  QElapsedTimer m_clock;
  double m_rateTime = 0;  // simulated time where the rate's window began
  RunState m_state;
  sim::RunResult m_result;
  Phase m_phase = Phase::Idle;
  Background<TuneQuestion, sim::ModelRun::Tuned> m_tuning;
};

}  // namespace fluxion
