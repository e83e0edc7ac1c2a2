#include "editor/linear/linear_plot.h"

#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <limits>

#include "editor/plots/plot_canvas.h"

namespace fluxion {

namespace {

struct Extent {
  double low = std::numeric_limits<double>::infinity(), high = -std::numeric_limits<double>::infinity();
  void add(double v) { low = std::min(low, v), high = std::max(high, v); }
  AxisRange range(double part, double least) const {
    if (low > high) return {0, 1};
    const double middle = (low + high) / 2, span = std::max(high - low, least);
    return {middle - span * (0.5 + part), middle + span * (0.5 + part)};
  }
};

bool overFrequency(LinearView view) { return view == LinearView::Bode || view == LinearView::SingularValues; }

}  // namespace

LinearPlot::LinearPlot(QWidget* parent) : QWidget(parent), m_canvas(new PlotCanvas(this)) {
  m_canvas->setObjectName(QStringLiteral("linearCanvas"));
  m_canvas->setMinimumSize(240, 180);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(m_canvas);
  connect(m_canvas, &PlotCanvas::fitRequested, this, &LinearPlot::fit);
}

void LinearPlot::addPlots() {
  switch (m_view) {
    case LinearView::Bode:
      m_canvas->addAxes(tr("magnitude [dB]"));
      m_canvas->addAxes(tr("phase [°]"));
      break;
    case LinearView::SingularValues:
      m_canvas->addAxes(tr("singular values [dB]"));
      break;
    case LinearView::Nichols:
      m_canvas->addAxes(tr("magnitude [dB]"));
      break;
    case LinearView::Nyquist:
    case LinearView::PoleZero:
    case LinearView::RootLocus:
      m_canvas->addAxes(tr("imaginary part"));
      break;
    case LinearView::Step:
      m_canvas->addAxes(tr("step response"));
      break;
    case LinearView::Impulse:
      m_canvas->addAxes(tr("impulse response"));
      break;
  }
  const bool logarithmic = overFrequency(m_view);
  m_canvas->setHorizontalLogarithmic(logarithmic);
  m_canvas->setHorizontalLabel(logarithmic                     ? tr("frequency [rad/s]")
                               : m_view == LinearView::Nichols ? tr("phase [°]")
                               : isPlane(m_view)               ? tr("real part")
                                                               : tr("time [s]"));
}

void LinearPlot::addCurves(const System& system, int color) {
  int first = -1;
  for (const LinearCurve& curve : system.curves.curves) {
    const auto kind = isPlane(m_view) ? PlotCanvas::CurveKind::Phase : PlotCanvas::CurveKind::OverTime;
    const QString name = curve.name.isEmpty() ? system.name : system.name + QStringLiteral(": ") + curve.name;
    const int index = m_canvas->addCurve(curve.plot, name, color, 0, kind);
    ++m_curveCount;
    CurveStyle style;
    style.marker = curve.marker;
    if (!curve.line) style.line = CurveStyle::Line::None;
    if (curve.name == tr("unit circle")) style.dash = Qt::DotLine;
    m_canvas->setStyle(index, style);
    m_canvas->setData(index, curve.points);
    if (first < 0) first = index;
  }
}

void LinearPlot::addMarks(const System& system) {
  for (const LinearMark& mark : system.curves.marks)
    m_overlays.push_back(m_canvas->overlays().addPoint(mark.plot, mark.at, {.text = mark.text}));
}

void LinearPlot::show(LinearView view, const std::vector<System>& systems, bool fitAxes) {
  const bool sameView = view == m_view && m_canvas->axesCount() > 0;
  const AxisRange horizontal = sameView ? m_canvas->horizontal().range() : AxisRange{};
  std::vector<AxisRange> vertical;
  for (int k = 0; sameView && k < m_canvas->axesCount(); ++k)
    vertical.push_back(m_canvas->vertical(k).range());
  m_view = view;
  m_systems = systems;
  for (int overlay : m_overlays) m_canvas->overlays().remove(overlay);
  m_overlays.clear();
  m_canvas->clear();
  m_curveCount = 0;
  addPlots();
  if (m_view == LinearView::Bode || m_view == LinearView::SingularValues)
    m_overlays.push_back(m_canvas->overlays().addHorizontalLine(0, 0, {.dash = Qt::DotLine}));
  if (m_view == LinearView::Bode)
    m_overlays.push_back(m_canvas->overlays().addHorizontalLine(1, -180, {.dash = Qt::DotLine}));
  if (m_view == LinearView::PoleZero || m_view == LinearView::RootLocus || m_view == LinearView::Nyquist) {
    m_overlays.push_back(m_canvas->overlays().addHorizontalLine(0, 0, {.dash = Qt::DotLine}));
    m_overlays.push_back(m_canvas->overlays().addVerticalLine(0, {.dash = Qt::DotLine}, 0));
  }
  for (std::size_t k = 0; k < m_systems.size(); ++k) {
    addCurves(m_systems[k], static_cast<int>(k));
    addMarks(m_systems[k]);
  }
  for (int k = 0; k < m_canvas->axesCount(); ++k)
    if (m_systems.size() < 2 || k > 0) m_canvas->removeLegend(k);
  if (fitAxes || !sameView) return fit();
  m_canvas->setHorizontalRange(horizontal);
  for (int k = 0; k < m_canvas->axesCount(); ++k)
    m_canvas->vertical(k).setRange(vertical[static_cast<std::size_t>(k)]);
  m_canvas->redraw();
}

void LinearPlot::fit() {
  Extent horizontal;
  std::vector<Extent> vertical(static_cast<std::size_t>(std::max(1, m_canvas->axesCount())));
  const auto add = [&](int plot, const CurvePoint& p) {
    if (!std::isfinite(p.x) || !std::isfinite(p.y)) return;
    horizontal.add(p.x), vertical[static_cast<std::size_t>(plot)].add(p.y);
  };
  for (const System& system : m_systems) {
    for (const LinearCurve& curve : system.curves.curves)
      for (const CurvePoint& p : curve.points) add(curve.plot, p);
    for (const LinearMark& mark : system.curves.marks) add(mark.plot, mark.at);
  }
  if (m_view == LinearView::RootLocus || m_view == LinearView::PoleZero) {
    // Branches that go to infinity must not make the rest a dot: what lies around poles, zeros and the border
    // of stability counts, the origin among it.
    Extent x, y;
    x.add(0);
    const auto see = [&](const CurvePoint& p) { x.add(p.x), y.add(std::abs(p.y)); };
    for (const System& system : m_systems) {
      for (const LinearCurve& curve : system.curves.curves)
        if (!curve.line) std::for_each(curve.points.begin(), curve.points.end(), see);
      for (const LinearMark& mark : system.curves.marks) see(mark.at);
    }
    const double height = y.low <= y.high ? y.high : 0;
    const double size = std::max({x.high - x.low, height, 1e-9});
    horizontal = {}, vertical[0] = {};
    horizontal.add(x.low - 0.3 * size), horizontal.add(x.high + 0.3 * size);
    vertical[0].add(-std::max(1.3 * height, 0.6 * size)), vertical[0].add(std::max(1.3 * height, 0.6 * size));
  }
  if (overFrequency(m_view))
    m_canvas->setHorizontalRange(horizontal.low < horizontal.high ? AxisRange{horizontal.low, horizontal.high}
                                                                  : AxisRange{0.1, 10});
  else
    m_canvas->setHorizontalRange(horizontal.range(isPlane(m_view) ? 0.08 : 0, 1e-6));
  for (int k = 0; k < m_canvas->axesCount(); ++k)
    m_canvas->vertical(k).setRange(
        vertical[static_cast<std::size_t>(k)].range(0.08, overFrequency(m_view) ? 10 : 1e-6));
  m_canvas->redraw();
}

}  // namespace fluxion
