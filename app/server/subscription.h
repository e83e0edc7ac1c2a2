#pragma once
// Rows of a run for a client who looks on: all of them, as long as it reads them about as fast as they come.
// They wait in the log of the run, which the run writes anyhow; one that is `queue` rows behind loses the
// oldest of these and is told how many.
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "sim_core/simulate/signal_log.h"

namespace fluxion::server {

class Subscription {
 public:
  // `columns` of the log, from row `first` on.
  Subscription(int model, int number, std::vector<int> columns, std::size_t queue, std::size_t first)
      : m_model(model), m_number(number), m_columns(std::move(columns)), m_queue(queue), m_next(first) {}

  int number() const { return m_number; }
  // Adds messages to `out` while that is shorter than `room`. True: no row of `log` is left.
  bool send(const sim::LogView& log, std::string& out, std::size_t room);

 private:
  void catchUp(const sim::LogView& log);
  std::string message(const sim::LogView& log, std::size_t rows);

  int m_model, m_number;
  std::vector<int> m_columns;
  std::size_t m_queue, m_next;
  std::size_t m_dropped = 0;       // since the last message
  std::uint64_t m_generation = 0;  // of the log, when the last row was sent
  bool m_thinned = false;          // since the last message
  double m_lastTime = 0;
};

}  // namespace fluxion::server
