#include "sim_core/ir/element_sets.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

namespace sim::ir {

TEST(ElementSets, AreUnitedLikeThoseOfTheLibrary) {
  std::mt19937 random(3);
  ElementSets sets;
  std::vector<ElementSets::Set> known{ElementSets::empty};
  std::vector<std::set<int>> expected{{}};
  for (int k = 0; k < 500; ++k) {
    std::vector<int> drawn(random() % 4);
    for (int& number : drawn) number = static_cast<int>(random() % 20);
    expected.emplace_back(drawn.begin(), drawn.end());
    known.push_back(sets.of(drawn));
    const std::size_t a = random() % known.size(), b = random() % known.size();
    std::set<int> both = expected[a];
    both.insert(expected[b].begin(), expected[b].end());
    expected.push_back(both);
    known.push_back(sets.unite(known[a], known[b]));
  }
  for (std::size_t k = 0; k < known.size(); ++k) {
    const auto row = sets[known[k]];
    EXPECT_TRUE(std::equal(row.begin(), row.end(), expected[k].begin(), expected[k].end())) << k;
  }
}

TEST(ElementSets, AreSharedWhereOneHoldsTheOther) {
  ElementSets sets;
  std::vector<int> numbers{3, 1, 3, 2};
  const auto large = sets.of(numbers), small = sets.single(2);
  const std::size_t before = sets.bytes();
  EXPECT_EQ(sets.unite(large, small), large);
  EXPECT_EQ(sets.unite(small, large), large);
  EXPECT_EQ(sets.unite(ElementSets::empty, small), small);
  EXPECT_EQ(sets.unite(small, ElementSets::empty), small);
  EXPECT_EQ(sets.bytes(), before);
}

}  // namespace sim::ir
