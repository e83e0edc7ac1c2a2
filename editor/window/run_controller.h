#pragma once
// One window's runs: starts them from a copy of the document, and brings what they say to the scopes, the
// Problems dock and whoever listens.
#include <QObject>
#include <memory>

#include "editor/run/simulation_run.h"

namespace fluxion {

class DiagramDocument;
class ProblemsDock;
class ScopeDocks;

class RunController : public QObject {
  Q_OBJECT
 public:
  RunController(DiagramDocument& document, ScopeDocks& scopes, ProblemsDock& problems,
                QObject* parent = nullptr);
  ~RunController() override;

  // Run; while one is paused, it goes on.
  void start();
  // Compiles and says what is wrong, without running.
  void check();
  void pause();
  void stop();
  // Stops, waits for the thread and forgets the run.
  void abandon();

  // Whether runs from now on have the newest values of all signals.
  void setWatching(bool on) { m_watching = on; }

  bool isActive() const { return m_run && m_run->isActive(); }
  bool isPaused() const { return m_run && m_run->phase() == SimulationRun::Phase::Paused; }
  const SimulationRun* run() const { return m_run.get(); }

 signals:
  void phaseChanged();
  void scopesOpened();  // they take room beside the diagram
  void advanced(const RunState& state);
  void finished(sim::RunEnd end);

 private:
  void begin(SimulationRun::Goal goal);
  void onCompiled();
  void onFinished();
  QString runName() const;

  DiagramDocument& m_document;
  ScopeDocks& m_scopes;
  ProblemsDock& m_problems;
  std::unique_ptr<SimulationRun> m_run;
  int m_count = 0;
  bool m_watching = false;
};

}  // namespace fluxion
