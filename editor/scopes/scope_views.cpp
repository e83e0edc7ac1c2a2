#include "editor/scopes/scope_views.h"

#include <QDateTime>

#include "editor/scopes/scope_trigger.h"

namespace fluxion {

using Side = PlotCanvas::Side;

ScopeViews::ScopeViews(ScopeState& state, PlotCanvas& canvas, const ScopeCurves& curves,
                       ScopeTrigger& trigger)
    : m_state(state),
      m_canvas(canvas),
      m_curves(curves),
      m_trigger(trigger),
      m_scaling(state, canvas, curves) {}

void ScopeViews::fit() {
  if (m_state.isEmpty()) return;
  m_state.following = true;
  follow();
  m_scaling.followValues(false);
  feed();
  remember();
}

void ScopeViews::fitTime() {
  if (m_state.isEmpty()) return;
  if (m_state.isPhase()) return fit();
  m_canvas.setHorizontalRange(m_scaling.wholeTime());
  keep();
}

void ScopeViews::fitValues() {
  if (m_state.isEmpty()) return;
  if (m_state.isPhase()) return fit();
  m_scaling.followValues(false);
  keep();
}

void ScopeViews::keep() {
  m_state.following = false;
  remember();
  feed();
}

void ScopeViews::remember() {
  m_history.add(current(), QDateTime::currentMSecsSinceEpoch());
  emit changed();
}

// A run that has not ended may still scale its values only in between, or never.
void ScopeViews::follow() {
  using Scaling = ScopeSettings::Scaling;
  if (m_state.isEmpty() || m_curves.isEmpty()) return;
  const ScopeSettings& settings = m_state.settings;
  if (m_trigger.isOn()) {
    // Where no time span is set, a tenth of the run.
    const bool waited = m_trigger.isWaiting();
    const double length = settings.timeSpan > 0 ? settings.timeSpan : m_scaling.wholeTime().span() / 10;
    if (!m_trigger.follow(length) && settings.trigger.mode == TriggerSettings::Mode::Auto)
      m_scaling.followTime();
    if (waited != m_trigger.isWaiting()) emit waitingChanged();
  } else if (!m_state.isPhase()) {
    m_scaling.followTime();
  }
  if (settings.scaling == Scaling::Manual || (m_state.running && settings.scaling == Scaling::AtEnd)) return;
  m_scaling.followValues(settings.scaling == Scaling::GrowOnly && m_state.running);
}

void ScopeViews::draw() {
  if (m_state.following) follow();
  feed();
}

void ScopeViews::feed() {
  if (m_state.isEmpty()) return;
  m_scaling.feed(m_pictureSize.value_or(m_canvas.plotSize()), m_trigger.isOn());
  emit fed();
}

void ScopeViews::feedFor(std::optional<QSize> pixels) {
  m_pictureSize = pixels;
  feed();
}

ScopeViews::View ScopeViews::current() const {
  View out{m_state.following, m_canvas.horizontal().range(), {}};
  for (int a = 0; a < m_canvas.axesCount(); ++a)
    out.y.emplace_back(m_canvas.vertical(a).range(), m_canvas.vertical(a, Side::Right).range());
  return out;
}

void ScopeViews::take(const View& view) {
  if (view.y.size() != static_cast<std::size_t>(m_canvas.axesCount())) return;
  m_state.following = view.following;
  m_canvas.setHorizontalRange(view.x);
  for (int a = 0; a < m_canvas.axesCount(); ++a) {
    m_canvas.vertical(a).setRange(view.y[static_cast<std::size_t>(a)].first);
    m_canvas.vertical(a, Side::Right).setRange(view.y[static_cast<std::size_t>(a)].second);
  }
}

void ScopeViews::restart() {
  m_history.clear(current());
  emit changed();
}

void ScopeViews::goTo(const View& view) {
  take(view);
  if (m_state.following) follow();
  emit changed();
  feed();
}

void ScopeViews::goBack() {
  if (m_history.canGoBack()) goTo(m_history.back());
}

void ScopeViews::goForward() {
  if (m_history.canGoForward()) goTo(m_history.forward());
}

}  // namespace fluxion
