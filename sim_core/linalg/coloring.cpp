#include "sim_core/linalg/coloring.h"

#include <algorithm>
#include <numeric>

namespace sim {

Coloring color_columns(const SparsityPattern& pattern) {
  const SparsityPattern by_row = transpose(pattern);
  Coloring result;
  result.color.assign(static_cast<std::size_t>(pattern.cols), -1);
  std::vector<int> forbidden_for;  // colour -> the last column that may not have it

  for (int j = 0; j < pattern.cols; ++j) {
    if (pattern.column(j).empty()) continue;
    for (int row : pattern.column(j))
      for (int neighbour : by_row.column(row)) {
        if (neighbour >= j) break;
        forbidden_for[result.color[neighbour]] = j;
      }
    const auto free = std::find_if(forbidden_for.begin(), forbidden_for.end(), [j](int k) { return k != j; });
    result.color[j] = static_cast<int>(free - forbidden_for.begin());
    if (free == forbidden_for.end()) forbidden_for.push_back(-1);
  }

  result.count = static_cast<int>(forbidden_for.size());
  result.group_start.assign(static_cast<std::size_t>(result.count) + 1, 0);
  for (int c : result.color)
    if (c >= 0) ++result.group_start[c + 1];
  std::partial_sum(result.group_start.begin(), result.group_start.end(), result.group_start.begin());
  result.columns.resize(static_cast<std::size_t>(result.group_start.back()));
  std::vector<int> next(result.group_start.begin(), result.group_start.end() - 1);
  for (int j = 0; j < pattern.cols; ++j)
    if (result.color[j] >= 0) result.columns[next[result.color[j]]++] = j;
  return result;
}

}  // namespace sim
