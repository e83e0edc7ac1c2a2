#include "sim_core/linalg/sparsity_pattern.h"

#include <algorithm>
#include <cassert>
#include <numeric>

namespace sim {

SparsityPattern make_pattern(int rows, int cols, std::span<const std::pair<int, int>> entries) {
  std::vector<std::pair<int, int>> by_column;
  by_column.reserve(entries.size());
  for (auto [row, col] : entries) {
    assert(row >= 0 && row < rows && col >= 0 && col < cols);
    by_column.emplace_back(col, row);
  }
  std::sort(by_column.begin(), by_column.end());
  by_column.erase(std::unique(by_column.begin(), by_column.end()), by_column.end());

  SparsityPattern pattern{rows, cols, std::vector<int>(static_cast<std::size_t>(cols) + 1), {}};
  pattern.row_index.reserve(by_column.size());
  for (auto [col, row] : by_column) {
    ++pattern.column_start[col + 1];
    pattern.row_index.push_back(row);
  }
  std::partial_sum(pattern.column_start.begin(), pattern.column_start.end(), pattern.column_start.begin());
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
