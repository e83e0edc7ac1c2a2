#pragma once
// What part of its curves a scope has in view while it follows them, and the points that draw that part.
#include <optional>

#include "editor/plots/plot_canvas.h"
#include "editor/scopes/scope_curves.h"
#include "editor/scopes/scope_state.h"

namespace fluxion {

class ScopeScaling {
 public:
  ScopeScaling(const ScopeState& state, PlotCanvas& canvas, const ScopeCurves& curves)
      : m_state(state), m_canvas(canvas), m_curves(curves) {}

  // While it runs, the whole of what will be; afterwards, what there is of it. Earlier runs may be longer.
  AxisRange wholeTime() const;
  std::optional<AxisRange> span() const;  // what the time span asks for
  void followTime();
  // `grow`: ranges become larger only.
  void followValues(bool grow);
  // Gives the canvas the points of what is in view. `triggered`: the view stands at a trigger.
  void feed(QSize pixels, bool triggered);

 private:
  void followVertical(int axes, AxisSide side, bool grow);
  void followPhase(bool grow);
  void feedTime(ScopeCurve& curve, AxisRange x, std::size_t points, bool wraps);
  bool wraps() const;

  const ScopeState& m_state;
  PlotCanvas& m_canvas;
  const ScopeCurves& m_curves;
};

}  // namespace fluxion
