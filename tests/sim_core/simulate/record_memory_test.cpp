#include "sim_core/simulate/record_memory.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "sim_core/base/work.h"
#include "tests/support/memory_limit.h"

namespace sim {

namespace {

constexpr std::size_t numbers = 500'000;  // 4 MB

void fill(double* at, double first) {
  for (std::size_t k = 0; k < numbers; ++k) at[k] = first + static_cast<double>(k);
}
bool holds(const double* at, double first) {
  for (std::size_t k = 0; k < numbers; ++k)
    if (at[k] != first + static_cast<double>(k)) return false;
  return true;
}

// $XDG_CACHE_HOME for as long as it lives.
class CacheFolder {
 public:
  explicit CacheFolder(const std::filesystem::path& folder) {
    if (const char* before = std::getenv("XDG_CACHE_HOME")) before_ = before;
    ::setenv("XDG_CACHE_HOME", folder.c_str(), 1);
  }
  ~CacheFolder() {
    if (before_.empty())
      ::unsetenv("XDG_CACHE_HOME");
    else
      ::setenv("XDG_CACHE_HOME", before_.c_str(), 1);
  }

 private:
  std::string before_;
};

}  // namespace

TEST(RecordMemory, GoesOnInAFileWithoutANameAndReadsBackWhatWasWritten) {
  const auto folder = std::filesystem::temp_directory_path() / "fluxion_record_memory_test";
  const CacheFolder cache(folder);
  const MemoryLimit limit(10'000'000);
  {
    const Work work;
    RecordMemory memory;
    double* pieces[5];
    for (int k = 0; k < 5; ++k) {
      pieces[k] = memory.allocate(numbers);
      ASSERT_NE(pieces[k], nullptr) << k;
      fill(pieces[k], 1e6 * k);
      EXPECT_EQ(memory.bytes_on_disk(),
                k < 2 ? 0 : numbers * sizeof(double) * (static_cast<std::size_t>(k) - 1));
    }
    for (int k = 0; k < 5; ++k) EXPECT_TRUE(holds(pieces[k], 1e6 * k)) << k;
    EXPECT_LE(work.budget()->used(), 10'000'000u);
    EXPECT_TRUE(std::filesystem::is_empty(folder / "fluxion"));
    EXPECT_FALSE(memory.has_room_for_copy(numbers));
  }
  std::filesystem::remove_all(folder);
}

TEST(RecordMemory, SaysWhereThereIsNoRoomAnywhere) {
  const CacheFolder cache("/proc/no/such/folder");
  const MemoryLimit limit(10'000'000);
  const Work work;
  RecordMemory memory;
  EXPECT_TRUE(memory.has_room_for_copy(numbers));
  EXPECT_NE(memory.allocate(numbers), nullptr);
  EXPECT_NE(memory.allocate(numbers), nullptr);
  EXPECT_EQ(memory.allocate(numbers), nullptr);
  EXPECT_EQ(memory.bytes_on_disk(), 0u);
}

// Where nobody has begun a piece of work, there is no budget.
TEST(RecordMemory, KnowsNoLimitWithoutWork) {
  const MemoryLimit limit(10'000'000);
  RecordMemory memory;
  for (int k = 0; k < 4; ++k) fill(memory.allocate(numbers), k);
  EXPECT_EQ(memory.bytes_on_disk(), 0u);
  EXPECT_TRUE(memory.has_room_for_copy(numbers));
}

}  // namespace sim
