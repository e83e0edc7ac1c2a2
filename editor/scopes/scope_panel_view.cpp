// Which part of its curves a scope shows: axes that follow the data, and what is drawn of them.
#include <QLabel>
#include <algorithm>
#include <cmath>

#include "editor/scopes/axis_fit.h"
#include "editor/scopes/scope_curve.h"
#include "editor/scopes/scope_panel.h"

namespace fluxion {

void ScopePanel::fit() {
  m_following = true;
  follow();
  feed();
}

void ScopePanel::follow() {
  if (m_runs.empty()) return;
  if (m_runs.back().phase) return followPhase();
  followHorizontal();
  for (int a = 0; a < static_cast<int>(m_runs.back().axes.size()); ++a) followVertical(a);
}

// While it runs, the whole of what will be; afterwards, what there is.
void ScopePanel::followHorizontal() {
  const ScopeSource& run = m_runs.back();
  double low = run.startTime, high = run.startTime;
  for (const auto& curve : m_curves)
    if (shown(*curve)) high = std::max(high, curve->time->lastTime());
  if (m_running && std::isfinite(run.stopTime))
    high = std::max(high, run.stopTime);
  else if (m_running)
    high = growingEnd(low, high, m_canvas->horizontalRange().high);
  if (!(high > low)) high = low + 1;
  m_canvas->setHorizontalRange({low, high});
}

void ScopePanel::followVertical(int axes) {
  Extremes range;
  const AxisRange time = m_canvas->horizontalRange();
  for (const auto& curve : m_curves) {
    if (curve->axes != axes || !shown(*curve)) continue;
    if (const auto part = curve->time->extremes(time.low, time.high)) {
      range.low = std::min(range.low, part->low);
      range.high = std::max(range.high, part->high);
    }
  }
  m_canvas->setVerticalRange(axes,
                             m_measure == Measure::Magnitude ? logarithmicFit(range) : linearFit(range));
}

void ScopePanel::followPhase() {
  Extremes x, y;
  for (const auto& curve : m_curves) {
    if (!shown(*curve)) continue;
    x = {std::min(x.low, curve->phase->xExtremes().low), std::max(x.high, curve->phase->xExtremes().high)};
    y = {std::min(y.low, curve->phase->yExtremes().low), std::max(y.high, curve->phase->yExtremes().high)};
  }
  m_canvas->setHorizontalRange(linearFit(x));
  m_canvas->setVerticalRange(0, linearFit(y));
}

// Gives the canvas the points of what is in view.
void ScopePanel::feed() {
  if (m_runs.empty()) return;
  const QSize pixels = m_canvas->plotSize();
  const AxisRange x = m_canvas->horizontalRange();
  for (const auto& curve : m_curves) {
    if (!shown(*curve)) continue;
    if (curve->time) {
      curve->drawn = curve->time->points(x.low, x.high, 2 * static_cast<std::size_t>(pixels.width()));
    } else {
      curve->phase->setResolution(x.span() / pixels.width(),
                                  m_canvas->verticalRange(0).span() / pixels.height());
      curve->drawn = curve->phase->points();
    }
    m_canvas->setData(curve->canvas, curve->drawn);
  }
  m_canvas->redraw();
  emit dataChanged();
}

void ScopePanel::showReadout(int axes, double x, double y) {
  const auto number = [](double v) { return QString::number(v, 'g', 6); };
  if (m_runs.empty()) return;
  if (m_runs.back().phase) return m_readout->setText(QStringLiteral("(%1, %2)").arg(number(x), number(y)));
  QStringList parts{QStringLiteral("t = %1").arg(number(x))};
  for (const auto& curve : m_curves)
    if (curve->axes == axes && curve->age == 0 && shown(*curve))
      if (const auto value = curve->time->valueAt(x))
        parts << QStringLiteral("%1 = %2").arg(curve->signal, number(*value));
  m_readout->setText(parts.join(QStringLiteral("    ")));
}

}  // namespace fluxion
