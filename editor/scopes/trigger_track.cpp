#include "editor/scopes/trigger_track.h"

namespace fluxion {

TriggerTrack::TriggerTrack(const TriggerSettings& settings, const CurveData& source)
    : m_settings(settings),
      m_log(source.log()),
      m_column(source.column()),
      m_held(source.isHeld()),
      m_search(settings, m_held),
      m_generation(m_log->generation()) {}

void TriggerTrack::update() {
  constexpr std::size_t batch = 4096, kept = 100'000;
  const sim::LogView now(*m_log);
  if (now.generation() != m_generation) {
    m_generation = now.generation();
    m_search = TriggerSearch(m_settings, m_held);
    m_rows = 0;
    m_triggers.clear();
    m_shown.reset();
  }
  std::vector<double> times(batch), values(batch);
  while (true) {
    const std::size_t count =
        std::min(now.copy_times(m_rows, times), now.copy_values(m_column, m_rows, values));
    for (std::size_t k = 0; k < count; ++k)
      if (const auto found = m_search.take(times[k], values[k])) m_triggers.push_back(*found);
    m_rows += count;
    if (count < batch) break;
  }
  // Of very many, the newest: older ones are not shown any more, but for the first, which a single one keeps.
  if (m_triggers.size() > kept && m_settings.mode != TriggerSettings::Mode::Single)
    m_triggers.erase(m_triggers.begin(), m_triggers.end() - kept / 2);
}

std::optional<TriggerView> TriggerTrack::view(double span, double now) {
  auto found = triggerView(m_triggers, m_settings, span, now);
  if (found && m_settings.mode == TriggerSettings::Mode::Auto && found->trigger < now - 2 * span)
    found.reset();
  m_shown = found ? std::optional(found->trigger) : std::nullopt;
  return found;
}

void TriggerTrack::rearm(double now) {
  std::erase_if(m_triggers, [now](double t) { return t <= now; });
  m_shown.reset();
}

}  // namespace fluxion
