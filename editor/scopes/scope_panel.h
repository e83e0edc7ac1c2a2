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

#include "editor/scopes/measured_plot.h"
#include "editor/scopes/scope_curves.h"
#include "editor/scopes/scope_scaling.h"
#include "editor/scopes/scope_state.h"
#include "editor/scopes/view_history.h"

class QLabel;
class QMenu;
class QToolBar;

namespace fluxion {

class ScopeActions;
class ScopeTrigger;

class ScopePanel : public MeasuredPlot {
  Q_OBJECT
 public:
  explicit ScopePanel(QWidget* parent = nullptr);
  ~ScopePanel() override;

  // A new run in place of the one before; ghosts stay if they have the same inputs.
  void setSource(ScopeSource source);
  // Earlier runs, the oldest first, with the same inputs as the source.
  void setGhosts(std::vector<ScopeSource> ghosts);
  const ScopeSource* source() const { return m_state.isEmpty() ? nullptr : &m_state.newest(); }
  // Shows nothing, until the next source.
  void forget();
  // What stands there meanwhile.
  void setHint(const QString& text);

  const ScopeSettings& settings() const { return m_state.settings; }
  // As its block says; not an edit.
  void setSettings(const ScopeSettings& settings);
  // What the user does: others hear of it.
  void changeSettings(const ScopeSettings& settings);
  // The same, and the axes follow the data again.
  void changeAndFollow(const ScopeSettings& settings);

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
  bool isFrozen() const { return m_state.frozen; }
  void setMagnitude(bool logarithmic);
  bool magnitude() const { return m_state.settings.magnitude; }
  void setGhostsShown(bool shown);
  bool ghostsShown() const { return m_state.ghosts; }
  // The trigger's bar; hiding it turns the trigger off.
  void setTriggerShown(bool shown);
  // A single trigger waits for the next one.
  void rearm();

  int curveCount() const { return static_cast<int>(m_curves.all().size()); }
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
    return m_state.isEmpty() ? sim::TimeUnit() : m_state.newest().timeUnit;
  }
  bool isPhase() const override { return m_state.isPhase(); }
  std::vector<MeasuredSignal> measuredSignals() const override { return m_curves.measured(); }
  std::vector<CurvePoint> phasePoints(double time) const override { return m_curves.phasePoints(time); }
  // Others add their buttons and entries; buttons from here on stand at the right of the tool bar.
  QToolBar& toolBar();
  QMenu& contextMenu();
  // Makes the tool bar's buttons that were added later like the others: named and reachable by Tab.
  void settleToolBar();

  // By the ending of the name: png, svg, pdf, csv or mat; the numbers of the whole run. What went wrong, or
  // nothing.
  std::optional<QString> exportTo(const QString& path);
  void copyPicture() const;
  void chooseExport();

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

  bool takeRows(std::size_t most);
  void connectCanvas();
  void rebuild();
  void keepHeight();
  void follow();
  void feed();
  View view() const;
  void takeView(const View& view);
  void goTo(const View& view);
  void viewChanged();
  void syncActions();
  void showReadout(int axes, double x, double y);
  QString notice() const;
  void showHint();
  void editCurve(int curve, const std::function<void(CurveSettings&)>& edit);

  PlotCanvas* m_canvas;
  ScopeState m_state;
  ScopeCurves m_curves;
  ScopeScaling m_scaling;
  ScopeTrigger* m_trigger;
  ScopeActions* m_actions;
  QLabel *m_readout, *m_hint;
  double m_feedCost = 0;
  std::optional<QSize> m_pictureSize;  // while points are for a picture rather than for the window
  ViewHistory<View> m_history;
  QTimer m_catchUp;                     // while there are more rows than one refresh takes
  std::optional<double> m_pointerTime;  // where the pointer is
};

}  // namespace fluxion
