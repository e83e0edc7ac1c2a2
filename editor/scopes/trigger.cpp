#include "editor/scopes/trigger.h"

#include <algorithm>
#include <cmath>

namespace fluxion {

double TriggerSearch::instantAt(const Row& from, const Row& to, double level) const {
  if (m_held || to.value == from.value) return to.time;
  return from.time + (to.time - from.time) * (level - from.value) / (to.value - from.value);
}

// Armed where the signal is beyond the level by the hysteresis on the side it comes from; without hysteresis
// a signal that merely touches the level and returns does not trigger twice, since it must leave it first.
std::optional<double> TriggerSearch::crossed(const Row& from, const Row& to, bool upwards,
                                             bool& armed) const {
  const double sign = upwards ? 1 : -1;
  const auto beyond = [&](double value) { return sign * (value - m_settings.level); };
  const auto arms = [&](double value) {
    return m_settings.hysteresis > 0 ? beyond(value) <= -m_settings.hysteresis : beyond(value) < 0;
  };
  if (arms(from.value)) armed = true;
  const bool fires = armed && beyond(to.value) >= 0;
  if (fires) armed = false;
  if (arms(to.value)) armed = true;
  if (!fires) return std::nullopt;
  return beyond(from.value) < 0 ? instantAt(from, to, m_settings.level) : to.time;
}

std::optional<double> TriggerSearch::crossing(const Row& from, const Row& to) {
  const auto kind = m_settings.kind;
  const auto up = crossed(from, to, true, m_armedUp), down = crossed(from, to, false, m_armedDown);
  if (up && kind != TriggerSettings::Kind::Falling) return up;
  if (down && kind != TriggerSettings::Kind::Rising) return down;
  return std::nullopt;
}

std::optional<double> TriggerSearch::windowEdge(const Row& from, const Row& to) const {
  const double low = m_settings.low, high = m_settings.high;
  const auto inside = [&](double v) { return v >= low && v <= high; };
  const bool was = inside(from.value), is = inside(to.value);
  const bool rises = to.value > from.value;
  const bool through = !m_held && !was && !is && (from.value < low) != (to.value < low);
  const double first = rises ? low : high, last = rises ? high : low;
  if (m_settings.kind == TriggerSettings::Kind::Enters && ((!was && is) || through))
    return instantAt(from, to, first);
  if (m_settings.kind == TriggerSettings::Kind::Leaves && ((was && !is) || through))
    return instantAt(from, to, last);
  return std::nullopt;
}

std::optional<double> TriggerSearch::take(double time, double value) {
  if (!std::isfinite(value)) {
    m_last.reset();
    m_armedUp = m_armedDown = false;
    return std::nullopt;
  }
  const Row now{time, value};
  std::optional<double> found;
  if (m_last && m_settings.kind != TriggerSettings::Kind::Off)
    found = m_settings.isWindow() ? windowEdge(*m_last, now) : crossing(*m_last, now);
  m_last = now;
  if (!found || (m_lastTrigger && *found < *m_lastTrigger + m_settings.holdoff)) return std::nullopt;
  m_lastTrigger = found;
  return found;
}

std::optional<TriggerView> triggerView(const std::vector<double>& triggers, const TriggerSettings& settings,
                                       double span, double now) {
  const double after = (1 - settings.position) * span;
  auto it = std::ranges::upper_bound(triggers, now - after);
  if (settings.mode == TriggerSettings::Mode::Single && it != triggers.begin()) it = triggers.begin() + 1;
  if (it == triggers.begin()) return std::nullopt;
  const double at = *(it - 1);
  return TriggerView{at, at - settings.position * span, at + after};
}

}  // namespace fluxion
