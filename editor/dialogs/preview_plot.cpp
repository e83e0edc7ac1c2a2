#include "editor/dialogs/preview_plot.h"

#include <QLabel>
#include <QTabBar>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "editor/scopes/plot_labels.h"
#include "editor/theme.h"

namespace fluxion {

using Kind = sim::BlockPreview::Kind;

std::vector<CurvePoint> drawnPoints(const sim::PreviewCurve& curve) {
  std::vector<CurvePoint> points;
  for (std::size_t k = 0; k < std::min(curve.x.size(), curve.y.size()); ++k) {
    if (curve.staircase && k > 0) points.push_back({curve.x[k], points.back().y});
    points.push_back({curve.x[k], std::isfinite(curve.y[k]) ? curve.y[k] : std::nan("")});
  }
  return points;
}

PlotRanges rangesOf(const std::vector<std::vector<CurvePoint>>& curves) {
  bool any = false;
  PlotRanges ranges;
  for (const auto& points : curves)
    for (const CurvePoint& p : points) {
      if (!std::isfinite(p.x) || !std::isfinite(p.y)) continue;
      ranges.x =
          any ? AxisRange{std::min(ranges.x.low, p.x), std::max(ranges.x.high, p.x)} : AxisRange{p.x, p.x};
      ranges.y =
          any ? AxisRange{std::min(ranges.y.low, p.y), std::max(ranges.y.high, p.y)} : AxisRange{p.y, p.y};
      any = true;
    }
  const auto widen = [](AxisRange& range, double by) {
    const double size = std::max(std::abs(range.low), std::abs(range.high));
    const double room = range.span() > 1e-9 * size && range.span() > 0 ? by * range.span()
                        : size > 0                                     ? 0.5 * size
                                                                       : 1;
    range.low -= room, range.high += room;
  };
  if (ranges.x.span() <= 0) widen(ranges.x, 0);
  widen(ranges.y, 0.08);
  return ranges;
}

PreviewPlot::PreviewPlot(const sim::BlockLibrary& library, QWidget* parent)
    : QWidget(parent),
      m_canvas(new PlotCanvas(this)),
      m_caption(new QLabel(this)),
      m_tabs(new QTabBar(this)),
      m_background(
          this,
          [library = sharedCopy(library)](const sim::BlockQuestion& question, const auto& wanted) {
            return sim::block_preview(question, *library, wanted);
          },
          [this](const sim::BlockPreview& preview) { take(preview); }) {
  setObjectName(QStringLiteral("preview"));
  m_canvas->setAccessibleName(tr("Preview of what the block does"));
  m_tabs->setObjectName(QStringLiteral("previewTabs"));
  m_tabs->setDrawBase(false);
  m_tabs->setExpanding(false);
  m_tabs->addTab(tr("Step response"));
  m_tabs->addTab(tr("Magnitude"));
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(4);
  layout->addWidget(m_caption);
  layout->addWidget(m_tabs);
  layout->addWidget(m_canvas, 1);
  m_canvas->setMinimumSize(300, 220);
  m_delay.setSingleShot(true);
  m_delay.setInterval(120);
  connect(&m_delay, &QTimer::timeout, this, [this] { m_background.ask(m_question); });
  connect(m_tabs, &QTabBar::currentChanged, this, &PreviewPlot::draw);
  connect(m_canvas, &PlotCanvas::fitRequested, this, &PreviewPlot::fit);
  hide();
}

void PreviewPlot::ask(sim::BlockQuestion question) {
  const bool first = m_preview.kind == Kind::None && !isBusy();
  m_question = std::move(question);
  // The first plot should be there when the dialog is.
  m_delay.start(first ? 0 : 120);
}

void PreviewPlot::take(const sim::BlockPreview& preview) {
  if (m_delay.isActive()) return;
  m_preview = preview;
  const bool shown = preview.kind != Kind::None;
  if (shown) draw();
  setVisible(shown);
  emit answered(shown);
}

static QString nameOr(const std::string& name, const char* otherwise) {
  return name.empty() ? QString::fromLatin1(otherwise) : QString::fromStdString(name);
}

void PreviewPlot::draw() {
  const bool tabs = !m_preview.magnitude.empty();
  m_tabs->setVisible(tabs);
  m_caption->setVisible(!tabs);
  const bool magnitude = tabs && m_tabs->currentIndex() == 1;
  const QString output = nameOr(m_preview.output, "y"), input = nameOr(m_preview.input, "u");
  const bool overInput = m_preview.kind == Kind::OverInput;
  m_caption->setText(overInput                          ? tr("%1 over %2").arg(output, input)
                     : m_preview.kind == Kind::OverTime ? tr("Output over time")
                                                        : tr("Step response"));
  m_canvas->clear();
  const auto& curves = magnitude ? m_preview.magnitude : m_preview.curves;
  const bool one = curves.size() == 1;  // of several, the legend says the names
  m_canvas->addAxes(magnitude
                        ? axisTitle(one ? QStringLiteral("|%1 / %2|").arg(output, input) : tr("magnitude"),
                                    QStringLiteral("dB"))
                    : one ? output
                          : QString());
  m_canvas->setHorizontalLabel(magnitude   ? axisTitle(QStringLiteral("ω"), QStringLiteral("rad/s"))
                               : overInput ? input
                                           : timeAxisTitle());
  m_canvas->setHorizontalLogarithmic(magnitude);
  int color = 0;
  for (const sim::PreviewCurve& curve : curves) {
    const auto kind = overInput ? PlotCanvas::CurveKind::Phase : PlotCanvas::CurveKind::OverTime;
    const int index = m_canvas->addCurve(0, QString::fromStdString(curve.name), color++, 0, kind);
    m_canvas->setData(index, drawnPoints(curve));
  }
  if (one) m_canvas->removeLegend(0);
  fit();
}

void PreviewPlot::fit() {
  const bool magnitude = !m_preview.magnitude.empty() && m_tabs->currentIndex() == 1;
  std::vector<std::vector<CurvePoint>> all;
  for (const sim::PreviewCurve& curve : magnitude ? m_preview.magnitude : m_preview.curves)
    all.push_back(drawnPoints(curve));
  const PlotRanges ranges = rangesOf(all);
  m_canvas->setHorizontalRange(ranges.x);
  m_canvas->vertical(0).setRange(ranges.y);
  m_canvas->redraw();
}

}  // namespace fluxion
