#pragma once
// Step size and order over time, with the rejected trials as marks. Zoomed and dragged like a scope.
#include <QWidget>
#include <memory>

#include "sim_core/base/time_unit.h"
#include "sim_core/simulate/step_trace.h"

namespace fluxion {

class PlotCanvas;

class StepPlot : public QWidget {
  Q_OBJECT
 public:
  explicit StepPlot(QWidget* parent = nullptr);

  // The steps of a run over [start, stop], stop being infinite for a run without end.
  void showRun(std::shared_ptr<const sim::StepTrace> trace, double start, double stop);
  void clear();
  // What the time axis is in.
  void setTimeUnit(const sim::TimeUnit& unit);
  // Takes in what has come since; `fit`: and shows all of it.
  void refresh(bool fit);
  PlotCanvas& canvas() { return *m_canvas; }

 private:
  void draw();
  void fit();

  enum Curve { Size, Order, Error, Projection, Evaluation, CurveCount };
  PlotCanvas* m_canvas;
  int m_curves[CurveCount] = {};
  std::shared_ptr<const sim::StepTrace> m_trace;
  double m_start = 0, m_stop = 0;
  bool m_zoomed = false;
};

}  // namespace fluxion
