#pragma once
// What a run records: rows of (t, values), appended by one thread while others read what is there. Rows never
// move, and change only where a run steps back over them: chunk k holds 2^k times the rows of the first
// (1024; fewer where there are thousands of columns) and is published by one atomic count, so readers take no
// lock.
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace sim {

class SignalLog {
 public:
  explicit SignalLog(std::vector<std::string> column_names);
  SignalLog(const SignalLog&) = delete;
  SignalLog& operator=(const SignalLog&) = delete;
  ~SignalLog();

  int column_count() const { return static_cast<int>(names_.size()); }
  const std::vector<std::string>& column_names() const { return names_; }

  // Only the thread that runs the simulation. `values` has column_count() elements.
  void append(double time, std::span<const double> values);
  // Forgets the rows from `rows` on. Nobody may read meanwhile (see RunControl::step_back).
  void truncate(std::size_t rows);

  // Any thread: the rows that may be read now. Shrinks by truncate() only, which generation() counts.
  std::uint64_t generation() const { return generation_.load(std::memory_order_acquire); }
  std::size_t size() const { return size_.load(std::memory_order_acquire); }
  // Rows below size().
  double time(std::size_t row) const;
  double value(int column, std::size_t row) const;
  // Copies rows [first, first + count) of one column; count is cut at size(). Returns how many.
  std::size_t copy_times(std::size_t first, std::span<double> out) const;
  std::size_t copy_values(int column, std::size_t first, std::span<double> out) const;

 private:
  static constexpr int chunk_limit = 40;
  struct Place {
    int chunk;
    std::size_t row, capacity;
  };
  Place place_of(std::size_t row) const;
  std::size_t copy(int column, std::size_t first, std::span<double> out) const;

  std::vector<std::string> names_;
  std::size_t first_chunk_;  // rows
  // A chunk: the times, then each column, `capacity` numbers each.
  std::array<std::atomic<double*>, chunk_limit> chunks_{};
  std::atomic<std::size_t> size_{0};
  std::atomic<std::uint64_t> generation_{0};
};

}  // namespace sim
