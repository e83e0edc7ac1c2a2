#include "sim_core/linalg/sparsity_pattern.h"

#include <algorithm>
#include <cassert>
#include <numeric>

namespace sim {

// Counted into columns; within a column most entries come in order.
SparsityPattern make_pattern(int rows, int cols, std::span<const std::pair<int, int>> entries) {
  SparsityPattern pattern{rows, cols, std::vector<int>(static_cast<std::size_t>(cols) + 1), {}};
  std::vector<int> next(static_cast<std::size_t>(cols) + 1);
  for (auto [row, col] : entries) {
    assert(row >= 0 && row < rows && col >= 0 && col < cols);
    ++next[static_cast<std::size_t>(col) + 1];
  }
  std::partial_sum(next.begin(), next.end(), next.begin());
  std::vector<int>& index = pattern.row_index;
  index.resize(entries.size());
  for (auto [row, col] : entries)
    index[static_cast<std::size_t>(next[static_cast<std::size_t>(col)]++)] = row;
  // Behind the loop next[j] is where column j ends.
  auto to = index.begin();
  for (int j = 0, first = 0; j < cols; first = next[static_cast<std::size_t>(j++)]) {
    const auto begin = index.begin() + first, end = index.begin() + next[static_cast<std::size_t>(j)];
    if (!std::is_sorted(begin, end)) std::sort(begin, end);
    to = std::copy(begin, std::unique(begin, end), to);
    pattern.column_start[static_cast<std::size_t>(j) + 1] = static_cast<int>(to - index.begin());
  }
  index.erase(to, index.end());
  return pattern;
}

SparsityPattern full_pattern(int rows, int cols) {
  SparsityPattern pattern{rows, cols, std::vector<int>(static_cast<std::size_t>(cols) + 1), {}};
  pattern.row_index.reserve(static_cast<std::size_t>(rows) * cols);
  for (int j = 0; j < cols; ++j) {
    for (int i = 0; i < rows; ++i) pattern.row_index.push_back(i);
    pattern.column_start[j + 1] = pattern.nonzeros();
  }
  return pattern;
}

SparsityPattern with_diagonal(const SparsityPattern& pattern) {
  std::vector<std::pair<int, int>> entries;
  entries.reserve(static_cast<std::size_t>(pattern.nonzeros() + pattern.cols));
  for (int j = 0; j < pattern.cols; ++j) {
    entries.emplace_back(j, j);
    for (int i : pattern.column(j)) entries.emplace_back(i, j);
  }
  return make_pattern(pattern.rows, pattern.cols, entries);
}

SparsityPattern transpose(const SparsityPattern& pattern) {
  SparsityPattern result{pattern.cols, pattern.rows,
                         std::vector<int>(static_cast<std::size_t>(pattern.rows) + 1),
                         std::vector<int>(pattern.row_index.size())};
  for (int row : pattern.row_index) ++result.column_start[row + 1];
  std::partial_sum(result.column_start.begin(), result.column_start.end(), result.column_start.begin());
  std::vector<int> next(result.column_start.begin(), result.column_start.end() - 1);
  for (int j = 0; j < pattern.cols; ++j)
    for (int row : pattern.column(j)) result.row_index[next[row]++] = j;
  return result;
}

}  // namespace sim
