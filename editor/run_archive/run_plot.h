#pragma once
// Plots of recorded signals with linked time axes: keeps the canvas fed with what is in view, fits it, and
// says the values at the pointer. Which curves there are is decided by who owns it.
#include <memory>
#include <vector>

#include "editor/scopes/curve_data.h"
#include "editor/scopes/measured_plot.h"

class QLabel;

namespace fluxion {

class RunPlot : public MeasuredPlot {
  Q_OBJECT
 public:
  explicit RunPlot(QWidget* parent = nullptr);
  ~RunPlot() override;

  // What times are shown in; those of the curves are in seconds.
  void setTimeUnit(const sim::TimeUnit& unit);
  sim::TimeUnit timeUnit() const override { return m_unit; }
  void clear();
  int addAxes(const QString& label, PlotCell cell);
  // A column of a log; returns the canvas's index of the curve.
  int addCurve(int axes, const QString& name, int color, const CurveStyle& style,
               const std::shared_ptr<const sim::SignalLog>& log, int column, bool held);
  // A log that stays as long as the plot shows it, made of columns with as many rows as `t`.
  static std::shared_ptr<const sim::SignalLog> logOf(const std::vector<double>& t,
                                                     const std::vector<const std::vector<double>*>& columns);

  // All there is, from now on too, until the user looks elsewhere.
  void fit();
  // After curves have come or gone.
  void refresh();
  // This part of the time, with the vertical axes fitting it.
  void showTime(AxisRange range);

  int curveCount() const { return static_cast<int>(m_curves.size()); }
  PlotCanvas& canvas() override { return *m_canvas; }
  void feedFor(std::optional<QSize> pixels) override;
  std::vector<MeasuredSignal> measuredSignals() const override;

 signals:
  void axesClicked(int axes);

 private:
  struct Curve {
    int axes, canvas;
    QString name;
    std::unique_ptr<CurveData> data;
  };
  void fitVertical();
  void feed();
  void showReadout(int axes, double x);

  std::vector<Curve> m_curves;
  sim::TimeUnit m_unit;
  bool m_following = true;
  std::optional<QSize> m_pictureSize;  // while points are for a picture rather than for the window
  PlotCanvas* m_canvas;
  QLabel* m_readout;
};

}  // namespace fluxion
