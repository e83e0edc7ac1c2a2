// What part of its curves a scope has in view, the views to go back to, and what it says of them.
#include <QDateTime>
#include <QLabel>
#include <algorithm>

#include "editor/scopes/scope_panel.h"
#include "editor/scopes/scope_trigger.h"
#include "editor/shown_number.h"

namespace fluxion {

using Side = PlotCanvas::Side;

void ScopePanel::fit() {
  if (m_state.isEmpty()) return;
  m_state.following = true;
  follow();
  m_scaling.followValues(false);
  feed();
  m_history.add(view(), QDateTime::currentMSecsSinceEpoch());
  syncActions();
}

void ScopePanel::fitTime() {
  if (m_state.isEmpty()) return;
  if (isPhase()) return fit();
  m_canvas->setHorizontalRange(m_scaling.wholeTime());
  viewChanged();
}

void ScopePanel::fitValues() {
  if (m_state.isEmpty()) return;
  if (isPhase()) return fit();
  m_scaling.followValues(false);
  viewChanged();
}

// A run that has not ended may still scale its values only in between, or never.
void ScopePanel::follow() {
  using Scaling = ScopeSettings::Scaling;
  if (m_state.isEmpty() || m_curves.isEmpty()) return;
  const ScopeSettings& settings = m_state.settings;
  if (m_trigger->isOn()) {
    // Where no time span is set, a tenth of the run.
    const bool waited = m_trigger->isWaiting();
    const double length = settings.timeSpan > 0 ? settings.timeSpan : m_scaling.wholeTime().span() / 10;
    if (!m_trigger->follow(length) && settings.trigger.mode == TriggerSettings::Mode::Auto)
      m_scaling.followTime();
    if (waited != m_trigger->isWaiting()) m_readout->setText(notice());
  } else if (!isPhase()) {
    m_scaling.followTime();
  }
  if (settings.scaling == Scaling::Manual || (m_state.running && settings.scaling == Scaling::AtEnd)) return;
  m_scaling.followValues(settings.scaling == Scaling::GrowOnly && m_state.running);
}

void ScopePanel::feed() {
  if (m_state.isEmpty()) return;
  m_scaling.feed(m_pictureSize.value_or(m_canvas->plotSize()), m_trigger->isOn());
  emit dataChanged();
}

void ScopePanel::feedFor(std::optional<QSize> pixels) {
  m_pictureSize = pixels;
  feed();
}

ScopePanel::View ScopePanel::view() const {
  View out{m_state.following, m_canvas->horizontal().range(), {}};
  for (int a = 0; a < m_canvas->axesCount(); ++a)
    out.y.emplace_back(m_canvas->vertical(a).range(), m_canvas->vertical(a, Side::Right).range());
  return out;
}

void ScopePanel::takeView(const View& view) {
  if (view.y.size() != static_cast<std::size_t>(m_canvas->axesCount())) return;
  m_state.following = view.following;
  m_canvas->setHorizontalRange(view.x);
  for (int a = 0; a < m_canvas->axesCount(); ++a) {
    m_canvas->vertical(a).setRange(view.y[static_cast<std::size_t>(a)].first);
    m_canvas->vertical(a, Side::Right).setRange(view.y[static_cast<std::size_t>(a)].second);
  }
}

// The user has chosen another view.
void ScopePanel::viewChanged() {
  m_state.following = false;
  m_history.add(view(), QDateTime::currentMSecsSinceEpoch());
  syncActions();
  feed();
}

void ScopePanel::goTo(const View& view) {
  takeView(view);
  if (m_state.following) follow();
  syncActions();
  feed();
}

void ScopePanel::goBack() {
  if (m_history.canGoBack()) goTo(m_history.back());
}

void ScopePanel::goForward() {
  if (m_history.canGoForward()) goTo(m_history.forward());
}

void ScopePanel::showReadout(int axes, double x, double y) {
  if (m_state.isEmpty()) return;
  m_pointerTime = isPhase() ? std::nullopt : std::optional(x);
  if (isPhase()) return m_readout->setText(QStringLiteral("(%1, %2)").arg(shownNumber(x), shownNumber(y)));
  const sim::TimeUnit unit = timeUnit();
  QStringList parts{
      QStringLiteral("t = %1 %2").arg(shownNumber(unit.shown(x)), QString::fromStdString(unit.name))};
  for (const auto& curve : m_curves.all())
    if (curve->axes == axes && curve->age == 0 && m_curves.shown(*curve))
      if (const auto value = curve->time->valueAt(x))
        parts << QStringLiteral("%1 = %2").arg(curve->signal, shownNumber(*value));
  m_readout->setText(parts.join(QStringLiteral("    ")));
}

// What the picture alone does not say.
QString ScopePanel::notice() const {
  QStringList parts;
  if (m_state.frozen) parts << tr("Frozen: the run goes on.");
  if (m_trigger->isWaiting())
    parts << (m_state.settings.trigger.mode == TriggerSettings::Mode::Auto ? tr("No trigger: running free.")
                                                                           : tr("Waiting for the trigger."));
  if (std::ranges::any_of(m_curves.all(), [this](const auto& c) { return c->hasGaps && m_curves.shown(*c); }))
    parts << tr("Gaps: values that are not positive have no place on a logarithmic axis.");
  return parts.join(QStringLiteral("   "));
}

}  // namespace fluxion
