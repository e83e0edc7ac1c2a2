#include "sim_core/linalg/coloring.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

#include "tests/support/grid_pattern.h"

namespace sim {
namespace {

using Entries = std::vector<std::pair<int, int>>;

void expect_valid(const SparsityPattern& pattern, const Coloring& coloring) {
  std::size_t columns = 0;
  for (int c = 0; c < coloring.count; ++c) {
    std::set<int> rows;
    for (int j : coloring.group(c)) {
      EXPECT_EQ(coloring.color[j], c);
      for (int row : pattern.column(j))
        EXPECT_TRUE(rows.insert(row).second) << "two columns of a group share a row";
      ++columns;
    }
  }
  std::size_t nonempty = 0;
  for (int j = 0; j < pattern.cols; ++j) nonempty += !pattern.column(j).empty();
  EXPECT_EQ(columns, nonempty);
}

SparsityPattern tridiagonal(int n) {
  Entries entries;
  for (int i = 0; i < n; ++i)
    for (int j = std::max(0, i - 1); j <= std::min(n - 1, i + 1); ++j) entries.emplace_back(i, j);
  return make_pattern(n, n, entries);
}

TEST(SparsityPattern, SortsAndMergesEntries) {
  const Entries entries{{2, 1}, {0, 1}, {2, 1}, {1, 0}};
  const auto pattern = make_pattern(3, 3, entries);
  EXPECT_EQ(pattern.column_start, (std::vector<int>{0, 1, 3, 3}));
  EXPECT_EQ(pattern.row_index, (std::vector<int>{1, 0, 2}));
  EXPECT_EQ(transpose(transpose(pattern)), pattern);
  EXPECT_EQ(transpose(pattern).column(2).size(), 1u);
  EXPECT_EQ(full_pattern(2, 3).nonzeros(), 6);
}

// x1' = f1(x1, x3), x2' = f2(x2), x3' = f3(x2): states 1 and 2 can be perturbed together.
TEST(Coloring, ThreeStateExampleTakesTwoGroups) {
  const Entries entries{{0, 0}, {0, 2}, {1, 1}, {2, 1}};
  const auto pattern = make_pattern(3, 3, entries);
  const auto coloring = color_columns(pattern);
  EXPECT_EQ(coloring.count, 2);
  EXPECT_EQ(coloring.color, (std::vector<int>{0, 0, 1}));
  expect_valid(pattern, coloring);
}

TEST(Coloring, TridiagonalTakesThreeAtAnySize) {
  for (int n : {3, 4, 50, 1000}) {
    const auto pattern = tridiagonal(n);
    EXPECT_EQ(color_columns(pattern).count, 3);
    expect_valid(pattern, color_columns(pattern));
  }
}

// Five is the least: a point and its four neighbors stand in one row.
TEST(Coloring, FivePointStencilTakesFive) {
  for (int side : {3, 4, 5, 6, 7, 8, 17, 32}) {
    const auto pattern = grid_pattern(side, 1);
    EXPECT_EQ(color_columns(pattern).count, 5) << side;
    expect_valid(pattern, color_columns(pattern));
  }
  for (int side : {5, 16, 40}) {
    const auto pattern = grid_pattern(side, 2);
    EXPECT_LE(color_columns(pattern).count, 7) << side;
    expect_valid(pattern, color_columns(pattern));
  }
}

TEST(Coloring, ExtremesAreWhatTheyMustBe) {
  EXPECT_EQ(color_columns(full_pattern(4, 4)).count, 4);
  Entries diagonal;
  for (int i = 0; i < 9; ++i) diagonal.emplace_back(i, i);
  EXPECT_EQ(color_columns(make_pattern(9, 9, diagonal)).count, 1);
  EXPECT_EQ(color_columns(make_pattern(3, 3, {})).count, 0);
  EXPECT_EQ(color_columns(SparsityPattern{}).count, 0);
}

TEST(Coloring, RandomPatternsAreValidAndTheSameTwice) {
  std::mt19937 random(7);
  for (int n : {1, 5, 40, 200}) {
    Entries entries;
    for (int k = 0; k < 3 * n; ++k) entries.emplace_back(random() % n, random() % n);
    const auto pattern = make_pattern(n, n, entries);
    const auto coloring = color_columns(pattern);
    expect_valid(pattern, coloring);
    EXPECT_EQ(coloring.color, color_columns(pattern).color);
  }
}

TEST(Coloring, OfARowThatReadsEverything) {
  Entries entries;
  for (int j = 0; j < 40; ++j) {
    entries.emplace_back(7, j);
    entries.emplace_back(j, j);
  }
  const auto pattern = make_pattern(40, 40, entries);
  const Coloring coloring = color_columns(pattern);
  EXPECT_EQ(coloring.count, 40);
  expect_valid(pattern, coloring);
}

}  // namespace
}  // namespace sim
