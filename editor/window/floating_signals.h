#pragma once
// What the floating scope shows: the signals of some lines in the run there is. Recorded with the run's own
// signals, by a tap while it goes on, or by repeating it in the background once it is over.
#include <QObject>
#include <vector>

#include "editor/run/run_repetition.h"
#include "editor/run/tapped_signals.h"

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
  const std::vector<sim::PortRef>& outputs() const { return m_outputs; }
  // Nobody looks: runs record nothing more.
  void setLooking(bool looking);
  // Another model.
  void clear();

 private:
  void update();
  void showRun(const SimulationRun& run);
  void showTap(const SimulationRun& run, const std::shared_ptr<sim::Tap>& tap,
               const std::vector<TappedSignal>& found);
  void present(const SimulationRun& run, std::shared_ptr<const sim::SignalLog> log,
               const std::vector<TappedSignal>& found, const std::vector<int>& firsts);
  void showNothing(const QString& why);
  void repeat(const SimulationRun& run, const std::vector<TappedSignal>& found, bool asked);
  bool mayRepeat(const SimulationRun& run) const;
  QString whatIsMissing(const SimulationRun& run, const std::vector<TappedSignal>& found) const;
  std::shared_ptr<sim::Tap> findTap(const SimulationRun& run, const std::vector<int>& wanted) const;
  void onRun();
  void onAdvanced();
  void onRepeated();

  DiagramDocument& m_document;
  RunController& m_runs;
  FloatingScope& m_scope;
  RunRepetition m_repetition;
  std::vector<sim::PortRef> m_outputs, m_shownOutputs;
  std::weak_ptr<const sim::SignalLog> m_shown;
  std::weak_ptr<const sim::ModelRun> m_shownRun;
  std::vector<std::shared_ptr<sim::Tap>> m_repeated;  // whole
  std::shared_ptr<sim::Tap> m_repeating;
  std::vector<int> m_refused;  // the user has taken their repetition back
  bool m_looking = false;
};

}  // namespace fluxion
