#pragma once
// One scope: time plots in a grid, or the phase portrait of an XY Graph. It reads the log of the run it shows
// while that is written, and draws earlier runs as quiet lines below. How it looks is a value, ScopeSettings,
// which its block keeps. Its curves, views, edits and actions are parts with interfaces of their own.
#include <QTimer>
#include <QWidget>
#include <memory>
#include <optional>
#include <vector>

#include "editor/scopes/measured_plot.h"
#include "editor/scopes/scope_curves.h"
#include "editor/scopes/scope_edits.h"
#include "editor/scopes/scope_state.h"
#include "editor/scopes/scope_views.h"

class QLabel;

namespace fluxion {

class ScopeActions;
class ScopeReadout;
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

  // The picture stands still while the run goes on.
  void setFrozen(bool frozen);
  bool isFrozen() const { return m_state.frozen; }
  void setGhostsShown(bool shown);
  bool ghostsShown() const { return m_state.ghosts; }
  // The trigger's bar; hiding it turns the trigger off.
  void setTriggerShown(bool shown);
  // A single trigger waits for the next one.
  void rearm();

  // By index; the canvas counts them alike.
  const ScopeCurves& curves() const { return m_curves; }
  int curveCount() const { return static_cast<int>(m_curves.all().size()); }
  ScopeViews& views() { return m_views; }
  ScopeEdits& edits() { return m_edits; }
  ScopeActions& actions() { return *m_actions; }

  PlotCanvas& canvas() override { return *m_canvas; }
  const PlotCanvas& canvas() const { return *m_canvas; }
  void feedFor(std::optional<QSize> pixels) override { m_views.feedFor(pixels); }
  sim::TimeUnit timeUnit() const override {
    return m_state.isEmpty() ? sim::TimeUnit() : m_state.newest().timeUnit;
  }
  bool isPhase() const override { return m_state.isPhase(); }
  std::vector<MeasuredSignal> measuredSignals() const override { return m_curves.measured(); }
  std::vector<CurvePoint> phasePoints(double time) const override { return m_curves.phasePoints(time); }

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
  bool takeRows(std::size_t most);
  void connectCanvas();
  void rebuild();
  void keepHeight();
  void syncActions();
  void showHint();

  PlotCanvas* m_canvas;
  ScopeState m_state;
  ScopeCurves m_curves;
  ScopeTrigger* m_trigger;
  ScopeViews m_views;
  ScopeEdits m_edits;
  ScopeReadout* m_readout;
  ScopeActions* m_actions;
  QLabel* m_hint;
  double m_feedCost = 0;
  QTimer m_catchUp;  // while there are more rows than one refresh takes
};

}  // namespace fluxion
