// Which part of its curves a scope shows: axes that follow the data, views to go back to, and what is drawn.
#include <QAction>
#include <QDateTime>
#include <QLabel>
#include <algorithm>
#include <cmath>

#include "editor/scopes/axis_fit.h"
#include "editor/scopes/scope_curve.h"
#include "editor/scopes/scope_panel.h"
#include "editor/scopes/trigger_track.h"
#include "editor/shown_number.h"

namespace fluxion {

using Side = PlotCanvas::Side;

void ScopePanel::fit() {
  if (m_runs.empty()) return;
  m_following = true;
  follow();
  scaleValues(false);
  feed();
  m_history.add(view(), QDateTime::currentMSecsSinceEpoch());
  syncActions();
}

void ScopePanel::fitTime() {
  if (m_runs.empty()) return;
  if (isPhase()) return fit();
  m_canvas->setHorizontalRange(wholeTime());
  viewChanged();
}

void ScopePanel::fitValues() {
  if (m_runs.empty()) return;
  if (isPhase()) return fit();
  scaleValues(false);
  viewChanged();
}

void ScopePanel::scaleValues(bool grow) {
  if (isPhase()) return followPhase(grow);
  for (int a = 0; a < m_canvas->axesCount(); ++a)
    for (const Side side : {Side::Left, Side::Right}) followVertical(a, side, grow);
}

// A run that has not ended may still scale its values only in between, or never.
void ScopePanel::follow() {
  using Scaling = ScopeSettings::Scaling;
  if (m_runs.empty() || m_curves.empty()) return;
  if (m_trigger)
    followTrigger();
  else if (!isPhase())
    followHorizontal();
  if (m_settings.scaling == Scaling::Manual || (m_running && m_settings.scaling == Scaling::AtEnd)) return;
  scaleValues(m_settings.scaling == Scaling::GrowOnly && m_running);
}

double ScopePanel::newestTime() const {
  double newest = m_runs.empty() ? 0 : m_runs.back().startTime;
  for (const auto& curve : m_curves)
    if (curve->age == 0 && curve->time) newest = std::max(newest, curve->time->lastTime());
  return newest;
}

// While it runs, the whole of what will be; afterwards, what there is of it. Earlier runs may be longer.
AxisRange ScopePanel::wholeTime() const {
  const ScopeSource& run = m_runs.back();
  double low = run.startTime, high = run.startTime;
  for (const auto& curve : m_curves)
    if (shown(*curve) && curve->time && curve->age == 0) high = std::max(high, curve->time->lastTime());
  if (m_running && std::isfinite(run.stopTime))
    high = std::max(high, run.stopTime);
  else if (m_running)
    high = growingEnd(low, high, m_canvas->horizontal().range().high);
  if (!(high > low)) high = low + 1;
  // A logarithmic axis has no zero: four decades are in view.
  if (m_settings.logarithmicTime && low <= 0) low = 1e-4 * high;
  return {low, high};
}

std::optional<AxisRange> ScopePanel::span() const {
  const double start = m_runs.back().startTime, length = m_settings.timeSpan, now = newestTime();
  if (!(length > 0)) return std::nullopt;
  if (m_settings.overrun == ScopeSettings::Overrun::Wrap) {
    const double page = start + length * std::floor(std::max(0.0, now - start) / length);
    return AxisRange{page, page + length};
  }
  const double end = std::max(now, start + length);
  return AxisRange{end - length, end};
}

void ScopePanel::followHorizontal() { m_canvas->setHorizontalRange(span().value_or(wholeTime())); }

void ScopePanel::followVertical(int axes, Side side, bool grow) {
  Extremes range;
  const AxisRange time = m_canvas->horizontal(axes).range();
  for (const auto& curve : m_curves) {
    if (curve->axes != axes || curve->side != side || !shown(*curve) || !curve->time) continue;
    // The old end of a trace that wraps is in view too.
    const double early = m_following && m_settings.timeSpan > 0 &&
                                 m_settings.overrun == ScopeSettings::Overrun::Wrap && m_running
                             ? time.low - m_settings.timeSpan
                             : time.low;
    if (const auto part = curve->time->extremes(early, time.high)) {
      range.low = std::min(range.low, part->low);
      range.high = std::max(range.high, part->high);
    }
  }
  AxisRange fitted = measureOf(axes) == Measure::Value ? linearFit(range) : logarithmicFit(range);
  if (grow) {
    const AxisRange now = m_canvas->vertical(axes, side).range();
    fitted = {std::min(now.low, fitted.low), std::max(now.high, fitted.high)};
  }
  m_canvas->vertical(axes, side).setRange(fitted);
}

void ScopePanel::followPhase(bool grow) {
  Extremes x, y;
  for (const auto& curve : m_curves) {
    if (!shown(*curve)) continue;
    x = {std::min(x.low, curve->phase->xExtremes().low), std::max(x.high, curve->phase->xExtremes().high)};
    y = {std::min(y.low, curve->phase->yExtremes().low), std::max(y.high, curve->phase->yExtremes().high)};
  }
  const auto settle = [grow](AxisRange fitted, AxisRange now) {
    return grow ? AxisRange{std::min(now.low, fitted.low), std::max(now.high, fitted.high)} : fitted;
  };
  m_canvas->setHorizontalRange(settle(linearFit(x), m_canvas->horizontal().range()));
  m_canvas->vertical(0).setRange(settle(linearFit(y), m_canvas->vertical(0).range()));
}

// Gives the canvas the points of what is in view.
void ScopePanel::feed() {
  if (m_runs.empty()) return;
  const QSize pixels = m_pictureSize.value_or(m_canvas->plotSize());
  const AxisRange x = m_canvas->horizontal().range();
  for (const auto& curve : m_curves) {
    if (!shown(*curve)) continue;
    if (curve->time) {
      feedTime(*curve, x, 2 * static_cast<std::size_t>(pixels.width()));
    } else {
      curve->phase->setResolution(x.span() / pixels.width(),
                                  m_canvas->vertical(0).range().span() / pixels.height());
      curve->drawn = curve->phase->points();
    }
    m_canvas->setData(curve->canvas, curve->drawn);
    if (curve->samples && curve->time)
      m_canvas->setMarks(curve->canvas, curve->time->samples(*curve->samples, x.low, x.high,
                                                             2 * static_cast<std::size_t>(pixels.width())));
  }
  m_canvas->redraw();
  emit dataChanged();
}

void ScopePanel::feedFor(std::optional<QSize> pixels) {
  m_pictureSize = pixels;
  feed();
}

// A trace that wraps shows, beyond a gap, what it has not yet written over.
void ScopePanel::feedTime(ScopeCurve& curve, AxisRange x, std::size_t points) {
  curve.drawn = curve.time->points(x.low, x.high, points);
  curve.hasGaps = measureOf(curve.axes) == Measure::Positive &&
                  std::ranges::any_of(curve.drawn, [](CurvePoint p) { return std::isnan(p.y); });
  const auto wanted = span();
  if (m_settings.overrun != ScopeSettings::Overrun::Wrap || !wanted || !m_running || !m_following ||
      m_trigger)
    return;
  const double length = wanted->span(), now = newestTime(), gap = length / 40;
  if (now + gap >= wanted->high || wanted->low <= m_runs.back().startTime) return;
  std::erase_if(curve.drawn, [now](CurvePoint p) { return p.x > now; });
  curve.drawn.push_back({now, std::numeric_limits<double>::quiet_NaN()});
  for (CurvePoint p : curve.time->points(now - length + gap, wanted->low, points))
    if (p.x >= now - length + gap && p.x <= wanted->low) curve.drawn.push_back({p.x + length, p.y});
}

ScopePanel::View ScopePanel::view() const {
  View out{m_following, m_canvas->horizontal().range(), {}};
  for (int a = 0; a < m_canvas->axesCount(); ++a)
    out.y.emplace_back(m_canvas->vertical(a).range(), m_canvas->vertical(a, Side::Right).range());
  return out;
}

void ScopePanel::takeView(const View& view) {
  if (view.y.size() != static_cast<std::size_t>(m_canvas->axesCount())) return;
  m_following = view.following;
  m_canvas->setHorizontalRange(view.x);
  for (int a = 0; a < m_canvas->axesCount(); ++a) {
    m_canvas->vertical(a).setRange(view.y[static_cast<std::size_t>(a)].first);
    m_canvas->vertical(a, Side::Right).setRange(view.y[static_cast<std::size_t>(a)].second);
  }
}

// The user has chosen another view.
void ScopePanel::viewChanged() {
  m_following = false;
  m_history.add(view(), QDateTime::currentMSecsSinceEpoch());
  syncActions();
  feed();
}

void ScopePanel::goBack() {
  if (!m_history.canGoBack()) return;
  takeView(m_history.back());
  if (m_following) follow();
  syncActions();
  feed();
}

void ScopePanel::goForward() {
  if (!m_history.canGoForward()) return;
  takeView(m_history.forward());
  if (m_following) follow();
  syncActions();
  feed();
}

void ScopePanel::showReadout(int axes, double x, double y) {
  const auto number = [](double v) { return shownNumber(v); };
  if (m_runs.empty()) return;
  m_pointerTime = isPhase() ? std::nullopt : std::optional(x);
  if (isPhase()) return m_readout->setText(QStringLiteral("(%1, %2)").arg(number(x), number(y)));
  const sim::TimeUnit unit = timeUnit();
  QStringList parts{
      QStringLiteral("t = %1 %2").arg(number(unit.shown(x)), QString::fromStdString(unit.name))};
  for (const auto& curve : m_curves)
    if (curve->axes == axes && curve->age == 0 && shown(*curve))
      if (const auto value = curve->time->valueAt(x))
        parts << QStringLiteral("%1 = %2").arg(curve->signal, number(*value));
  m_readout->setText(parts.join(QStringLiteral("    ")));
}

// What the picture alone does not say.
QString ScopePanel::notice() const {
  QStringList parts;
  if (m_frozen) parts << tr("Frozen: the run goes on.");
  if (m_trigger && !m_trigger->shown())
    parts << (m_settings.trigger.mode == TriggerSettings::Mode::Auto ? tr("No trigger: running free.")
                                                                     : tr("Waiting for the trigger."));
  if (std::ranges::any_of(m_curves, [this](const auto& c) { return c->hasGaps && shown(*c); }))
    parts << tr("Gaps: values that are not positive have no place on a logarithmic axis.");
  return parts.join(QStringLiteral("   "));
}

}  // namespace fluxion
