#include "editor/insight/signal_values.h"

#include <QStringList>
#include <algorithm>

namespace fluxion {

SignalValues::SignalValues(const sim::Diagram& diagram, const sim::Program& program,
                           std::shared_ptr<const sim::SignalLog> log)
    : m_origins(diagram), m_log(std::move(log)) {
  for (const sim::LoggedSignal& signal : program.logged) {
    if (signal.block < 0) continue;
    const sim::Id id = program.blocks[static_cast<std::size_t>(signal.block)].id;
    // The whole signal rather than a part of it.
    Columns& columns = m_columns[{id, signal.port}];
    if (signal.count() > columns.count) columns = {signal.first, signal.count()};
  }
}

const SignalValues::Columns* SignalValues::columns(sim::PortRef output) const {
  const auto origin = m_origins.of(output);
  const auto it = origin ? m_columns.find(*origin) : m_columns.end();
  return it == m_columns.end() ? nullptr : &it->second;
}

bool SignalValues::isRecorded(sim::PortRef output) const { return columns(output) != nullptr; }

QString SignalValues::text(sim::PortRef output) const {
  constexpr int most = 4;
  const Columns* found = columns(output);
  const std::size_t rows = m_log->size();
  if (!found || rows == 0) return {};
  QStringList numbers;
  for (int k = 0; k < std::min(found->count, most); ++k)
    numbers << QString::number(m_log->value(found->first + k, rows - 1), 'g', 5);
  if (found->count == 1) return numbers.front();
  if (found->count > most) numbers << QStringLiteral("…");
  return u'[' + numbers.join(u' ') + u']';
}

QString SignalValues::time() const {
  const std::size_t rows = m_log->size();
  return rows == 0 ? QString() : QString::number(m_log->time(rows - 1), 'g', 6);
}

}  // namespace fluxion
