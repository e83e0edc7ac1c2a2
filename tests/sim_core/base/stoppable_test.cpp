#include "sim_core/base/stoppable.h"

#include <gtest/gtest.h>

#include <map>
#include <vector>

namespace sim {

TEST(Stoppable, PassesOverAll) {
  std::vector<int> all{3, 1, 2};
  for (int& k : stoppable(all)) k *= 10;
  EXPECT_EQ(all, (std::vector<int>{30, 10, 20}));
  const std::map<int, char> letters{{1, 'a'}, {2, 'b'}};
  std::string seen;
  for (const auto& [key, letter] : stoppable(letters)) seen += letter;
  EXPECT_EQ(seen, "ab");
  std::vector<std::size_t> indices;
  for (const std::size_t k : StoppableIndices<std::size_t>(4, 2)) indices.push_back(k);
  EXPECT_EQ(indices, (std::vector<std::size_t>{0, 1, 2, 3}));
}

TEST(Stoppable, StopsAtTheNextPass) {
  int passed = 0;
  const Work work([&] { return passed >= 3; });
  const std::vector<int> all(10);
  const auto go = [&] {
    for ([[maybe_unused]] const int& one : stoppable(all)) ++passed;
  };
  EXPECT_THROW(go(), WorkStopped);
  EXPECT_EQ(passed, 3);
}

TEST(Stoppable, LooksAtEveryFewIndices) {
  int asked = 0;
  const Work work([&] { return ++asked > 3; });
  int last = -1;
  const auto go = [&] {
    for (const int k : StoppableIndices<int>(100000, 10)) last = k;
  };
  EXPECT_THROW(go(), WorkStopped);
  EXPECT_EQ(last, 29);
}

}  // namespace sim
