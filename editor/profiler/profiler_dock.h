#pragma once
// The Profiler: what a run cost and why. Findings in words, tables by state, block and phase, and the steps
// over time; live while the run goes on, complete at its end.
#include <QDockWidget>
#include <QElapsedTimer>
#include <memory>

#include "editor/document/id_metatype.h"
#include "sim_core/model_run/model_run.h"

class QAction;
class QLabel;
class QTabWidget;

namespace fluxion {

class CostTable;
class FindingList;
class StepPlot;

class ProfilerDock : public QDockWidget {
  Q_OBJECT
 public:
  // `profileRuns` is checked where phases are to be measured.
  explicit ProfilerDock(QAction* profileRuns, QWidget* parent = nullptr);

  void clear();
  // A run has begun, goes on, has ended.
  void showRun(std::shared_ptr<const sim::ModelRun> run);
  void refresh();
  void finish(const sim::RunStatistics& statistics);
  // A run that is over and was kept, until another one begins.
  void showKept(const QString& name, const sim::RunStatistics& statistics,
                const std::vector<sim::StepRecord>& steps);

  StepPlot& plot() { return *m_plot; }
  FindingList& findings() { return *m_findings; }
  CostTable& states() { return *m_states; }
  CostTable& blocks() { return *m_blocks; }
  CostTable& phases() { return *m_phases; }
  CostTable& totals() { return *m_totals; }
  QString summary() const;

 signals:
  void blockRequested(sim::Id block);

 private:
  sim::RunStatistics soFar() const;
  void fill(const sim::RunStatistics& statistics, bool ended);

  std::shared_ptr<const sim::ModelRun> m_run;
  bool m_ended = false;
  QString m_kept;  // the name of the run that is shown, if it was kept
  QElapsedTimer m_since;
  QLabel* m_summary;
  QTabWidget* m_tabs;
  FindingList* m_findings;
  CostTable *m_states, *m_blocks, *m_phases, *m_totals;
  QLabel* m_phaseHint;
  StepPlot* m_plot;
};

}  // namespace fluxion
