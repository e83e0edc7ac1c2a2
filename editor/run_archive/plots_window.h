#pragma once
// Signals of any runs, laid over each other in a grid of plots with one time axis: each signal has a color,
// each run a way its lines are dashed, or the other way round. Cursors and measurements are those of scopes.
// An arrangement can be kept as a view and applied to other runs.
#include <QWidget>
#include <map>

#include "editor/plots/plot_canvas.h"
#include "editor/run_archive/plot_arrangement.h"
#include "editor/run_archive/run_library.h"

class QComboBox;
class QLabel;
class QMenu;
class QToolBar;

namespace fluxion {

class CursorSet;
class MeasurementsPanel;
class RunPlot;
class ScopeCursors;
class SignalTree;

class PlotsWindow : public QWidget {
  Q_OBJECT
 public:
  // The library must outlive the window, and the cursors, which are shared with scopes; its own if null.
  explicit PlotsWindow(RunLibrary& library, QWidget* parent = nullptr, CursorSet* cursors = nullptr);

  // The runs that are looked at: their signals are open in the tree, and views are applied to them. If
  // nothing is plotted yet, their first signals are.
  void inspect(const QStringList& runs);
  // These signals in the chosen plot, beside what it has.
  void addToPlot(const std::vector<PlottedSignal>& chosen);
  void setGrid(int rows, int columns);
  void choosePlot(int plot);
  void setShown(const PlottedSignal& signal, int plot, bool on);
  void saveView(const QString& name);
  bool applyView(const QString& name);
  QStringList views() const;

  const PlotArrangement& arrangement() const { return m_arrangement; }
  int chosenPlot() const { return m_chosen; }
  SignalTree& signalTree() { return *m_tree; }
  RunPlot& plot() { return *m_plot; }
  CursorSet& cursorSet() { return *m_cursorSet; }
  ScopeCursors& cursors() { return *m_cursors; }
  MeasurementsPanel& measurements() { return *m_measurements; }

 signals:
  void said(const QString& text);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void buildToolBar();
  void buildMeasuring();
  void settleToolBar();
  void fillGridMenu(QMenu& menu);
  void fillViewMenu();
  void onRunsChanged();
  void load(const PlottedSignal& signal);
  void draw();
  void exportPicture();

  RunLibrary& m_library;
  PlotArrangement m_arrangement;
  AxisTitles m_titles;  // that somebody chose for a figure
  QStringList m_runs;
  int m_chosen = 0;
  std::map<PlottedSignal, sim::RunColumns> m_loaded;
  std::map<PlottedSignal, bool> m_loading;
  QToolBar* m_bar;
  QMenu* m_viewMenu;
  QComboBox* m_plotChoice;
  SignalTree* m_tree;
  RunPlot* m_plot;
  CursorSet* m_cursorSet;
  ScopeCursors* m_cursors = nullptr;
  MeasurementsPanel* m_measurements = nullptr;
  QAction* m_byRun = nullptr;
  QLabel* m_hint;
};

}  // namespace fluxion
