#include "sim_core/simulate/signal_log.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <limits>

namespace sim {

SignalLog::SignalLog(std::vector<std::string> column_names)
    : names_(std::move(column_names)),
      first_chunk_(std::clamp<std::size_t>((std::size_t{1} << 22) / (names_.size() + 1), 1, 1024)) {}

// Chunk k begins at place first_chunk (2^k - 1).
SignalLog::Place SignalLog::place_of(std::size_t place) const {
  const int chunk = std::bit_width(place / first_chunk_ + 1) - 1;
  const std::size_t begin = first_chunk_ * ((std::size_t{1} << chunk) - 1);
  return {chunk, place - begin, first_chunk_ << chunk};
}

bool SignalLog::append(double time, std::span<const double> values) {
  assert(static_cast<int>(values.size()) == column_count());
  const Place place = place_of(rows_.next_place());
  auto& slot = chunks_[static_cast<std::size_t>(place.chunk)];
  double* chunk = slot.load(std::memory_order_relaxed);
  if (!chunk) {
    chunk = memory_.allocate(place.capacity * (names_.size() + 1));
    if (!chunk) return false;
    slot.store(chunk, std::memory_order_release);
  }
  chunk[place.row] = time;
  for (std::size_t c = 0; c < values.size(); ++c) chunk[(c + 1) * place.capacity + place.row] = values[c];
  rows_.publish();
  return true;
}

void SignalLog::truncate(std::size_t rows) {
  if (rows < rows_.size()) rows_.go_back(rows);
}

double SignalLog::time(std::size_t row) const { return value(-1, row); }

double SignalLog::value(int column, std::size_t row) const {
  const LogView now(*this);
  return row < now.size() ? now.value(column, row) : std::numeric_limits<double>::quiet_NaN();
}

std::size_t SignalLog::copy_times(std::size_t first, std::span<double> out) const {
  return LogView(*this).copy_times(first, out);
}
std::size_t SignalLog::copy_values(int column, std::size_t first, std::span<double> out) const {
  return LogView(*this).copy_values(column, first, out);
}

std::size_t LogView::copy_values(int column, std::size_t first, std::span<double> out) const {
  if (first >= size()) return 0;
  const std::size_t count = std::min(out.size(), size() - first);
  for (std::size_t done = 0; done < count;) {
    const auto stretch = rows_.stretch(first + done);
    const SignalLog::Place place = log_->place_of(stretch.place);
    const std::size_t piece = std::min({count - done, stretch.count, place.capacity - place.row});
    std::copy_n(log_->at(column, place), piece, out.begin() + static_cast<std::ptrdiff_t>(done));
    done += piece;
  }
  return count;
}

}  // namespace sim
