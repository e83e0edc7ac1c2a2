#include "sim_core/simulate/signal_log.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <thread>

#include "sim_core/base/work.h"
#include "tests/support/memory_limit.h"

namespace sim {

TEST(SignalLog, KeepsRowsInOrderAcrossChunks) {
  SignalLog log({"a", "b"});
  constexpr std::size_t rows = 10000;
  for (std::size_t k = 0; k < rows; ++k) {
    const double values[] = {2.0 * static_cast<double>(k), -static_cast<double>(k)};
    log.append(static_cast<double>(k), values);
  }
  ASSERT_EQ(log.size(), rows);
  std::vector<double> times(rows + 5, -1), b(100, -1);
  EXPECT_EQ(log.copy_times(0, times), rows);
  for (std::size_t k = 0; k < rows; ++k) {
    ASSERT_EQ(times[k], static_cast<double>(k));
    ASSERT_EQ(log.value(0, k), 2.0 * static_cast<double>(k));
  }
  EXPECT_EQ(log.copy_values(1, 1000, b), 100u);  // over the border of the first chunk
  for (std::size_t k = 0; k < 100; ++k) EXPECT_EQ(b[k], -static_cast<double>(1000 + k));
  EXPECT_EQ(log.copy_values(1, rows - 3, b), 3u);
  EXPECT_EQ(log.copy_values(1, rows, b), 0u);
}

TEST(SignalLog, TakesThousandsOfColumns) {
  const std::vector<std::string> names(100000, "c");
  SignalLog log(names);
  std::vector<double> values(names.size());
  for (int row = 0; row < 100; ++row) {
    std::fill(values.begin(), values.end(), row);
    log.append(row, values);
  }
  std::vector<double> column(200);
  ASSERT_EQ(log.copy_values(99999, 0, column), 100u);
  for (int row = 0; row < 100; ++row) EXPECT_EQ(column[static_cast<std::size_t>(row)], row);
}

// One writer and two readers: every row that is visible is whole.
TEST(SignalLog, IsReadWhileItIsWritten) {
  SignalLog log({"twice"});
  constexpr std::size_t rows = 60000;
  auto reader = [&] {
    std::size_t seen = 0;
    std::vector<double> times(512), values(512);
    while (seen < rows) {
      const std::size_t n = log.copy_times(seen, times);
      if (n == 0) {
        std::this_thread::yield();
        continue;
      }
      ASSERT_GE(log.copy_values(0, seen, values), n);
      for (std::size_t k = 0; k < n; ++k) {
        ASSERT_EQ(times[k], static_cast<double>(seen + k));
        ASSERT_EQ(values[k], 2 * times[k]);
      }
      seen += n;
    }
  };
  std::thread first(reader), second(reader);
  for (std::size_t k = 0; k < rows; ++k) {
    const double value[] = {2.0 * static_cast<double>(k)};
    log.append(static_cast<double>(k), value);
  }
  first.join();
  second.join();
}

// Of nothing but views: what they have never changes, and a row behind what is left is none.
TEST(SignalLog, AViewKeepsWhatTheRunStepsBackOver) {
  SignalLog log({"x"});
  const auto append = [&](std::size_t first, std::size_t end, double value) {
    for (std::size_t k = first; k < end; ++k) log.append(static_cast<double>(k), std::span(&value, 1));
  };
  append(0, 3000, 1);
  const LogView before(log);
  log.truncate(2000);
  EXPECT_EQ(log.size(), 2000u);
  EXPECT_TRUE(std::isnan(log.value(0, 2000)));
  append(2000, 2500, 2);
  const LogView between(log);
  log.truncate(2200);
  log.truncate(1000);  // behind a branch
  append(1000, 5000, 3);
  const LogView after(log);
  EXPECT_EQ(log.generation(), 3u);
  const auto expect = [](const LogView& view, std::size_t rows, const auto& value_at) {
    ASSERT_EQ(view.size(), rows);
    std::vector<double> times(rows + 1), values(rows + 1);
    ASSERT_EQ(view.copy_times(0, times), rows);
    ASSERT_EQ(view.copy_values(0, 0, values), rows);
    for (std::size_t k = 0; k < rows; ++k) {
      ASSERT_EQ(times[k], static_cast<double>(k));
      ASSERT_EQ(values[k], value_at(k));
      ASSERT_EQ(view.value(0, k), values[k]);
    }
  };
  expect(before, 3000, [](std::size_t) { return 1.0; });
  expect(between, 2500, [](std::size_t k) { return k < 2000 ? 1.0 : 2.0; });
  expect(after, 5000, [](std::size_t k) { return k < 1000 ? 1.0 : 3.0; });
}

// A run that steps back again and again, as others measure and export: each of their views is one past of the
// run, whole and the same at every look. A race shows with the thread sanitizer.
TEST(SignalLog, IsReadWhileTheRunStepsBack) {
  SignalLog log({"branch", "row"});
  constexpr double branches = 400;
  std::atomic<bool> over{false};
  const auto look = [&] {
    std::vector<double> times, branch, again;
    while (!over) {
      const LogView view(log);
      times.resize(view.size());
      branch.resize(view.size());
      again.resize(view.size());
      ASSERT_EQ(view.copy_times(0, times), view.size());
      ASSERT_EQ(view.copy_values(0, 0, branch), view.size());
      for (std::size_t k = 0; k < view.size(); ++k) {
        ASSERT_EQ(times[k], static_cast<double>(k));
        ASSERT_EQ(view.value(1, k), times[k]);
        ASSERT_GE(branch[k], branch[k == 0 ? k : k - 1]) << "rows that were forgotten lie among later ones";
      }
      ASSERT_LE(branch.empty() ? 0 : branch.back(), static_cast<double>(view.generation()));
      view.copy_values(0, 0, again);
      ASSERT_EQ(branch, again);
    }
  };
  std::thread first(look), second(look);
  for (double branch = 0; branch < branches; ++branch) {
    const auto from = static_cast<std::size_t>(std::fmod(branch * 617, 1500));
    log.truncate(std::min(from, log.size()));
    const auto number = static_cast<double>(log.generation());
    for (std::size_t k = log.size(); k < from + 700; ++k) {
      const double row[] = {number, static_cast<double>(k)};
      log.append(row[1], row);
    }
  }
  over = true;
  first.join();
  second.join();
}

// The whole of a run remains, each time twice as thin the older it is, and its newest rows are all there.
TEST(SignalLog, ThinsItsOldestRowsWhereTheBudgetEnds) {
  const MemoryLimit limit(10'000'000);
  const Work work;
  SignalLog log({"twice"}, SignalLog::Overflow::ThinOldest);
  constexpr std::size_t rows = 3'000'000;  // 48 MB
  std::size_t largest = 0;
  for (std::size_t k = 0; k < rows; ++k) {
    const double value[] = {2.0 * static_cast<double>(k)};
    ASSERT_TRUE(log.append(static_cast<double>(k), value));
    largest = std::max(largest, work.budget()->used());
  }
  EXPECT_EQ(log.bytes_on_disk(), 0u);
  EXPECT_LE(largest, 10'000'000u);
  const LogView all(log);
  EXPECT_EQ(all.size() + log.thinning().rows, rows);
  EXPECT_GT(all.size(), 100'000u);
  EXPECT_GT(log.thinning().times, 10);
  EXPECT_EQ(all.generation(), static_cast<std::uint64_t>(log.thinning().times));
  EXPECT_EQ(all.time(0), 0);
  EXPECT_EQ(all.time(all.size() - 1), static_cast<double>(rows - 1));
  double gap = INFINITY;
  for (std::size_t row = 1; row < all.size(); ++row) {
    const double now = all.time(row) - all.time(row - 1);
    ASSERT_GE(now, 1) << row;
    ASSERT_LE(now, gap) << row;
    ASSERT_EQ(all.value(0, row), 2 * all.time(row));
    if (all.time(row - 1) >= log.thinning().until) {
      ASSERT_EQ(now, 1) << row;
    }
    gap = now;
  }
  EXPECT_LT(log.thinning().until, rows - static_cast<double>(all.size()) / 4);
}

TEST(SignalLog, SaysWhereARowIsBehindThinning) {
  const MemoryLimit limit(10'000'000);
  const Work work;
  SignalLog log({"x"}, SignalLog::Overflow::ThinOldest);
  const double value[] = {0};
  double before_last = 0;
  while (log.thinning().times == 0) {
    before_last = static_cast<double>(log.size());
    log.append(before_last, value);
  }
  // Its time was its number.
  for (std::size_t row = 0; row < static_cast<std::size_t>(before_last); ++row) {
    const std::size_t now = log.row_behind_thinning(row);
    if (row >= static_cast<std::size_t>(log.thinning().until) || row % 2 == 0)
      ASSERT_EQ(log.time(now), static_cast<double>(row));
    else
      ASSERT_EQ(log.time(now), static_cast<double>(row + 1));
  }
  log.truncate(log.row_behind_thinning(1000));
  EXPECT_EQ(log.time(log.size() - 1), 998);
}

// Views of rows that were left out since are whole. A race shows with the thread sanitizer.
TEST(SignalLog, IsReadWhileItThins) {
  const MemoryLimit limit(10'000'000);
  SignalLog log({"half"}, SignalLog::Overflow::ThinOldest);
  std::atomic<bool> over{false};
  const auto look = [&] {
    std::vector<double> times, halves;
    std::uint64_t generation = 0;
    while (!over) {
      const LogView view(log);
      ASSERT_GE(view.generation(), generation);
      generation = view.generation();
      times.resize(view.size());
      halves.resize(view.size());
      ASSERT_EQ(view.copy_times(0, times), view.size());
      ASSERT_EQ(view.copy_values(0, 0, halves), view.size());
      for (std::size_t k = 0; k < view.size(); ++k) {
        ASSERT_EQ(halves[k], times[k] / 2);
        ASSERT_GE(times[k], times[k == 0 ? k : k - 1]);
      }
    }
  };
  std::thread first(look), second(look);
  {
    const Work work;
    for (int k = 0; k < 600'000; ++k) {
      const double half[] = {0.5 * k};
      EXPECT_TRUE(log.append(k, half));
    }
  }
  over = true;
  first.join();
  second.join();
  EXPECT_GT(log.thinning().times, 1);
}

}  // namespace sim
