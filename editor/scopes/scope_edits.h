#pragma once
// What the user changes of a scope's curves and plots: edits of its settings. A curve is an index among all
// of the scope (ScopeCurves); what is said of it is said of its ghosts too.
#include <functional>
#include <optional>

#include "editor/scopes/scope_curves.h"
#include "editor/scopes/scope_state.h"

namespace fluxion {

class ScopeEdits {
 public:
  // `change` is told of the settings that are wanted. All must outlive it.
  ScopeEdits(ScopeState& state, const ScopeCurves& curves, std::function<void(const ScopeSettings&)> change)
      : m_state(state), m_curves(curves), m_change(std::move(change)) {}

  void setVisible(int curve, bool visible);
  // Hides the others of its plot.
  void showOnly(int curve);
  void remove(int curve);
  // To another plot, or to its other vertical axis.
  void move(int curve, int axes, PlotCanvas::Side side);
  void setStyle(int curve, std::optional<CurveStyle> style);  // none: as its signal says
  void setLayout(int rows, int columns);                      // 0: each input below the one before
  void setMagnitude(bool logarithmic);

 private:
  void edit(int curve, const std::function<void(CurveSettings&)>& edit);

  ScopeState& m_state;
  const ScopeCurves& m_curves;
  std::function<void(const ScopeSettings&)> m_change;
};

}  // namespace fluxion
