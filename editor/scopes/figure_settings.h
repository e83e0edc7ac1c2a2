#pragma once
// How a figure for a paper looks, in the units of paper. What was chosen last is remembered.
#include <QString>

#include "editor/plots/plot_style.h"

namespace fluxion {

struct FigureSettings {
  double width = 85, height = 60;  // mm
  QString family;                  // empty: that of the program
  double font = 8;                 // pt
  double line = 1;                 // pt, of curves of the usual width
  int dpi = 300;                   // of pixels
  LegendPlace legend = LegendPlace::Above;
  CurveDashes dashes = CurveDashes::AfterFour;

  bool operator==(const FigureSettings&) const = default;
};

// Within what makes a figure: 20 to 500 mm, 4 to 36 pt, 0.1 to 10 pt, 72 to 1200 dpi.
FigureSettings rememberedFigure();
void rememberFigure(const FigureSettings& settings);

}  // namespace fluxion
