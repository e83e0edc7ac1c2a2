#pragma once
// Rows of numbers in memory: a row never moves and never changes. The first chunk (doubling_chunks.h) holds
// 1024 of them, fewer where there are thousands of columns. One thread appends, others read what is published
// without a lock.
#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>

#include "sim_core/simulate/doubling_chunks.h"
#include "sim_core/simulate/record_memory.h"
#include "sim_core/simulate/row_branches.h"

namespace sim {

class RowStore {
 public:
  // The time counts as a column.
  explicit RowStore(std::size_t columns, std::uint64_t first_generation = 0);

  // --- the thread that writes

  // The next row goes where the last one was followed by it.
  bool has_room() const { return rows_left_ > 0; }
  // Finds where it goes; false: there is no room for it.
  bool prepare() { return has_room() || find_room(); }
  // Whether it goes into a chunk that is not there yet and would leave no room for a copy of all.
  bool is_full() const;
  // Behind prepare(): `column` 0 is the time.
  double& next(std::size_t column) { return next_row_[column * next_capacity_]; }
  void publish() {
    branches_.publish();
    ++next_row_;
    --rows_left_;
  }
  // A row of a time and numbers, behind prepare().
  void write(double time, std::span<const double> values) {
    double* to = next_row_;
    *to = time;
    for (const double value : values) *(to += next_capacity_) = value;
    publish();
  }
  // The first of these rows, `values` one behind the other, as many as there is room for behind prepare();
  // returns how many.
  std::size_t write_rows(std::span<const double> times, const double* values) {
    const std::size_t rows = std::min(rows_left_, times.size()), columns = columns_ - 1;
    for (std::size_t k = 0; k < rows; ++k) {
      double* to = next_row_ + k;
      *to = times[k];
      for (std::size_t c = 0; c < columns; ++c) *(to += next_capacity_) = *values++;
    }
    branches_.publish(rows);
    next_row_ += rows;
    rows_left_ -= rows;
    return rows;
  }
  void go_back(std::size_t rows) {
    branches_.go_back(rows);
    rows_left_ = 0;
  }
  std::size_t size() const { return branches_.size(); }
  std::size_t bytes_on_disk() const { return memory_.bytes_on_disk(); }

  // --- any thread

  RowBranches::View view() const { return branches_.view(); }
  // Rows of one column that stand behind one another in memory, from the one at this place on.
  std::span<const double> stretch(std::size_t column, RowBranches::View::Stretch of) const;

 private:
  bool find_room();

  const std::size_t columns_;
  const DoublingChunks places_;
  // A chunk: each column, `capacity` numbers each.
  std::array<std::atomic<double*>, DoublingChunks::most> chunks_{};
  RecordMemory memory_;
  RowBranches branches_;
  double* next_row_ = nullptr;  // its time; behind prepare()
  std::size_t next_capacity_ = 0;
  std::size_t rows_left_ = 0;  // of its chunk, with the next one
};

}  // namespace sim
