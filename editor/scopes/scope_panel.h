#pragma once
// One scope: time plots in a grid, or the phase portrait of an XY Graph. It reads the log of the run it shows
// while that is written, and draws earlier runs as quiet lines below. How it looks is a value, ScopeSettings,
// which its block keeps.
#include <QTimer>
#include <QWidget>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "editor/scopes/curve_data.h"
#include "editor/scopes/measured_plot.h"
#include "editor/scopes/scope_settings.h"
#include "editor/scopes/scope_source.h"
#include "editor/scopes/view_history.h"

class QAction;
class QActionGroup;
class QLabel;
class QMenu;
class QToolBar;

namespace fluxion {

struct ScopeCurve;
class TriggerBar;
class TriggerTrack;

class ScopePanel : public MeasuredPlot {
  Q_OBJECT
 public:
  explicit ScopePanel(QWidget* parent = nullptr);
  ~ScopePanel() override;

  // A new run in place of the one before; ghosts stay if they have the same inputs.
  void setSource(ScopeSource source);
  // Earlier runs, the oldest first, with the same inputs as the source.
  void setGhosts(std::vector<ScopeSource> ghosts);
  const ScopeSource* source() const { return m_runs.empty() ? nullptr : &m_runs.back(); }
  // Shows nothing, until the next source.
  void forget();
  // What stands there meanwhile.
  void setHint(const QString& text);

  const ScopeSettings& settings() const { return m_settings; }
  // As its block says; not an edit.
  void setSettings(const ScopeSettings& settings);
  // What the user does: others hear of it.
  void changeSettings(const ScopeSettings& settings);

  // Draws what the log has grown by. Cheap when nothing changed; a hidden panel waits until it is shown.
  void refresh();
  // What the last refresh and its drawing took, in ms.
  double frameCost() const;
  // The run is over: the axes fit what there is.
  void finish();

  void fit();
  void fitTime();
  void fitValues();
  void goBack();
  void goForward();
  // The picture stands still while the run goes on.
  void setFrozen(bool frozen);
  void setMagnitude(bool logarithmic);
  bool magnitude() const { return m_settings.magnitude; }
  void setGhostsShown(bool shown);
  // A single trigger waits for the next one.
  void rearm();

  int curveCount() const { return static_cast<int>(m_curves.size()); }
  QString curveName(int curve) const;
  bool isGhost(int curve) const;
  bool isCurveVisible(int curve) const;
  void setCurveVisible(int curve, bool visible);
  void showOnly(int curve);
  void removeCurve(int curve);
  // To another plot, or to its other vertical axis.
  void moveCurve(int curve, int axes, PlotCanvas::Side side);
  void setCurveStyle(int curve, std::optional<CurveStyle> style);  // none: as its signal says
  void setLayout(int rows, int columns);                           // 0: each input below the one before
  // What is drawn of it now.
  std::vector<CurvePoint> curvePoints(int curve) const;

  PlotCanvas& canvas() override { return *m_canvas; }
  const PlotCanvas& canvas() const { return *m_canvas; }
  // For what measures and marks: the curve's data over time (null in a phase portrait), where it is drawn,
  // and its index in the canvas.
  const CurveData* timeData(int curve) const;
  int curveAxes(int curve) const;
  PlotCanvas::Side curveSide(int curve) const;
  int canvasCurve(int curve) const;
  void feedFor(std::optional<QSize> pixels) override;
  sim::TimeUnit timeUnit() const override {
    return m_runs.empty() ? sim::TimeUnit() : m_runs.back().timeUnit;
  }
  bool isPhase() const override { return !m_runs.empty() && m_runs.back().phase; }
  std::vector<MeasuredSignal> measuredSignals() const override;
  std::vector<CurvePoint> phasePoints(double time) const override;
  // Others add their buttons and entries; buttons from here on stand at the right of the tool bar.
  QToolBar& toolBar() { return *m_toolBar; }
  QMenu& contextMenu() { return *m_contextMenu; }
  // Makes the tool bar's buttons that were added later like the others: named and reachable by Tab.
  void settleToolBar();

  // By the ending of the name: png, svg, pdf, csv or mat; the numbers of the whole run. What went wrong, or
  // nothing.
  std::optional<QString> exportTo(const QString& path);
  void copyPicture() const;

 signals:
  void settingsChanged();                 // by the user
  void parametersRequested();             // of its block
  void measuredDataRequested();           // a table to compare with what is shown
  void runToRequested(double t);          // the run is to go on to this time, and pause
  void contextMenuAboutToShow(int axes);  // -1: outside the plots

 protected:
  void showEvent(QShowEvent* event) override;
  bool event(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  struct View {
    bool following = true;
    AxisRange x = {};
    std::vector<std::pair<AxisRange, AxisRange>> y = {};  // left, right
  };

  // scope_panel.cpp
  bool takeRows(std::size_t most);
  void connectCanvas();

  // scope_panel_tool_bar.cpp
  void buildToolBar();
  void buildFitMenu(QAction* fit);
  void buildTimeMenu();
  void fillTimeMenu();
  void fillContextMenu(int axes);
  void syncActions();

  // scope_panel_legend.cpp
  void rebuildSignalMenu();
  void showLegendMenu(int curve, QPoint at);
  void fillStyleMenu(QMenu* menu, int curve);

  // scope_panel_curves.cpp
  void rebuild();
  void layOut();
  void addRun(const ScopeSource& run, int age);
  void addPhase(const ScopeSource& run, int age);
  // What the curves before knew of this column, or new ones: reading a long log again would take its time.
  std::unique_ptr<CurveData> timeDataOf(const ScopeSource& run, const ScopeSignal& signal, Measure measure);
  ScopeCurve* addCurve(const ScopeSource& run, int age, CurveKey key, const QString& name, bool held,
                       PlotCanvas::CurveKind kind);
  void labelPlots();
  void dropLegends();
  void keepHeight();
  int plotOf(CurveKey key) const;
  CurveSettings curveSettings(CurveKey key) const;
  void editCurve(int curve, const std::function<void(CurveSettings&)>& edit);
  Measure measureOf(int axes) const;
  bool shown(const ScopeCurve& curve) const;

  // scope_panel_view.cpp
  void follow();
  void scaleValues(bool grow);
  void followHorizontal();
  void followVertical(int axes, PlotCanvas::Side side, bool grow);
  void followPhase(bool grow);
  AxisRange wholeTime() const;
  std::optional<AxisRange> span() const;  // what the time span asks for
  void feed();
  void feedTime(ScopeCurve& curve, AxisRange x, std::size_t points);
  View view() const;
  void takeView(const View& view);
  void viewChanged();
  void showReadout(int axes, double x, double y);
  QString notice() const;

  // scope_panel_trigger.cpp
  void buildTrigger();
  void restartTrigger();
  void followTrigger();
  void placeLevels();
  void dragLevel(int overlay, double value);
  const ScopeCurve* triggerSource() const;
  double newestTime() const;

  void chooseExport();
  void showHint();

  std::vector<ScopeSource> m_runs;  // ghosts, the oldest first, then what is shown
  std::vector<std::unique_ptr<ScopeCurve>> m_curves;
  std::vector<std::unique_ptr<ScopeCurve>> m_former;  // while curves are rebuilt: those before
  ScopeSettings m_settings;
  bool m_ghosts = true, m_following = true, m_running = false, m_frozen = false;
  double m_feedCost = 0;
  std::optional<QSize> m_pictureSize;  // while points are for a picture rather than for the window
  ViewHistory<View> m_history;
  QTimer m_catchUp;  // while there are more rows than one refresh takes

  std::unique_ptr<TriggerTrack> m_trigger;  // null: off
  std::vector<int> m_levels;                // overlays of the canvas: the level, or the window's edges
  int m_instant = -1;                       // the overlay at the trigger that is shown
  TriggerBar* m_triggerBar;

  QToolBar* m_toolBar;
  PlotCanvas* m_canvas;
  QLabel *m_readout, *m_hint;
  std::optional<double> m_pointerTime;  // where the pointer is
  QAction* m_runToAction;
  QMenu *m_signalMenu, *m_contextMenu, *m_timeMenu, *m_plotMenu;
  QAction *m_logAction, *m_ghostAction, *m_backAction, *m_forwardAction, *m_freezeAction, *m_triggerAction,
      *m_timeAction, *m_layoutAction;
};

}  // namespace fluxion
