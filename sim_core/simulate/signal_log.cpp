#include "sim_core/simulate/signal_log.h"

#include <algorithm>
#include <bit>
#include <cassert>

namespace sim {

SignalLog::SignalLog(std::vector<std::string> column_names)
    : names_(std::move(column_names)),
      first_chunk_(std::clamp<std::size_t>((std::size_t{1} << 22) / (names_.size() + 1), 1, 1024)) {}

SignalLog::~SignalLog() {
  for (auto& chunk : chunks_) delete[] chunk.load(std::memory_order_relaxed);
}

// Chunk k begins at row first_chunk (2^k - 1).
SignalLog::Place SignalLog::place_of(std::size_t row) const {
  const int chunk = std::bit_width(row / first_chunk_ + 1) - 1;
  const std::size_t begin = first_chunk_ * ((std::size_t{1} << chunk) - 1);
  return {chunk, row - begin, first_chunk_ << chunk};
}

void SignalLog::append(double time, std::span<const double> values) {
  assert(static_cast<int>(values.size()) == column_count());
  const std::size_t row = size_.load(std::memory_order_relaxed);
  const Place place = place_of(row);
  auto& slot = chunks_[static_cast<std::size_t>(place.chunk)];
  double* chunk = slot.load(std::memory_order_relaxed);
  if (!chunk) {
    chunk = new double[place.capacity * (names_.size() + 1)];
    slot.store(chunk, std::memory_order_release);
  }
  chunk[place.row] = time;
  for (std::size_t c = 0; c < values.size(); ++c) chunk[(c + 1) * place.capacity + place.row] = values[c];
  size_.store(row + 1, std::memory_order_release);
}

void SignalLog::truncate(std::size_t rows) {
  if (rows >= size_.load(std::memory_order_relaxed)) return;
  size_.store(rows, std::memory_order_release);
  generation_.fetch_add(1, std::memory_order_release);
}

double SignalLog::time(std::size_t row) const { return value(-1, row); }

double SignalLog::value(int column, std::size_t row) const {
  assert(row < size());
  const Place place = place_of(row);
  const double* chunk = chunks_[static_cast<std::size_t>(place.chunk)].load(std::memory_order_acquire);
  return chunk[static_cast<std::size_t>(column + 1) * place.capacity + place.row];
}

std::size_t SignalLog::copy(int column, std::size_t first, std::span<double> out) const {
  const std::size_t available = size();
  if (first >= available) return 0;
  const std::size_t count = std::min(out.size(), available - first);
  for (std::size_t done = 0; done < count;) {
    const Place place = place_of(first + done);
    const std::size_t piece = std::min(count - done, place.capacity - place.row);
    const double* chunk = chunks_[static_cast<std::size_t>(place.chunk)].load(std::memory_order_acquire);
    const double* from = chunk + static_cast<std::size_t>(column + 1) * place.capacity + place.row;
    std::copy_n(from, piece, out.begin() + static_cast<std::ptrdiff_t>(done));
    done += piece;
  }
  return count;
}

std::size_t SignalLog::copy_times(std::size_t first, std::span<double> out) const {
  return copy(-1, first, out);
}
std::size_t SignalLog::copy_values(int column, std::size_t first, std::span<double> out) const {
  return copy(column, first, out);
}

}  // namespace sim
