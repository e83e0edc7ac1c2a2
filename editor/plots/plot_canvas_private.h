#pragma once
// The parts of a PlotCanvas, in the order that they need one another.
#include "editor/plots/plot_canvas.h"
#include "editor/plots/plot_colors.h"
#include "editor/plots/plot_gestures.h"
#include "editor/plots/plot_grid.h"
#include "editor/plots/plot_legends.h"
#include "editor/plots/plot_overlays.h"
#include "editor/plots/plot_parts.h"

namespace fluxion {

class PlotCanvas::Private {
 public:
  explicit Private(PlotCanvas& canvas)
      : parts(canvas),
        legends(parts),
        grid(parts, legends),
        colors(parts),
        overlays(parts),
        gestures(parts, grid, legends, overlays) {}

  PlotParts parts;
  PlotLegends legends;
  PlotGrid grid;
  PlotColors colors;
  PlotOverlays overlays;
  PlotGestures gestures;
  bool quick = false;
};

}  // namespace fluxion
