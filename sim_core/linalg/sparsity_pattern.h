#pragma once
// Where a matrix may be non-zero, by compressed column: the rows of column j are
// row_index[column_start[j]] .. row_index[column_start[j + 1] - 1], ascending, each once.
#include <span>
#include <utility>
#include <vector>

namespace sim {

struct SparsityPattern {
  int rows = 0;
  int cols = 0;
  std::vector<int> column_start{0};  // cols + 1 entries
  std::vector<int> row_index;

  int nonzeros() const { return static_cast<int>(row_index.size()); }
  std::span<const int> column(int j) const {
    const auto begin = static_cast<std::size_t>(column_start[j]);
    return {row_index.data() + begin, static_cast<std::size_t>(column_start[j + 1]) - begin};
  }
  bool operator==(const SparsityPattern&) const = default;
};

// The pattern with the given (row, column) entries, in any order; repeated entries count once.
// Entries must lie inside rows x cols.
SparsityPattern make_pattern(int rows, int cols, std::span<const std::pair<int, int>> entries);

// Every entry present.
SparsityPattern full_pattern(int rows, int cols);

// With the diagonal of a square one.
SparsityPattern with_diagonal(const SparsityPattern& pattern);

SparsityPattern transpose(const SparsityPattern& pattern);

}  // namespace sim
