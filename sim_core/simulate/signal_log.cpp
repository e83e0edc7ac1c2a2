#include "sim_core/simulate/signal_log.h"

#include <algorithm>
#include <cassert>
#include <limits>

#include "sim_core/base/work.h"

namespace sim {

SignalLog::SignalLog(std::vector<std::string> column_names, Overflow overflow)
    : names_(std::move(column_names)),
      overflow_(overflow),
      rows_(std::make_shared<RowStore>(names_.size() + 1)) {}

bool SignalLog::find_room() {
  constexpr std::size_t least_rows = 16;  // that thinning is worth while for
  if (overflow_ == Overflow::ThinOldest && rows_->size() >= least_rows && rows_->is_full()) thin();
  return rows_->prepare();
}

void SignalLog::truncate(std::size_t rows) {
  if (rows < rows_->size()) rows_->go_back(rows);
}

std::size_t SignalLog::row_behind_thinning(std::size_t row) const {
  return row < thinned_below_ ? (row + 1) / 2 : row - thinned_below_ / 2;
}

// Views that have the rows before keep them.
void SignalLog::thin() {
  const LogView before(*this);
  auto thinned = std::make_shared<RowStore>(names_.size() + 1, before.generation() + 1);
  const std::size_t below = before.size() / 4 * 2;  // even
  for (std::size_t row = 0; row < before.size(); row += row < below ? 2 : 1) {
    check_stop();
    if (!thinned->prepare()) return;  // it goes on as it is
    for (int column = -1; column < column_count(); ++column)
      thinned->next(static_cast<std::size_t>(column + 1)) = before.value(column, row);
    thinned->publish();
  }
  ++thinning_.times;
  thinning_.rows += before.size() - thinned->size();
  thinning_.until = before.time(below);
  thinned_below_ = below;
  const std::lock_guard lock(mutex_);
  rows_ = std::move(thinned);
}

std::shared_ptr<const RowStore> SignalLog::kept_rows() const {
  if (overflow_ == Overflow::ToDisk) return nullptr;
  const std::lock_guard lock(mutex_);
  return rows_;
}

std::uint64_t SignalLog::generation() const { return LogView(*this).generation(); }
std::size_t SignalLog::size() const { return LogView(*this).size(); }

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
    const auto piece = stretch(column, first + done);
    const std::size_t taken = std::min(count - done, piece.size());
    std::copy_n(piece.begin(), taken, out.begin() + static_cast<std::ptrdiff_t>(done));
    done += taken;
  }
  return count;
}

}  // namespace sim
