// Models that are compiled and run one after the other, each with machine code of its own, leave nothing
// behind.
#include <gtest/gtest.h>
#include <malloc.h>

#include <algorithm>
#include <fstream>
#include <string>

#include "tests/support/random_diagram.h"
#include "tests/support/run_results.h"

namespace sim {

namespace {

struct Memory {
  std::size_t bytes = 0;     // in use; 0 where a sanitizer has another allocator
  std::ptrdiff_t codes = 0;  // pieces of memory that hold machine code
};

Memory memory() {
  Memory now;
  now.bytes = mallinfo2().uordblks;
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);)
    now.codes += line.find(" r-xp 00000000 00:00 0") != line.npos && line.find('[') == line.npos;
  return now;
}

void run_models(unsigned first, unsigned end) {
  for (unsigned seed = first; seed < end; ++seed) {
    Diagram diagram = RandomModel(seed, 40, 0, seed % 2 != 0).diagram();
    diagram.settings["Backend"] = "native";
    EXPECT_TRUE(run_diagram(diagram).prepared) << seed;
  }
}

}  // namespace

TEST(ManyModels, LeaveNothingBehind) {
  run_models(0, 50);  // what is made once is there
  const Memory before = memory();
  run_models(50, 550);
  const Memory after = memory();
  EXPECT_EQ(after.codes, before.codes);
  constexpr std::size_t most = 100'000;  // 200 bytes a model: what the library keeps for itself
  EXPECT_LE(after.bytes, before.bytes + most);
}

}  // namespace sim
