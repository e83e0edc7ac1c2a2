#include "editor/scopes/scope_readout.h"

#include <algorithm>

#include "editor/scopes/scope_curves.h"
#include "editor/scopes/scope_trigger.h"
#include "editor/shown_number.h"

namespace fluxion {

ScopeReadout::ScopeReadout(const ScopeState& state, const ScopeCurves& curves, const ScopeTrigger& trigger,
                           QWidget* parent)
    : QLabel(parent), m_state(state), m_curves(curves), m_trigger(trigger) {
  setObjectName(QStringLiteral("scopeReadout"));
  setAccessibleName(tr("Values at the pointer"));
  setContentsMargins(8, 2, 8, 4);
  setTextInteractionFlags(Qt::TextSelectableByMouse);
  setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
}

void ScopeReadout::showValues(int axes, double x, double y) {
  if (m_state.isEmpty()) return;
  const bool phase = m_state.isPhase();
  m_pointerTime = phase ? std::nullopt : std::optional(x);
  if (phase) return setText(QStringLiteral("(%1, %2)").arg(shownNumber(x), shownNumber(y)));
  const sim::TimeUnit unit = m_state.newest().timeUnit;
  QStringList parts{
      QStringLiteral("t = %1 %2").arg(shownNumber(unit.shown(x)), QString::fromStdString(unit.name))};
  for (const auto& curve : m_curves.all())
    if (curve->axes == axes && !curve->isGhost() && m_curves.shown(*curve))
      if (const auto value = curve->time->valueAt(x))
        parts << QStringLiteral("%1 = %2").arg(curve->signal, shownNumber(*value));
  setText(parts.join(QStringLiteral("    ")));
}

void ScopeReadout::leave() {
  m_pointerTime.reset();
  showNotice();
}

void ScopeReadout::showNotice() {
  QStringList parts;
  if (m_state.frozen) parts << tr("Frozen; the run continues.");
  if (m_trigger.isWaiting())
    parts << (m_state.settings.trigger.mode == TriggerSettings::Mode::Auto ? tr("No trigger: running free.")
                                                                           : tr("Waiting for the trigger."));
  if (std::ranges::any_of(m_curves.all(), [this](const auto& c) { return c->hasGaps && m_curves.shown(*c); }))
    parts << tr("Gaps: values that are not positive have no place on a logarithmic axis.");
  setText(parts.join(QStringLiteral("   ")));
}

}  // namespace fluxion
