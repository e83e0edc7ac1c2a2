#pragma once
// One scope: time plots with an axes for each input, or the phase portrait of an XY Graph. It reads the log
// of the run it shows while that is written, and keeps earlier runs as faded lines below.
#include <QSet>
#include <QWidget>
#include <memory>
#include <optional>
#include <vector>

#include "editor/scopes/plot_canvas.h"
#include "editor/scopes/scope_source.h"

class QAction;
class QLabel;
class QMenu;
class QToolBar;

namespace fluxion {

struct ScopeCurve;

class ScopePanel : public QWidget {
  Q_OBJECT
 public:
  static constexpr int keptRuns = 4;  // the newest and three ghosts

  explicit ScopePanel(QWidget* parent = nullptr);
  ~ScopePanel() override;

  // A new run; what was shown becomes a ghost if it has the same inputs.
  void setSource(ScopeSource source);
  const ScopeSource* source() const { return m_runs.empty() ? nullptr : &m_runs.back(); }
  void clearEarlierRuns();

  // Draws what the log has grown by. Cheap when nothing changed; a hidden panel waits until it is shown.
  void refresh();
  // The run is over: the axes fit what there is.
  void finish();

  void fit();
  void setMagnitude(bool logarithmic);
  bool magnitude() const { return m_measure == Measure::Magnitude; }
  void setGhostsShown(bool shown);

  int curveCount() const { return static_cast<int>(m_curves.size()); }
  QString curveName(int curve) const;
  bool isGhost(int curve) const;
  bool isCurveVisible(int curve) const;
  void setCurveVisible(int curve, bool visible);
  // What is drawn of it now.
  std::vector<CurvePoint> curvePoints(int curve) const;

  PlotCanvas& canvas() { return *m_canvas; }
  // For what measures and marks: the curve's data over time (null in a phase portrait), where it is drawn,
  // and its index in the canvas.
  const CurveData* timeData(int curve) const;
  int curveAxes(int curve) const;
  PlotCanvas::Side curveSide(int curve) const;
  int canvasCurve(int curve) const;
  bool isPhase() const { return !m_runs.empty() && m_runs.back().phase; }
  // Others add their buttons and entries; buttons from here on stand at the right of the tool bar.
  QToolBar& toolBar() { return *m_toolBar; }
  QMenu& contextMenu() { return *m_contextMenu; }
  // Makes the tool bar's buttons that were added later like the others: named and reachable by Tab.
  void settleToolBar();

  // By the ending of the name: png, svg, pdf or csv. What went wrong, or nothing.
  std::optional<QString> exportTo(const QString& path);
  void copyPicture() const;

 signals:
  void curvesChanged();                   // other curves, or other plots: indices are new
  void dataChanged();                     // curves have grown, or other parts of them are in view
  void contextMenuAboutToShow(int axes);  // -1: outside the plots

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  void buildToolBar();
  void rebuild();
  void addRun(const ScopeSource& run, int age);
  void rebuildSignalMenu();
  bool takeRows();
  void follow();
  void followHorizontal();
  void followVertical(int axes);
  void followPhase();
  void feed();
  void showReadout(int axes, double x, double y);
  void chooseExport();
  std::optional<QString> exportCsv(const QString& path) const;
  QString visibilityKey(const ScopeCurve& curve) const;
  bool shown(const ScopeCurve& curve) const;

  std::vector<ScopeSource> m_runs;  // the oldest first
  std::vector<std::unique_ptr<ScopeCurve>> m_curves;
  QSet<QString> m_hidden;
  Measure m_measure = Measure::Value;
  bool m_ghosts = true, m_following = true, m_running = false;

  QToolBar* m_toolBar;
  PlotCanvas* m_canvas;
  QLabel* m_readout;
  QMenu *m_signalMenu, *m_contextMenu;
  QAction *m_logAction, *m_ghostAction;
};

// The rows of the log that a scope shows, as CSV: time first, then one column a signal. What went wrong, or
// nothing.
std::optional<QString> writeCsv(const QString& path, const sim::SignalLog& log,
                                const std::vector<int>& columns);

}  // namespace fluxion
