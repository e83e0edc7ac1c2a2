#pragma once
// What a run records: rows of (t, values), appended by one thread while others read what is there, without a
// lock. A row never moves and never changes: chunk k holds 2^k times the rows of the first (1024; fewer where
// there are thousands of columns). A run that steps back records what follows in other places; whoever reads
// several rows that belong together does so in a LogView.
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "sim_core/simulate/record_memory.h"
#include "sim_core/simulate/row_branches.h"

namespace sim {

class SignalLog {
 public:
  explicit SignalLog(std::vector<std::string> column_names);
  SignalLog(const SignalLog&) = delete;
  SignalLog& operator=(const SignalLog&) = delete;
  // How much of it is in files (record_memory.h).
  std::size_t bytes_on_disk() const { return memory_.bytes_on_disk(); }

  int column_count() const { return static_cast<int>(names_.size()); }
  const std::vector<std::string>& column_names() const { return names_; }

  // --- the thread that runs the simulation

  // `values` has column_count() elements. False: there is no room for the row, in memory or on the disk.
  bool append(double time, std::span<const double> values);
  // Forgets the rows from `rows` on. Views that have them keep them.
  void truncate(std::size_t rows);

  // --- any thread: each call sees the rows that are there at that moment, as a LogView made there would

  // How often it was truncated.
  std::uint64_t generation() const { return rows_.view().generation(); }
  std::size_t size() const { return rows_.view().size(); }
  // NaN where the run has stepped back over the row meanwhile.
  double time(std::size_t row) const;
  double value(int column, std::size_t row) const;
  std::size_t copy_times(std::size_t first, std::span<double> out) const;
  std::size_t copy_values(int column, std::size_t first, std::span<double> out) const;

 private:
  friend class LogView;
  static constexpr int chunk_limit = 40;
  struct Place {
    int chunk;
    std::size_t row, capacity;
  };
  Place place_of(std::size_t place) const;
  // `column` -1 is the time.
  const double* at(int column, const Place& place) const {
    const double* chunk = chunks_[static_cast<std::size_t>(place.chunk)].load(std::memory_order_acquire);
    return chunk + static_cast<std::size_t>(column + 1) * place.capacity + place.row;
  }

  std::vector<std::string> names_;
  std::size_t first_chunk_;  // rows
  // A chunk: the times, then each column, `capacity` numbers each.
  std::array<std::atomic<double*>, chunk_limit> chunks_{};
  RecordMemory memory_;
  RowBranches rows_;
};

// The rows of a log at one moment: as many, and the same, for as long as the log lives, whatever the run does
// meanwhile. A small value.
class LogView {
 public:
  LogView(const SignalLog& log) : log_(&log), rows_(log.rows_.view()) {}

  int column_count() const { return log_->column_count(); }
  const std::vector<std::string>& column_names() const { return log_->column_names(); }
  std::uint64_t generation() const { return rows_.generation(); }
  std::size_t size() const { return rows_.size(); }
  // Rows below size().
  double time(std::size_t row) const { return value(-1, row); }
  double value(int column, std::size_t row) const {
    return *log_->at(column, log_->place_of(rows_.place(row)));
  }
  // Copies rows [first, first + count) of one column; count is cut at size(). Returns how many.
  std::size_t copy_times(std::size_t first, std::span<double> out) const {
    return copy_values(-1, first, out);
  }
  std::size_t copy_values(int column, std::size_t first, std::span<double> out) const;

 private:
  const SignalLog* log_;
  RowBranches::View rows_;
};

}  // namespace sim
