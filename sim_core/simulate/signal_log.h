#pragma once
// What a run records: rows of (t, values), appended by one thread while others read what is there. A run that
// steps back records what follows in other places, and one whose log thins its rows goes on with a copy of
// those that stay; whoever reads several rows that belong together does so in a LogView, which keeps them.
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "sim_core/simulate/row_store.h"

namespace sim {

class SignalLog {
 public:
  // What becomes of rows beyond the budget of the run's work (base/work.h). ToDisk: they go to a file
  // (record_memory.h). ThinOldest: of the oldest half every second row is left out, again and again, so that
  // the whole run remains visible and its newest rows are all there; it goes to a file only what not even so
  // fits. The copy that thinning takes is within the budget, of which a log so takes no more than half.
  enum class Overflow { ToDisk, ThinOldest };

  explicit SignalLog(std::vector<std::string> column_names, Overflow overflow = Overflow::ToDisk);
  SignalLog(const SignalLog&) = delete;
  SignalLog& operator=(const SignalLog&) = delete;

  int column_count() const { return static_cast<int>(names_.size()); }
  const std::vector<std::string>& column_names() const { return names_; }

  // --- the thread that runs the simulation

  // `values` has column_count() elements. False: there is no room for the row, in memory or on the disk.
  bool append(double time, std::span<const double> values) {
    return append_in_place(time, values) || (find_room() && append_in_place(time, values));
  }
  // The same where room for the row is known; false otherwise.
  bool append_in_place(double time, std::span<const double> values) {
    if (!rows_->has_room()) return false;
    rows_->write(time, values);
    return true;
  }
  // The first of several rows, as many as there is known room for; returns how many.
  std::size_t append_rows_in_place(std::span<const double> times, const double* values) {
    return rows_->write_rows(times, values);
  }
  // Forgets the rows from `rows` on. Views that have them keep them.
  void truncate(std::size_t rows);
  std::size_t recorded_rows() const { return rows_->size(); }
  // How much of it is in files (record_memory.h).
  std::size_t bytes_on_disk() const { return rows_->bytes_on_disk(); }

  // How often rows were left out, and how many in all; from this time on none are missing.
  struct Thinning {
    int times = 0;
    std::size_t rows = 0;
    double until = 0;
  };
  const Thinning& thinning() const { return thinning_; }
  // The number that a row which had this number before the last thinning has now, or would have.
  std::size_t row_behind_thinning(std::size_t row) const;

  // --- any thread: each call sees the rows that are there at that moment, as a LogView made there would

  // How often it was truncated or thinned.
  std::uint64_t generation() const;
  std::size_t size() const;
  // NaN where the run has stepped back over the row meanwhile.
  double time(std::size_t row) const;
  double value(int column, std::size_t row) const;
  std::size_t copy_times(std::size_t first, std::span<double> out) const;
  std::size_t copy_values(int column, std::size_t first, std::span<double> out) const;

 private:
  friend class LogView;
  // For a view. Of a log that does not thin there is one store only, which lives as long as the log.
  std::shared_ptr<const RowStore> kept_rows() const;
  bool find_room();
  void thin();

  std::vector<std::string> names_;
  const Overflow overflow_;
  std::shared_ptr<RowStore> rows_;
  mutable std::mutex mutex_;  // of rows_, where it changes
  Thinning thinning_;
  std::size_t thinned_below_ = 0;  // of the rows below it, the last thinning left out every second
};

// The rows of a log at one moment: as many, and the same, for as long as the log lives, whatever the run does
// meanwhile. A small value.
class LogView {
 public:
  LogView(const SignalLog& log)
      : log_(&log),
        kept_(log.kept_rows()),
        rows_(kept_ ? kept_.get() : log.rows_.get()),
        view_(rows_->view()) {}

  int column_count() const { return log_->column_count(); }
  const std::vector<std::string>& column_names() const { return log_->column_names(); }
  std::uint64_t generation() const { return view_.generation(); }
  std::size_t size() const { return view_.size(); }
  // Rows below size().
  double time(std::size_t row) const { return value(-1, row); }
  double value(int column, std::size_t row) const { return stretch(column, row).front(); }
  // Copies rows [first, first + count) of one column; count is cut at size(). Returns how many.
  std::size_t copy_times(std::size_t first, std::span<double> out) const {
    return copy_values(-1, first, out);
  }
  std::size_t copy_values(int column, std::size_t first, std::span<double> out) const;

 private:
  // From `row` on, as many as stand behind one another. `column` -1 is the time.
  std::span<const double> stretch(int column, std::size_t row) const {
    return rows_->stretch(static_cast<std::size_t>(column + 1), view_.stretch(row));
  }

  const SignalLog* log_;
  std::shared_ptr<const RowStore> kept_;
  const RowStore* rows_;
  RowBranches::View view_;
};

}  // namespace sim
