#pragma once
// The trigger of a scope: its settings in a bar, its level as a line in the plot, and the view at it.
#include <QObject>
#include <memory>
#include <vector>

#include "editor/scopes/scope_curves.h"
#include "editor/scopes/scope_state.h"
#include "editor/scopes/trigger_track.h"

namespace fluxion {

class TriggerBar;

class ScopeTrigger : public QObject {
  Q_OBJECT
 public:
  ScopeTrigger(const ScopeState& state, PlotCanvas& canvas, const ScopeCurves& curves, QWidget* parent);

  TriggerBar& bar() { return *m_bar; }
  // As the state says, for curves that are new.
  void restart();
  bool isOn() const { return m_track != nullptr; }
  bool isWaiting() const { return m_track && !m_track->shown(); }
  // Shows `length` seconds at the trigger; false where nothing has triggered yet.
  bool follow(double length);
  // A single trigger waits for the next one.
  void rearm();

 signals:
  void changed(const TriggerSettings& settings);  // by the user
  void armed();

 private:
  const ScopeCurve* source() const;
  void placeLevels();
  void dragLevel(int overlay, double value);

  const ScopeState& m_state;
  PlotCanvas& m_canvas;
  const ScopeCurves& m_curves;
  TriggerBar* m_bar;
  std::unique_ptr<TriggerTrack> m_track;  // null: off
  std::vector<int> m_levels;              // overlays of the canvas: the level, or the window's edges
  int m_instant = -1;                     // the overlay at the trigger that is shown
};

}  // namespace fluxion
