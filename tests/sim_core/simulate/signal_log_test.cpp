#include "sim_core/simulate/signal_log.h"

#include <gtest/gtest.h>

#include <thread>

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

}  // namespace sim
