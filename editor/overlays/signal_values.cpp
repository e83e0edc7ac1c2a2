#include "editor/overlays/signal_values.h"

#include "editor/shown_number.h"

#include <QStringList>
#include <algorithm>

namespace fluxion {

SignalValues::SignalValues(const sim::Diagram& diagram, const sim::Program& program,
                           std::shared_ptr<const sim::SignalLog> log,
                           std::shared_ptr<sim::WatchedValues> board)
    : m_origins(diagram), m_log(std::move(log)), m_board(std::move(board)) {
  const auto id = [&](int block) { return program.blocks[static_cast<std::size_t>(block)].id; };
  for (const sim::WatchedSignal& signal : program.watched)
    m_places.try_emplace({id(signal.block), signal.port},
                         Place{true, signal.first, signal.count, signal.total});
  for (const sim::LoggedSignal& signal : program.logged) {
    if (signal.block < 0 || signal.port < 0) continue;
    // The whole signal rather than a part of it.
    Place& place = m_logged[{id(signal.block), signal.port}];
    if (signal.count() > place.count) place = {false, signal.first, signal.count(), signal.count()};
  }
  if (m_board) m_board->ask();
}

void SignalValues::refresh() {
  if (m_board) m_written = m_board->read(m_time, m_watched);
}

const SignalValues::Place* SignalValues::place(sim::PortRef output) const {
  const auto origin = m_origins.of(output);
  if (!origin) return nullptr;
  const auto it = m_places.find(*origin), logged = m_logged.find(*origin);
  if (logged != m_logged.end() && (!m_written || it == m_places.end())) return &logged->second;
  return it == m_places.end() ? nullptr : &it->second;
}

bool SignalValues::isKnown(sim::PortRef output) const { return place(output) != nullptr; }

QString SignalValues::text(sim::PortRef output) const {
  constexpr int most = 4;
  const Place* found = place(output);
  const std::size_t rows = m_log->size();
  if (!found || (found->watched ? !m_written : rows == 0)) return {};
  QStringList numbers;
  for (int k = 0; k < std::min(found->count, most); ++k) {
    const int at = found->first + k;
    const double value =
        found->watched ? m_watched[static_cast<std::size_t>(at)] : m_log->value(at, rows - 1);
    numbers << shownNumber(value, 5);
  }
  if (found->total == 1) return numbers.front();
  if (found->total > most) numbers << QStringLiteral("…");
  return u'[' + numbers.join(u' ') + u']';
}

QString SignalValues::time() const {
  if (m_written) return shownNumber(m_time);
  const std::size_t rows = m_log->size();
  return rows == 0 ? QString() : shownNumber(m_log->time(rows - 1));
}

}  // namespace fluxion
