#pragma once
// A widget with curves that cursors and measurements can be laid over: a scope, or plots of runs.
#include <QWidget>
#include <optional>
#include <vector>

#include "editor/plots/plot_canvas.h"
#include "editor/scopes/signal_rows.h"
#include "sim_core/base/time_unit.h"

namespace fluxion {

class MeasuredPlot : public QWidget {
  Q_OBJECT
 public:
  using QWidget::QWidget;

  virtual PlotCanvas& canvas() = 0;
  // Those that can be seen, without earlier runs; in a phase portrait those of both axes.
  virtual std::vector<MeasuredSignal> measuredSignals() const = 0;
  // Gives the canvas as many points as a picture of this size has room for; none: as the window has.
  virtual void feedFor(std::optional<QSize> pixels) = 0;
  virtual bool isPhase() const { return false; }
  virtual sim::TimeUnit timeUnit() const { return {}; }  // what times are shown in
  // Of a phase portrait: where its curves are at an instant.
  virtual std::vector<CurvePoint> phasePoints(double) const { return {}; }

 signals:
  void curvesChanged();  // other curves, or other plots: indices are new
  void dataChanged();    // curves have grown, or other parts of them are in view
};

// From the first to the last row of any of these; none where there is no row.
std::optional<sim::analysis::Window> recordedTime(const std::vector<MeasuredSignal>& signalsOf);

}  // namespace fluxion
