#pragma once
// The ranges of axes that fit their data with some air.
#include "editor/plots/plot_canvas.h"
#include "editor/scopes/min_max_pyramid.h"

namespace fluxion {

// 5 % more than the data at either end; around a constant, a tenth of it or one. Without data, 0 to 1.
AxisRange linearFit(const Extremes& data);
// At least one decade, and a third of one more at either end. Without data, 1e-16 to 1.
AxisRange logarithmicFit(const Extremes& data);
// The end of a time axis that has no end to run to: it grows by half when the data reach it, so that the
// picture stands still in between.
double growingEnd(double start, double reached, double shownEnd);
// The nearest of 1, 2 and 5 times powers of ten; above 0.
double roundStep(double about);

}  // namespace fluxion
