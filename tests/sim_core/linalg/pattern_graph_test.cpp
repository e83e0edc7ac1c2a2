#include "sim_core/linalg/pattern_graph.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "sim_core/linalg/index.h"

namespace sim {
namespace {

TEST(PatternGraph, MeetsWhatEitherTriangleHoldsOnceAndNotItself) {
  const std::vector<std::pair<int, int>> entries{{0, 0}, {0, 2}, {2, 0}, {3, 0}, {1, 2}};
  const PatternGraph graph(make_pattern(4, 4, entries));
  const std::vector<std::vector<int>> expected{{2, 3}, {2}, {0, 1}, {0}};
  for (int v = 0; v < 4; ++v) {
    EXPECT_TRUE(std::ranges::equal(graph.of(v), expected[at(v)])) << v;
    EXPECT_EQ(graph.degree(v), static_cast<int>(expected[at(v)].size()));
  }
}

TEST(PlacesIn, AreTheInverseOfTheOrder) {
  EXPECT_EQ(places_in(std::vector<int>{2, 0, 1}), (std::vector<int>{1, 2, 0}));
  EXPECT_TRUE(places_in({}).empty());
}

}  // namespace
}  // namespace sim
