#include "sim_core/diagram/strong_components.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace sim {

using Graph = std::vector<std::vector<int>>;

static Graph sorted(Graph parts) {
  for (auto& part : parts) std::sort(part.begin(), part.end());
  std::sort(parts.begin(), parts.end());
  return parts;
}

TEST(StrongComponents, CirclesBelongTogether) {
  EXPECT_EQ(sorted(strong_components({{1}, {2}, {1, 3}, {}})), (Graph{{0}, {1, 2}, {3}}));
  EXPECT_EQ(sorted(strong_components({{0}, {0}})), (Graph{{0}, {1}}));
  EXPECT_TRUE(strong_components({}).empty());
}

// Two nodes are in one component where each can be reached from the other.
TEST(StrongComponents, AgreeWithReachability) {
  std::mt19937 random(3);
  for (int trial = 0; trial < 300; ++trial) {
    const int count = 1 + static_cast<int>(random() % 12);
    const auto size = static_cast<std::size_t>(count);
    Graph out(size);
    std::vector<std::vector<char>> reach(size, std::vector<char>(size, 0));
    for (std::size_t k = 0; k < size; ++k) reach[k][k] = 1;
    for (int edges = static_cast<int>(random() % 24); edges > 0; --edges) {
      const auto from = random() % size, to = random() % size;
      out[from].push_back(static_cast<int>(to)), reach[from][to] = 1;
    }
    for (std::size_t via = 0; via < size; ++via)
      for (std::size_t i = 0; i < size; ++i)
        for (std::size_t j = 0; j < size; ++j) reach[i][j] |= reach[i][via] & reach[via][j];
    Graph expected;
    for (std::size_t i = 0; i < size; ++i) {
      std::vector<int> part;
      for (std::size_t j = 0; j < size; ++j)
        if (reach[i][j] && reach[j][i]) part.push_back(static_cast<int>(j));
      if (part.front() == static_cast<int>(i)) expected.push_back(part);
    }
    EXPECT_EQ(sorted(strong_components(out)), sorted(expected));
  }
}

}  // namespace sim
