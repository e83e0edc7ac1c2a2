#include "editor/profiler/step_plot.h"

#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "editor/plots/plot_canvas.h"
#include "editor/profiler/step_points.h"
#include "editor/scopes/plot_labels.h"
#include "editor/theme.h"

namespace fluxion {

StepPlot::StepPlot(QWidget* parent) : QWidget(parent), m_canvas(new PlotCanvas(this)) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(m_canvas);
  const Theme theme = Theme::current(palette());
  const int above = m_canvas->addAxes(axisTitle(tr("step size"), QStringLiteral("s"))),
            below = m_canvas->addAxes(tr("order"));
  const auto over = PlotCanvas::CurveKind::OverTime;
  m_curves[Size] = m_canvas->addCurve(above, tr("step size"), 0, 0, over);
  m_curves[Error] = m_canvas->addCurve(above, tr("rejected: error"), 1, 0, over);
  m_curves[Projection] = m_canvas->addCurve(above, tr("rejected: projection"), 2, 0, over);
  m_curves[Evaluation] = m_canvas->addCurve(above, tr("rejected: f or Newton"), 3, 0, over);
  m_curves[Order] = m_canvas->addCurve(below, tr("order"), 0, 0, over);
  m_canvas->removeLegend(below);
  const auto marks = [](CurveStyle::Marker marker, QColor color = {}) {
    CurveStyle style;
    style.line = CurveStyle::Line::None;
    style.marker = marker;
    style.color = color;
    return style;
  };
  m_canvas->setStyle(m_curves[Error], marks(CurveStyle::Marker::Cross, theme.error));
  m_canvas->setStyle(m_curves[Projection], marks(CurveStyle::Marker::Diamond));
  m_canvas->setStyle(m_curves[Evaluation], marks(CurveStyle::Marker::Triangle));
  CurveStyle stairs;
  stairs.line = CurveStyle::Line::Stairs;
  m_canvas->setStyle(m_curves[Order], stairs);
  m_canvas->vertical(above).setLogarithmic(true);
  m_canvas->setHorizontalLabel(timeAxisTitle());
  connect(m_canvas, &PlotCanvas::rangeChangedByUser, this, [this] {
    m_zoomed = true;
    draw();
  });
  connect(m_canvas, &PlotCanvas::fitRequested, this, [this] {
    m_zoomed = false;
    refresh(true);
  });
  connect(m_canvas, &PlotCanvas::resized, this, &StepPlot::draw);
  clear();
}

void StepPlot::showRun(std::shared_ptr<const sim::StepTrace> trace, double start, double stop) {
  m_trace = std::move(trace);
  m_start = start;
  m_stop = stop;
  m_zoomed = false;
  refresh(true);
}

void StepPlot::setTimeUnit(const sim::TimeUnit& unit) {
  m_canvas->setHorizontalUnit(unit.seconds);
  m_canvas->setHorizontalLabel(timeAxisTitle(QString::fromStdString(unit.name)));
  m_canvas->redraw();
}

void StepPlot::clear() {
  m_trace = nullptr;
  for (int curve : m_curves) m_canvas->setData(curve, {});
  m_canvas->setHorizontalRange({0, 1});
  m_canvas->vertical(0).setRange({1e-4, 1});
  m_canvas->vertical(1).setRange({0, 6});
  m_canvas->redraw();
}

void StepPlot::refresh(bool fitted) {
  if (!m_trace) return;
  if (fitted && !m_zoomed) fit();
  draw();
}

// All of the time so far, the sizes to whole decades.
void StepPlot::fit() {
  const sim::StepTrace::View trace(*m_trace);
  const double last = trace.size() > 0 ? trace[trace.size() - 1].t : m_start;
  const double end = std::isfinite(m_stop) ? m_stop : last;
  m_canvas->setHorizontalRange({m_start, end > m_start ? end : m_start + 1});
  constexpr std::size_t enough = 2000;
  double least = 0, most = 0, order = 1;
  for (const CurvePoint& p : stepPoints(trace, m_start, last, enough).size) {
    if (p.y > 0) least = least == 0 ? p.y : std::min(least, p.y);
    most = std::max(most, p.y);
  }
  for (const CurvePoint& p : stepPoints(trace, m_start, last, enough).order) order = std::max(order, p.y);
  if (least > 0)
    m_canvas->vertical(0).setRange(
        {std::pow(10, std::floor(std::log10(least * 0.9))), std::pow(10, std::ceil(std::log10(most * 1.1)))});
  m_canvas->vertical(1).setRange({0, order + 1});
}

void StepPlot::draw() {
  if (!m_trace) return;
  const AxisRange range = m_canvas->horizontal().range();
  const auto places = static_cast<std::size_t>(std::max(m_canvas->plotSize().width(), 200));
  const StepPoints points = stepPoints(*m_trace, range.low, range.high, places);
  m_canvas->setData(m_curves[Size], points.size);
  m_canvas->setData(m_curves[Order], points.order);
  m_canvas->setData(m_curves[Error], points.error);
  m_canvas->setData(m_curves[Projection], points.projection);
  m_canvas->setData(m_curves[Evaluation], points.evaluation);
  m_canvas->setCurveVisible(m_curves[Error], !points.error.empty());
  m_canvas->setCurveVisible(m_curves[Projection], !points.projection.empty());
  m_canvas->setCurveVisible(m_curves[Evaluation], !points.evaluation.empty());
  m_canvas->redraw();
}

}  // namespace fluxion
