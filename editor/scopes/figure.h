#pragma once
// A figure for a paper: what a plot shows, redrawn in millimeters and points on white, as pixels or as a
// drawing whose text stays text.
#include <QImage>
#include <memory>
#include <optional>

#include "editor/plots/plot_canvas.h"
#include "editor/scopes/figure_settings.h"

namespace fluxion {

class MeasuredPlot;

class Figure {
 public:
  // The plot is read here, and not looked at any more.
  Figure(MeasuredPlot& plot, const FigureSettings& settings, const AxisTitles& titles);
  ~Figure();

  // By the ending of the name: png, svg or pdf. What went wrong, or nothing.
  std::optional<QString> save(const QString& path) const;
  // Null where it would have more than 200 million pixels.
  QImage image(double dpi) const;

  const PlotCanvas& canvas() const { return *m_canvas; }
  QSize units() const { return m_units; }  // of its drawing

 private:
  FigureSettings m_settings;
  QSize m_units;
  std::unique_ptr<PlotCanvas> m_canvas;
};

}  // namespace fluxion
