#include "editor/scopes/scope_scaling.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "editor/scopes/axis_fit.h"

namespace fluxion {

AxisRange ScopeScaling::wholeTime() const {
  const ScopeSource& run = m_state.newest();
  double low = run.startTime, high = run.startTime;
  for (const auto& curve : m_curves.all())
    if (m_curves.shown(*curve) && curve->time && curve->age == 0)
      high = std::max(high, curve->time->lastTime());
  if (m_state.running && std::isfinite(run.stopTime))
    high = std::max(high, run.stopTime);
  else if (m_state.running)
    high = growingEnd(low, high, m_canvas.horizontal().range().high);
  if (!(high > low)) high = low + 1;
  // A logarithmic axis has no zero: four decades are in view.
  if (m_state.settings.logarithmicTime && low <= 0) low = 1e-4 * high;
  return {low, high};
}

std::optional<AxisRange> ScopeScaling::span() const {
  const double start = m_state.newest().startTime, length = m_state.settings.timeSpan,
               now = m_curves.newestTime();
  if (!(length > 0)) return std::nullopt;
  if (m_state.settings.overrun == ScopeSettings::Overrun::Wrap) {
    const double page = start + length * std::floor(std::max(0.0, now - start) / length);
    return AxisRange{page, page + length};
  }
  const double end = std::max(now, start + length);
  return AxisRange{end - length, end};
}

void ScopeScaling::followTime() { m_canvas.setHorizontalRange(span().value_or(wholeTime())); }

void ScopeScaling::followValues(bool grow) {
  if (m_state.isPhase()) return followPhase(grow);
  for (int a = 0; a < m_canvas.axesCount(); ++a)
    for (const AxisSide side : {AxisSide::Left, AxisSide::Right}) followVertical(a, side, grow);
}

bool ScopeScaling::wraps() const {
  return m_state.settings.overrun == ScopeSettings::Overrun::Wrap && m_state.settings.timeSpan > 0 &&
         m_state.running && m_state.following;
}

void ScopeScaling::followVertical(int axes, AxisSide side, bool grow) {
  Extremes range;
  const AxisRange time = m_canvas.horizontal(axes).range();
  for (const auto& curve : m_curves.all()) {
    if (curve->axes != axes || curve->side != side || !m_curves.shown(*curve) || !curve->time) continue;
    // The old end of a trace that wraps is in view too.
    const double early = wraps() ? time.low - m_state.settings.timeSpan : time.low;
    if (const auto part = curve->time->extremes(early, time.high)) {
      range.low = std::min(range.low, part->low);
      range.high = std::max(range.high, part->high);
    }
  }
  AxisRange fitted = m_state.measureOf(axes) == Measure::Value ? linearFit(range) : logarithmicFit(range);
  if (grow) {
    const AxisRange now = m_canvas.vertical(axes, side).range();
    fitted = {std::min(now.low, fitted.low), std::max(now.high, fitted.high)};
  }
  m_canvas.vertical(axes, side).setRange(fitted);
}

void ScopeScaling::followPhase(bool grow) {
  Extremes x, y;
  for (const auto& curve : m_curves.all()) {
    if (!m_curves.shown(*curve)) continue;
    x = {std::min(x.low, curve->phase->xExtremes().low), std::max(x.high, curve->phase->xExtremes().high)};
    y = {std::min(y.low, curve->phase->yExtremes().low), std::max(y.high, curve->phase->yExtremes().high)};
  }
  const auto settle = [grow](AxisRange fitted, AxisRange now) {
    return grow ? AxisRange{std::min(now.low, fitted.low), std::max(now.high, fitted.high)} : fitted;
  };
  m_canvas.setHorizontalRange(settle(linearFit(x), m_canvas.horizontal().range()));
  m_canvas.vertical(0).setRange(settle(linearFit(y), m_canvas.vertical(0).range()));
}

void ScopeScaling::feed(QSize pixels, bool triggered) {
  if (m_state.isEmpty()) return;
  const AxisRange x = m_canvas.horizontal().range();
  const auto points = 2 * static_cast<std::size_t>(pixels.width());
  for (const auto& curve : m_curves.all()) {
    if (!m_curves.shown(*curve)) continue;
    if (curve->time) {
      feedTime(*curve, x, points, wraps() && !triggered);
    } else {
      curve->phase->setResolution(x.span() / pixels.width(),
                                  m_canvas.vertical(0).range().span() / pixels.height());
      curve->drawn = curve->phase->points();
    }
    m_canvas.setData(curve->canvas, curve->drawn);
    if (curve->samples && curve->time)
      m_canvas.setMarks(curve->canvas, curve->time->samples(*curve->samples, x.low, x.high, points));
  }
  m_canvas.redraw();
}

// A trace that wraps shows, beyond a gap, what it has not yet written over.
void ScopeScaling::feedTime(ScopeCurve& curve, AxisRange x, std::size_t points, bool wraps) {
  curve.drawn = curve.time->points(x.low, x.high, points);
  curve.hasGaps = m_state.measureOf(curve.axes) == Measure::Positive &&
                  std::ranges::any_of(curve.drawn, [](CurvePoint p) { return std::isnan(p.y); });
  const auto wanted = span();
  if (!wraps || !wanted) return;
  const double length = wanted->span(), now = m_curves.newestTime(), gap = length / 40;
  if (now + gap >= wanted->high || wanted->low <= m_state.newest().startTime) return;
  std::erase_if(curve.drawn, [now](CurvePoint p) { return p.x > now; });
  curve.drawn.push_back({now, std::numeric_limits<double>::quiet_NaN()});
  for (CurvePoint p : curve.time->points(now - length + gap, wanted->low, points))
    if (p.x >= now - length + gap && p.x <= wanted->low) curve.drawn.push_back({p.x + length, p.y});
}

}  // namespace fluxion
