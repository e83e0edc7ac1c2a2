#pragma once
// One window's runs: starts them from a copy of the document, brings what they say to the scopes, the
// Problems dock and whoever listens, and lets them follow the document: tunable parameters that are changed
// during a run take effect in it.
#include <QObject>
#include <QTimer>
#include <map>
#include <memory>
#include <string>

#include "editor/simulation/breakpoints.h"
#include "editor/simulation/simulation_run.h"
#include "editor/simulation/stepping.h"

namespace fluxion {

class CompiledModels;
class DiagramDocument;
class ProblemsDock;
class ScopeDocks;

class RunController : public QObject {
  Q_OBJECT
 public:
  RunController(DiagramDocument& document, ScopeDocks& scopes, ProblemsDock& problems,
                std::shared_ptr<CompiledModels> models, QObject* parent = nullptr);
  ~RunController() override;

  // Run; while one is paused, it goes on.
  void start();
  // Compiles and says what is wrong, without running.
  void check();
  void pause();
  void stop();
  // One click of stepping; forward from no run begins one that is paused at the start time.
  void stepForward();
  void stepBack();
  // Goes on, or begins, and pauses when the time reaches t.
  void runTo(double t);
  // Stops, and waits until the run has ended and been taken over by those who keep it; a few seconds at most.
  void stopAndWait();
  // Stops, waits for the thread and forgets the run.
  void abandon();

  // Outputs, as lines leave them, that runs compute and record from their start on although the model does
  // not.
  void setTapped(std::vector<sim::PortRef> outputs) { m_tapped = std::move(outputs); }
  // An operating point as text, which runs from now on begin at, with open inputs as it holds them; empty:
  // where the model begins.
  void setStart(const QString& operatingPoint);
  // Called before a run or a check takes its copy of the document.
  void setBeforeRun(std::function<void()> before) { m_before = std::move(before); }
  // What the next run is called, where somebody keeps count; else they are counted here.
  void setNaming(std::function<QString()> naming) { m_naming = std::move(naming); }
  // What tells the run from the one before it: where invariants are kept or not, that.
  const QString& runName() const { return m_name; }
  // Whether the phases of runs from now on are measured.
  void setProfiling(bool on) { m_profiling = on; }

  bool isActive() const { return m_run && m_run->isActive(); }
  bool isPaused() const { return m_run && m_run->phase() == SimulationRun::Phase::Paused; }
  const SimulationRun* run() const { return m_run.get(); }
  // What the run was compiled to; null: nothing, or not yet.
  std::shared_ptr<const sim::ModelRun> model() const { return m_run ? m_run->sharedModel() : nullptr; }
  // What the run that is active records besides, from now on.
  void setTaps(std::vector<std::shared_ptr<sim::Tap>> taps);
  Breakpoints& breakpoints() { return m_breakpoints; }
  const std::shared_ptr<CompiledModels>& compiledModels() const { return m_models; }

 signals:
  void phaseChanged();
  void compiled();  // a run begins: its program and log are there
  void advanced(const RunState& state);
  // A breakpoint was met; in words where and why.
  void pausedAt(double t, const std::vector<int>& breakpoints, const QString& why);
  void noticed(const QString& text);  // what an edit during a run does
  void finished(sim::RunEnd end);

 private:
  void begin(SimulationRun::Goal goal, RunPlan plan = {});
  void onCompiled();
  void onFinished();
  void onConditionsMet(const std::vector<sim::PauseHit>& hits);
  void onTuned(const sim::ModelRun::Tuned& what);
  void followDocument();
  void followBreakpoints();
  QString nameOfRun() const;

  DiagramDocument& m_document;
  ScopeDocks& m_scopes;
  ProblemsDock& m_problems;
  Breakpoints m_breakpoints;
  QTimer m_edited;
  std::unique_ptr<SimulationRun> m_run;
  std::shared_ptr<CompiledModels> m_models;
  int m_count = 0;
  std::function<QString()> m_naming;
  std::function<void()> m_before;
  QString m_name;
  bool m_profiling = false;
  std::vector<sim::PortRef> m_tapped;
  QString m_start;
  std::map<std::string, double> m_startInputs, m_heldInputs;  // of the next run; of this one
};

// The pace that a model asks for: simulated seconds a second; 0: as fast as it goes.
double paceOf(const sim::Diagram& diagram);

}  // namespace fluxion
