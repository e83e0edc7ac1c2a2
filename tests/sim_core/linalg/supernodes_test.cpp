#include "sim_core/linalg/supernodes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <set>

#include "sim_core/linalg/index.h"
#include "sim_core/linalg/linear_factors.h"
#include "tests/support/grid_pattern.h"

namespace sim {
namespace {

SparsityPattern random_pattern(int n, double density, std::mt19937& random) {
  std::bernoulli_distribution present(density);
  std::vector<std::pair<int, int>> entries;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      if (i == j || present(random)) entries.emplace_back(i, j);
  return make_pattern(n, n, entries);
}

// The rows below the diagonal that eliminating column after column fills, in the order found.
std::vector<std::set<int>> eliminated(const SparsityPattern& pattern, const std::vector<int>& order) {
  std::vector<int> number(order.size());
  for (std::size_t k = 0; k < order.size(); ++k) number[at(order[k])] = static_cast<int>(k);
  std::vector<std::set<int>> below(order.size());
  for (int j = 0; j < pattern.cols; ++j)
    for (int i : pattern.column(j)) {
      const auto [low, high] = std::minmax(number[at(i)], number[at(j)]);
      if (low != high) below[at(low)].insert(high);
    }
  for (std::size_t j = 0; j < below.size(); ++j)
    for (int i : below[j])
      for (int other : below[j])
        if (other > i) below[at(i)].insert(other);
  return below;
}

void expect_holds_the_fill_in(const SparsityPattern& pattern) {
  const Supernodes found = find_supernodes(pattern, minimum_degree_order(pattern));
  std::vector<int> sorted = found.order;
  std::sort(sorted.begin(), sorted.end());
  for (int k = 0; k < pattern.cols; ++k) ASSERT_EQ(sorted[at(k)], k);

  const auto below = eliminated(pattern, found.order);
  std::size_t needed = at(pattern.cols);
  int next = 0;
  for (std::size_t s = 0; s < found.nodes.size(); ++s) {
    const Supernodes::Node& node = found.nodes[s];
    ASSERT_EQ(node.first, next);
    next += node.width;
    const auto rows = found.rows.begin() + static_cast<std::ptrdiff_t>(node.first_row);
    ASSERT_TRUE(std::is_sorted(rows, rows + node.below));
    std::set<int> columns(rows, rows + node.below);
    for (int j = node.first; j < next; ++j) columns.insert(j);
    for (int j = node.first; j < next; ++j) {
      needed += 2 * below[at(j)].size();
      for (int i : below[at(j)]) ASSERT_TRUE(columns.contains(i)) << "row " << i << " of column " << j;
    }
    // No row that none of its columns needs.
    for (int k = 0; k < node.below; ++k) EXPECT_TRUE(below[at(next - 1)].contains(rows[k]));
    if (node.below == 0) {
      EXPECT_EQ(node.parent, -1);
      continue;
    }
    ASSERT_GT(node.parent, static_cast<int>(s));
    const Supernodes::Node& parent = found.nodes[at(node.parent)];
    for (int k = 0; k < node.below; ++k) {
      const int place = found.places[node.first_row + at(k)];
      ASSERT_LT(place, parent.height());
      EXPECT_EQ(place < parent.width ? parent.first + place
                                     : found.rows[parent.first_row + at(place - parent.width)],
                rows[k]);
    }
  }
  EXPECT_EQ(next, pattern.cols);
  EXPECT_GE(found.entries(), static_cast<double>(needed));
}

TEST(Supernodes, HoldTheFillInOfTheirPattern) {
  std::mt19937 random(17);
  for (double density : {0.0, 0.005, 0.02, 0.1, 1.0})
    for (int n : {1, 2, 5, 40, 120}) expect_holds_the_fill_in(random_pattern(n, density, random));
  for (int side : {2, 5, 13, 24})
    for (int species : {1, 2, 3}) expect_holds_the_fill_in(grid_pattern(side, species));
  EXPECT_TRUE(find_supernodes(make_pattern(0, 0, {}), {}).nodes.empty());
}

TEST(Supernodes, AFullMatrixIsOne) {
  const Supernodes found = find_supernodes(full_pattern(30, 30), minimum_degree_order(full_pattern(30, 30)));
  ASSERT_EQ(found.nodes.size(), 1u);
  EXPECT_EQ(found.entries(), 900);
  double operations = 0;  // of each column: its quotients, and what is subtracted from the rest
  for (int k = 29; k > 0; --k) operations += k + 2. * k * k;
  EXPECT_EQ(found.operations(), operations);
}

TEST(Supernodes, AreJoinedForFewZeros) {
  const SparsityPattern pattern = grid_pattern(64, 2);
  const std::vector<int> order = minimum_degree_order(pattern);
  const Supernodes found = find_supernodes(pattern, order);
  EXPECT_LT(found.nodes.size(), at(pattern.cols / 2));
  EXPECT_LT(found.entries(), 1.3 * estimate_klu(pattern).entries);
  EXPECT_LT(found.operations(), 1.3 * estimate_klu(pattern).operations);
}

}  // namespace
}  // namespace sim
