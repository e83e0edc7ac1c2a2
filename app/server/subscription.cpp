#include "app/server/subscription.h"

#include <algorithm>
#include <span>

#include "app/server/json_text.h"

namespace fluxion::server {

// The first row behind this time.
static std::size_t firstBehind(const sim::LogView& log, double time) {
  std::size_t low = 0, high = log.size();
  while (low < high) {
    const std::size_t middle = low + (high - low) / 2;
    if (log.time(middle) > time)
      high = middle;
    else
      low = middle + 1;
  }
  return low;
}

// Where it goes on: rows may have other numbers than before, or be too many.
void Subscription::catchUp(const sim::LogView& log) {
  if (log.generation() != m_generation) {
    m_generation = log.generation();
    if (m_next > 0) m_next = firstBehind(log, m_lastTime);
    m_thinned = true;
  }
  const std::size_t behind = log.size() - std::min(m_next, log.size());
  if (behind <= m_queue) return;
  m_dropped += behind - m_queue;
  m_next += behind - m_queue;
}

std::string Subscription::message(const sim::LogView& log, std::size_t rows) {
  std::vector<double> values(rows);
  log.copy_times(m_next, values);
  ObjectText params;
  params.count("model", static_cast<std::size_t>(m_model))
      .count("subscription", static_cast<std::size_t>(m_number));
  params.count("first", m_next).count("dropped", m_dropped);
  if (m_thinned) params.flag("thinned", true);
  params.raw("time", arrayText(values));
  m_lastTime = values.back();
  std::string columns;
  for (const int column : m_columns) {
    log.copy_values(column, m_next, values);
    columns += (columns.empty() ? "" : ",") + arrayText(values);
  }
  params.raw("values", '[' + columns + ']');
  return notificationText("rows", params);
}

bool Subscription::send(const sim::LogView& log, std::string& out, std::size_t room) {
  constexpr std::size_t numbersOfMessage = 4096;
  const std::size_t most = std::max<std::size_t>(1, numbersOfMessage / (m_columns.size() + 1));
  catchUp(log);
  while (m_next < log.size() && out.size() < room) {
    const std::size_t rows = std::min(most, log.size() - m_next);
    out += message(log, rows);
    m_next += rows;
    m_dropped = 0;
    m_thinned = false;
  }
  return m_next >= log.size();
}

}  // namespace fluxion::server
