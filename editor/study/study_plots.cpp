#include "editor/study/study_plots.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QSignalBlocker>
#include <QStackedWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <utility>

#include "editor/dock_tools.h"
#include "editor/plots/plot_canvas.h"
#include "editor/study/bar_chart.h"
#include "editor/study/row_table.h"

namespace fluxion {

namespace {

void fitAround(PlotCanvas& plot, AxisRange across, AxisRange up) {
  const auto room = [](const AxisRange& range) {
    return 0.05 * std::max(range.span(), 1e-9 * std::max({std::abs(range.high), std::abs(range.low), 1e-6}));
  };
  plot.setHorizontalRange({across.low - room(across), across.high + room(across)});
  plot.vertical(0).setRange({up.low - room(up), up.high + room(up)});
}

struct Bounds {
  AxisRange x{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()}, y = x;
  void include(const CurvePoint& point) {
    if (!std::isfinite(point.x) || !std::isfinite(point.y)) return;
    x = {std::min(x.low, point.x), std::max(x.high, point.x)};
    y = {std::min(y.low, point.y), std::max(y.high, point.y)};
  }
  bool isEmpty() const { return !(x.low <= x.high); }
};

// Keeps the choice where the list still has it.
void fill(QComboBox& box, const QStringList& texts) {
  QStringList before;
  for (int k = 0; k < box.count(); ++k) before << box.itemText(k);
  if (before == texts) return;
  const QSignalBlocker blocker(box);
  const QString chosen = box.currentText();
  box.clear();
  box.addItems(texts);
  box.setCurrentIndex(std::max(0, static_cast<int>(texts.indexOf(chosen))));
}

}  // namespace

StudyPlots::StudyPlots(const RowTable& rows, QWidget* parent)
    : QWidget(parent),
      m_rows(rows),
      m_kind(makeList(this, "studyPlotKind", tr("Kind of plot"))),
      m_what(makeList(this, "studyPlotWhat", tr("What is drawn"))),
      m_over(makeList(this, "studyPlotOver", tr("Over which variation"))),
      m_pages(new QStackedWidget(this)),
      m_canvas(new PlotCanvas(this)),
      m_chart(new BarChart(this)) {
  m_kind->addItems({tr("Curves"), tr("Histogram"), tr("Scatter"), tr("Sensitivity")});
  m_canvas->setObjectName(QStringLiteral("studyPlot"));
  m_canvas->setMinimumSize(240, 160);
  m_chart->setObjectName(QStringLiteral("studyChart"));
  for (QComboBox* box : {m_kind, m_what, m_over})
    connect(box, &QComboBox::activated, this, &StudyPlots::draw);
  auto* row = new QHBoxLayout;
  for (QComboBox* box : {m_kind, m_what, m_over}) row->addWidget(box);
  row->addStretch(1);
  m_pages->addWidget(m_canvas);
  m_pages->addWidget(m_chart);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 4, 0, 0);
  layout->addLayout(row);
  layout->addWidget(m_pages, 1);
  draw();
}

void StudyPlots::begin() {
  m_curves.clear();
  draw();
}

void StudyPlots::add(std::vector<RunCurves> curves) {
  std::ranges::move(curves, std::back_inserter(m_curves));
}

void StudyPlots::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  draw();
}

StudyPlots::Kind StudyPlots::kind() const { return static_cast<Kind>(m_kind->currentIndex()); }

void StudyPlots::choose(Kind kind) {
  m_kind->setCurrentIndex(static_cast<int>(kind));
  draw();
}

void StudyPlots::fillLists() {
  QStringList what, over;
  if (kind() == Kind::Curves)
    for (const std::string& element : m_elements) what << QString::fromStdString(element);
  else
    for (const sim::StudyResult& result : m_rows.study().results) what << QString::fromStdString(result.name);
  for (const sim::Variation& variation : m_rows.study().variations)
    over << QString::fromStdString(variation.name);
  if (kind() == Kind::Scatter) {
    const QStringList results = what;
    what += over;
    over += results;
  }
  fill(*m_what, what);
  fill(*m_over, over);
  m_what->setVisible(!what.isEmpty());
  m_over->setVisible(kind() == Kind::Scatter && !over.isEmpty());
}

void StudyPlots::draw() {
  fillLists();
  m_pages->setCurrentIndex(kind() == Kind::Sensitivity ? 1 : 0);
  const auto what = static_cast<std::size_t>(std::max(0, m_what->currentIndex()));
  const bool hasResults = !m_rows.study().results.empty();
  if (kind() == Kind::Sensitivity) {
    if (hasResults)
      drawSensitivity(what);
    else
      m_chart->show({});
    return;
  }
  m_canvas->clear();
  m_canvas->addAxes(m_what->currentText());
  if (kind() == Kind::Curves)
    drawCurves();
  else if (hasResults && kind() == Kind::Histogram)
    drawHistogram(what);
  else if (hasResults && m_over->currentIndex() >= 0)
    drawScatter(what, static_cast<std::size_t>(m_over->currentIndex()));
  m_canvas->redraw();
}

void StudyPlots::drawCurves() {
  m_canvas->setHorizontalLabel(tr("time [s]"));
  const auto which = static_cast<std::size_t>(std::max(0, m_what->currentIndex()));
  Bounds bounds;
  CurveStyle style;
  style.width = 1;
  for (const RunCurves& run : m_curves) {
    if (which >= run.curves.size() || run.curves[which].empty()) continue;
    const int curve = m_canvas->addCurve(0, tr("run %1").arg(run.sample), static_cast<int>(run.sample % 8), 0,
                                         PlotCanvas::CurveKind::OverTime);
    m_canvas->setStyle(curve, style);
    m_canvas->setData(curve, run.curves[which]);
    for (const CurvePoint& point : run.curves[which]) bounds.include(point);
  }
  const std::size_t runs = m_rows.rows().size();
  if (m_curves.size() > 8) m_canvas->removeLegend(0);
  if (!m_curves.empty() && m_curves.size() < runs)
    m_canvas->setTitle(0, tr("Curves of %1 of %2 runs").arg(m_curves.size()).arg(runs));
  if (!bounds.isEmpty()) fitAround(*m_canvas, bounds.x, bounds.y);
}

std::vector<double> StudyPlots::resultsOf(std::size_t result) const {
  std::vector<double> values;
  for (const sim::StudyRow& row : m_rows.rows())
    if (result < row.results.size() && std::isfinite(row.results[result]))
      values.push_back(row.results[result]);
  return values;
}

// As many bars as the rule of Freedman and Diaconis says, 5 to 60.
void StudyPlots::drawHistogram(std::size_t result) {
  std::vector<double> values = resultsOf(result);
  m_canvas->setHorizontalLabel(m_what->currentText());
  m_canvas->vertical(0).setLabel(tr("runs"));
  if (values.empty()) return;
  std::ranges::sort(values);
  double low = values.front(), high = values.back();
  if (!(high > low)) low -= 0.5, high += 0.5;
  const double quartiles = sim::quantile_of_sorted(values, 0.75) - sim::quantile_of_sorted(values, 0.25);
  const double width = 2 * quartiles / std::cbrt(static_cast<double>(values.size()));
  const double about = width > 0 ? std::ceil((high - low) / width) : 10;
  const auto bars = static_cast<std::size_t>(std::clamp(about, 5.0, 60.0));
  std::vector<double> counts(bars);
  for (const double value : values) {
    const auto at = static_cast<std::size_t>((value - low) / (high - low) * static_cast<double>(bars));
    counts[std::min(at, bars - 1)] += 1;
  }
  std::vector<CurvePoint> outline{{low, 0}}, base{{low, 0}, {high, 0}};
  const double step = (high - low) / static_cast<double>(bars);
  for (std::size_t k = 0; k < bars; ++k) {
    const double left = low + static_cast<double>(k) * step;
    for (const CurvePoint& point :
         {CurvePoint{left, counts[k]}, CurvePoint{left + step, counts[k]}, CurvePoint{left + step, 0}})
      outline.push_back(point);
  }
  const int curve = m_canvas->addCurve(0, m_what->currentText(), 0, 0, PlotCanvas::CurveKind::OverTime),
            below = m_canvas->addCurve(0, {}, 0, 0, PlotCanvas::CurveKind::OverTime);
  m_canvas->setData(curve, outline);
  m_canvas->setData(below, base);
  m_canvas->fillBetween(curve, below);
  m_canvas->removeLegend(0);
  const double top = *std::ranges::max_element(counts);
  fitAround(*m_canvas, {low, high}, {0, top});
  m_canvas->vertical(0).setRange({0, 1.05 * top});
}

// Variations over variations and results over results too: how they go together.
void StudyPlots::drawScatter(std::size_t vertical, std::size_t horizontal) {
  const std::size_t results = m_rows.study().results.size(), variations = m_rows.study().variations.size();
  m_canvas->setHorizontalLabel(m_over->currentText());
  std::vector<CurvePoint> points;
  Bounds bounds;
  for (const sim::StudyRow& row : m_rows.rows()) {
    if (row.results.size() < results) continue;
    const CurvePoint point{
        horizontal < variations ? sim::number_of(row.values[horizontal])
                                : row.results[horizontal - variations],
        vertical < results ? row.results[vertical] : sim::number_of(row.values[vertical - results])};
    if (!std::isfinite(point.x) || !std::isfinite(point.y)) continue;
    points.push_back(point);
    bounds.include(point);
  }
  if (points.empty()) return;
  std::ranges::sort(points, {}, &CurvePoint::x);
  const int curve = m_canvas->addCurve(0, m_what->currentText(), 0, 0, PlotCanvas::CurveKind::OverTime);
  CurveStyle style;
  style.line = CurveStyle::Line::None;
  style.marker = points.size() > 2000 ? CurveStyle::Marker::Dot : CurveStyle::Marker::Circle;
  m_canvas->setStyle(curve, style);
  m_canvas->setData(curve, points);
  m_canvas->removeLegend(0);
  fitAround(*m_canvas, bounds.x, bounds.y);
}

ChartContent chartOf(const sim::Study& study, const sim::Sensitivity& found) {
  ChartContent content;
  if (found.measures.empty()) return content;
  const std::size_t count = study.variations.size();
  const bool ends = study.sampling == sim::Sampling::OneAtATime;
  const double base = ends ? found.base : 0;
  content.label = QString::fromStdString(ends ? found.result : std::string());
  content.middle = base;
  content.beside = !ends;
  std::vector<std::pair<double, std::size_t>> order;
  for (std::size_t j = 0; j < count; ++j) {
    double influence = 0;
    if (ends)
      influence = std::abs(found.measures[1].values[j] - found.measures[0].values[j]);
    else
      influence = std::abs(found.measures.back().name == "ST" ? found.measures.back().values[j]
                                                              : found.measures[0].values[j]);
    order.emplace_back(std::isfinite(influence) ? -influence : 1, j);
  }
  std::ranges::stable_sort(order, {}, &std::pair<double, std::size_t>::first);
  for (const sim::SensitivityMeasure& measure : found.measures)
    content.legend << QString::fromStdString(measure.name);
  for (const auto& [influence, j] : order) {
    ChartGroup group{QString::fromStdString(study.variations[j].name), {}};
    for (std::size_t m = 0; m < found.measures.size(); ++m) {
      const sim::SensitivityMeasure& measure = found.measures[m];
      ChartBar bar{base, measure.values[j], static_cast<int>(m)};
      if (!measure.low.empty()) bar.low = measure.low[j], bar.high = measure.high[j];
      group.bars.push_back(bar);
    }
    content.groups.push_back(std::move(group));
  }
  if (found.measures.size() == 1) content.label = content.legend.takeFirst();
  return content;
}

void StudyPlots::drawSensitivity(std::size_t result) {
  const auto all = sim::sensitivities(m_rows.study(), m_rows.rows());
  m_chart->show(result < all.size() ? chartOf(m_rows.study(), all[result]) : ChartContent{});
}

}  // namespace fluxion
