#pragma once
// What the floating scope shows: the signals of some lines in the run there is. Recorded with the run's own
// signals, by taps while it goes on, or by repeating it in the background once it is over. What a run has
// begun to record it records to its end, whatever is looked at meanwhile.
#include <QObject>
#include <map>
#include <vector>

#include "editor/simulation/run_repetition.h"
#include "editor/simulation/tapped_signals.h"

namespace fluxion {

class DiagramDocument;
class FloatingScope;
class RunController;
class SimulationRun;

class FloatingSignals : public QObject {
  Q_OBJECT
 public:
  // All must outlive it.
  FloatingSignals(DiagramDocument& document, RunController& runs, FloatingScope& scope,
                  QObject* parent = nullptr);

  // Outputs, as lines leave them.
  void show(std::vector<sim::PortRef> outputs);
  // Says that the line which is selected has no signal.
  void showConservingLine();
  const std::vector<sim::PortRef>& outputs() const { return m_outputs; }
  // Nobody looks: runs record nothing more.
  void setLooking(bool looking);
  // Another model.
  void clear();

 private:
  using Places = std::map<int, RecordedPlace>;  // by index into Program::watched
  // Of a run, or of its repetition.
  struct Seen {
    const sim::ModelRun* model;
    std::vector<TappedSignal> found;
    Places places;
  };

  void update();
  void showRun(const SimulationRun& run);
  void showActive(const SimulationRun& run);
  void showOver(const SimulationRun& run);
  void showRepeated(const SimulationRun& run, const RepeatedRun& repeated);
  void present(const SimulationRun& run, const Seen& seen);
  void showNothing(const QString& why);
  void repeat(const SimulationRun& run, bool asked);
  const RepeatedRun* findRepeated() const;
  Seen lookAt(const SimulationRun& run) const;
  QString tooMany(const Seen& seen) const;
  QString nameOf(sim::PortRef output) const;
  void showNames();
  void onRun();
  void onAdvanced();
  void onEdited();

  DiagramDocument& m_document;
  RunController& m_runs;
  FloatingScope& m_scope;
  RunRepetition m_repetition;
  std::vector<sim::PortRef> m_outputs;
  std::ptrdiff_t m_there = 0;  // of them, those whose blocks the diagram has
  bool m_conserving = false, m_looking = false;
  // What the scope shows now.
  std::vector<sim::PortRef> m_shownOutputs;
  std::vector<std::shared_ptr<const sim::SignalLog>> m_shownLogs;
  std::weak_ptr<const sim::ModelRun> m_shownRun;
  std::vector<RepeatedRun> m_repeated;  // of the last run
  std::vector<sim::PortRef> m_refused;  // the user has taken their repetition back
};

}  // namespace fluxion
