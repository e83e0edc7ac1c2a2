#include "sim_core/linalg/bandwidth.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

namespace sim {
namespace {

// Entries on the diagonal and beside it, in both directions; where `ring`, the last row is beside the first.
SparsityPattern neighbors(int n, bool ring, int stride = 1) {
  std::vector<std::pair<int, int>> entries;
  const auto name = [&](int k) { return static_cast<int>((static_cast<long>(k) * stride) % n); };
  for (int k = 0; k < n; ++k) {
    entries.emplace_back(name(k), name(k));
    if (k + 1 == n && !ring) continue;
    entries.emplace_back(name(k), name((k + 1) % n));
    entries.emplace_back(name((k + 1) % n), name(k));
  }
  return make_pattern(n, n, entries);
}

TEST(OrderedBand, ANarrowBandStaysAsItComes) {
  const OrderedBand band = ordered_band(neighbors(40, false));
  EXPECT_TRUE(std::is_sorted(band.order.begin(), band.order.end()));
  EXPECT_EQ(band.band.lower, 1);
  EXPECT_EQ(band.band.upper, 1);
}

TEST(OrderedBand, AWideOneIsReordered) {
  for (const SparsityPattern& pattern : {neighbors(40, true), neighbors(41, false, 9)}) {
    const OrderedBand band = ordered_band(pattern);
    EXPECT_LT(band.band.width(), band_of(pattern).width());
    EXPECT_LE(band.band.width(), 5);
    EXPECT_EQ(band_of(pattern, band.order).width(), band.band.width());
    std::vector<int> sorted = band.order, all(sorted.size());
    std::iota(all.begin(), all.end(), 0);
    std::sort(sorted.begin(), sorted.end());
    EXPECT_EQ(sorted, all);
  }
}

TEST(OrderedBand, AFullMatrixKeepsItsOrder) {
  const OrderedBand band = ordered_band(full_pattern(6, 6));
  EXPECT_TRUE(std::is_sorted(band.order.begin(), band.order.end()));
  EXPECT_EQ(band.band.width(), 11);
}

}  // namespace
}  // namespace sim
