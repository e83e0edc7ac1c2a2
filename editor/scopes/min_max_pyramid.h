#pragma once
// The extremes of a growing column at several coarsenesses, so that a curve of any length is drawn with a few
// points per pixel and no peak is lost. Level k holds one bucket for every 16 * 4^k rows; together the levels
// cost a third of the finest. Numbers that are not finite take no part.
#include <cstddef>
#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace fluxion {

struct Extremes {
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();
};

class MinMaxPyramid {
 public:
  // Rows size(), size() + 1, ... of the column.
  void append(std::span<const double> values);
  std::size_t size() const { return m_size; }

  // The least and the greatest of rows [first, last); none where no number is finite. `value(row)` reads the
  // column where buckets are too coarse.
  template <class Value>
  std::optional<Extremes> extremes(std::size_t first, std::size_t last, Value value) const;

  // Rows of [first, last) in ascending order that draw it with no peak lost: all of them where there are at
  // most `limit`, else the ends and the extremes of each bucket, about `limit` / 2 to `limit` rows where
  // there are more than 8 times as many, and an eighth of them where there are not.
  std::vector<std::size_t> rows(std::size_t first, std::size_t last, std::size_t limit) const;

 private:
  static constexpr std::size_t base = 16, factor = 4;
  struct Bucket {
    Extremes range;
    std::size_t lowRow, highRow;
  };
  static void merge(Bucket& into, const Bucket& part);
  void rebuildAbove(std::size_t firstRow);
  // Rows of bucket k that lie in [first, last); where it reaches outside, those of its parts.
  void collect(std::size_t level, std::size_t k, std::size_t first, std::size_t last,
               std::vector<std::size_t>& out) const;

  std::vector<std::vector<Bucket>> m_levels;
  std::size_t m_size = 0;
};

template <class Value>
std::optional<Extremes> MinMaxPyramid::extremes(std::size_t first, std::size_t last, Value value) const {
  Extremes range;
  last = last < m_size ? last : m_size;
  for (std::size_t row = first; row < last;) {
    // The coarsest bucket that starts here and ends before `last`.
    std::size_t width = base, level = 0;
    if (row % base != 0 || row + base > last) {
      const double v = value(row++);
      if (v < range.low) range.low = v;
      if (v > range.high) range.high = v;
      continue;
    }
    while (level + 1 < m_levels.size() && row % (width * factor) == 0 && row + width * factor <= last) {
      width *= factor;
      ++level;
    }
    const Bucket& bucket = m_levels[level][row / width];
    if (bucket.range.low < range.low) range.low = bucket.range.low;
    if (bucket.range.high > range.high) range.high = bucket.range.high;
    row += width;
  }
  if (range.low > range.high) return std::nullopt;
  return range;
}

}  // namespace fluxion
