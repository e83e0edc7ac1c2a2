#pragma once
// Which part of its curves a scope has in view: as the data say while it follows them, or as the user chose;
// and the views before, to go back to.
#include <QObject>
#include <QSize>
#include <optional>
#include <utility>
#include <vector>

#include "editor/scopes/scope_curves.h"
#include "editor/scopes/scope_scaling.h"
#include "editor/scopes/scope_state.h"
#include "editor/scopes/view_history.h"

namespace fluxion {

class ScopeTrigger;

class ScopeViews : public QObject {
  Q_OBJECT
 public:
  struct View {
    bool following = true;
    AxisRange x = {};
    std::vector<std::pair<AxisRange, AxisRange>> y = {};  // left, right
  };

  // All must outlive it.
  ScopeViews(ScopeState& state, PlotCanvas& canvas, const ScopeCurves& curves, ScopeTrigger& trigger);

  // Axes follow the data again.
  void fit();
  void fitTime();
  void fitValues();
  void goBack();
  void goForward();
  bool canGoBack() const { return m_history.canGoBack(); }
  bool canGoForward() const { return m_history.canGoForward(); }
  // The user has chosen another view in the canvas.
  void keep();

  // Draws what the curves have now, in the view of the data where the state says that it follows them.
  void draw();
  // The same without moving the view.
  void feed();
  // As many points as a picture of this size has room for; none: as the window has.
  void feedFor(std::optional<QSize> pixels);

  View current() const;
  // As far as there are the same plots.
  void take(const View& view);
  // What is in view now is the first of the views.
  void restart();

 signals:
  void changed();         // other views can be gone to
  void fed();             // the canvas has other points
  void waitingChanged();  // the trigger waits, or does no more

 private:
  void follow();
  void goTo(const View& view);
  void remember();

  ScopeState& m_state;
  PlotCanvas& m_canvas;
  const ScopeCurves& m_curves;
  ScopeTrigger& m_trigger;
  ScopeScaling m_scaling;
  ViewHistory<View> m_history;
  std::optional<QSize> m_pictureSize;  // while points are for a picture rather than for the window
};

}  // namespace fluxion
