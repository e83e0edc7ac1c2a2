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

class PhaseCurveData;

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

  // By the ending of the name: png, svg, pdf or csv. What went wrong, or nothing.
  std::optional<QString> exportTo(const QString& path);
  void copyPicture() const;

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  struct Curve;
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
  QString visibilityKey(const Curve& curve) const;
  bool shown(const Curve& curve) const;

  std::vector<ScopeSource> m_runs;  // the oldest first
  std::vector<std::unique_ptr<Curve>> m_curves;
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
