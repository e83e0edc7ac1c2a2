#pragma once
// The colors and pens of a PlotCanvas, by the theme and the styles of its curves.
#include "editor/plots/plot_parts.h"

namespace fluxion {

class PlotColors {
 public:
  explicit PlotColors(PlotParts& parts) : m_parts(parts) {}

  void apply();
  void apply(const PlotAxes& axes);
  void apply(const PlotCurve& curve);
  QColor of(const PlotCurve& curve) const;

 private:
  Theme theme() const { return Theme::current(m_parts.canvas.palette()); }
  void apply(const PlotAxes& axes, const Theme& theme);
  void apply(const PlotCurve& curve, const Theme& theme);
  QColor colorOf(const PlotCurve& curve, const Theme& theme) const;
  QPen penOf(const PlotCurve& curve, const Theme& theme) const;

  PlotParts& m_parts;
};

}  // namespace fluxion
