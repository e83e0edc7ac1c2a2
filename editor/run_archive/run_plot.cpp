#include "editor/run_archive/run_plot.h"

#include <QLabel>
#include <QVBoxLayout>
#include <algorithm>

#include "editor/scopes/axis_fit.h"
#include "editor/scopes/plot_labels.h"
#include "editor/shown_number.h"

namespace fluxion {

RunPlot::RunPlot(QWidget* parent)
    : MeasuredPlot(parent), m_canvas(new PlotCanvas(this)), m_readout(new QLabel(this)) {
  m_canvas->setObjectName(QStringLiteral("runPlotCanvas"));
  m_canvas->setMinimumSize(200, 140);
  m_readout->setObjectName(QStringLiteral("runPlotReadout"));
  m_readout->setAccessibleName(tr("Values at the pointer"));
  m_readout->setContentsMargins(8, 2, 8, 4);
  m_readout->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(m_canvas, 1);
  layout->addWidget(m_readout);
  connect(m_canvas, &PlotCanvas::fitRequested, this, &RunPlot::fit);
  connect(m_canvas, &PlotCanvas::rangeChangedByUser, this, [this] {
    m_following = false;
    feed();
  });
  connect(m_canvas, &PlotCanvas::resized, this, &RunPlot::feed);
  connect(m_canvas, &PlotCanvas::clicked, this, [this](int axes) { emit axesClicked(axes); });
  connect(m_canvas, &PlotCanvas::pointerMoved, this,
          [this](int axes, double x, double) { showReadout(axes, x); });
  connect(m_canvas, &PlotCanvas::pointerLeft, m_readout, &QLabel::clear);
}

RunPlot::~RunPlot() = default;

void RunPlot::setTimeUnit(const sim::TimeUnit& unit) {
  if (unit.name == m_unit.name) return;
  m_unit = unit;
  m_canvas->setHorizontalUnit(unit.seconds);
  m_canvas->setHorizontalLabel(timeAxisTitle(QString::fromStdString(unit.name)));
  m_canvas->redraw();
  emit curvesChanged();
}

void RunPlot::clear() {
  m_curves.clear();
  m_canvas->clear();
}

int RunPlot::addAxes(const QString& label, PlotCell cell) {
  const int axes = m_canvas->addAxes(label, cell);
  m_canvas->setHorizontalLabel(timeAxisTitle(QString::fromStdString(m_unit.name)));
  return axes;
}

int RunPlot::addCurve(int axes, const QString& name, int color, const CurveStyle& style,
                      const std::shared_ptr<const sim::SignalLog>& log, int column, bool held) {
  const int index = m_canvas->addCurve(axes, name, color, 0, PlotCanvas::CurveKind::OverTime);
  CurveStyle drawn = style;
  if (held) drawn.line = CurveStyle::Line::Stairs;
  m_canvas->setStyle(index, drawn);
  auto data = std::make_unique<CurveData>(log, column, Measure::Value, held);
  data->update();
  m_curves.push_back({axes, index, name, std::move(data)});
  return index;
}

std::shared_ptr<const sim::SignalLog> RunPlot::logOf(const std::vector<double>& t,
                                                     const std::vector<const std::vector<double>*>& columns) {
  auto log = std::make_shared<sim::SignalLog>(std::vector<std::string>(columns.size()));
  std::vector<double> row(columns.size());
  for (std::size_t k = 0; k < t.size(); ++k) {
    for (std::size_t c = 0; c < columns.size(); ++c) row[c] = (*columns[c])[k];
    log->append(t[k], row);
  }
  return log;
}

void RunPlot::fit() {
  m_following = true;
  refresh();
}

void RunPlot::refresh() {
  if (m_following) {
    Extremes time;
    for (const Curve& curve : m_curves) {
      if (curve.data->size() == 0) continue;
      time.low = std::min(time.low, curve.data->firstTime());
      time.high = std::max(time.high, curve.data->lastTime());
    }
    if (!(time.high > time.low)) time = {time.low < time.high ? time.low : 0, 1};
    m_canvas->setHorizontalRange({time.low, time.high});
    fitVertical();
  }
  feed();
  emit curvesChanged();
}

void RunPlot::showTime(AxisRange range) {
  m_following = false;
  m_canvas->setHorizontalRange(range);
  fitVertical();
  feed();
}

void RunPlot::fitVertical() {
  const AxisRange time = m_canvas->horizontal().range();
  for (int axes = 0; axes < m_canvas->axesCount(); ++axes) {
    Extremes range;
    for (const Curve& curve : m_curves)
      if (curve.axes == axes)
        if (const auto part = curve.data->extremes(time.low, time.high))
          range = {std::min(range.low, part->low), std::max(range.high, part->high)};
    m_canvas->vertical(axes).setRange(linearFit(range));
  }
}

void RunPlot::feed() {
  const AxisRange time = m_canvas->axesCount() > 0 ? m_canvas->horizontal().range() : AxisRange{};
  // Before it is drawn first, a plot does not know how wide it will be: then as wide as all of them.
  const int width =
      m_pictureSize ? m_pictureSize->width() : std::max(m_canvas->plotSize().width(), m_canvas->width());
  const auto pixels = static_cast<std::size_t>(width);
  for (const Curve& curve : m_curves)
    m_canvas->setData(curve.canvas, curve.data->points(time.low, time.high, 2 * pixels));
  m_canvas->redraw();
  emit dataChanged();
}

void RunPlot::feedFor(std::optional<QSize> pixels) {
  m_pictureSize = pixels;
  feed();
}

// What has a name: edges of bands have none.
std::vector<MeasuredSignal> RunPlot::measuredSignals() const {
  std::vector<MeasuredSignal> all;
  for (const Curve& curve : m_curves)
    if (!curve.name.isEmpty())
      all.push_back({curve.name, m_canvas->curveColor(curve.canvas), curve.data->log(), *curve.data->log(),
                     curve.data->column(), curve.data->isHeld()});
  return all;
}

void RunPlot::showReadout(int axes, double x) {
  QStringList parts{
      QStringLiteral("t = %1 %2").arg(shownNumber(m_unit.shown(x)), QString::fromStdString(m_unit.name))};
  for (const Curve& curve : m_curves)
    if (curve.axes == axes && !curve.name.isEmpty())
      if (const auto value = curve.data->valueAt(x))
        parts << QStringLiteral("%1 = %2").arg(curve.name, shownNumber(*value));
  m_readout->setText(parts.join(QStringLiteral("    ")));
}

}  // namespace fluxion
