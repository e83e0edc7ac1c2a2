#include "editor/jacobian/spy_cells.h"

#include <algorithm>
#include <set>

namespace fluxion {

SpyCells::SpyCells(const sim::SparsityPattern& pattern, const sim::Coloring& groups, int scale)
    : m_pattern(&pattern), m_groups(&groups), m_scale(scale), m_size((pattern.cols + scale - 1) / scale) {
  m_cells.resize(static_cast<std::size_t>(m_size) * static_cast<std::size_t>(m_size));
  for (int j = 0; j < pattern.cols; ++j) {
    const int group = groups.color[static_cast<std::size_t>(j)];
    for (int i : pattern.column(j)) {
      Cell& cell = m_cells[index(i / scale, j / scale)];
      cell.group = cell.nonzeros == 0 || cell.group == group ? group : SeveralGroups;
      m_mostNonzeros = std::max(m_mostNonzeros, ++cell.nonzeros);
    }
  }
}

SpyCells::Range SpyCells::entries(int cell) const {
  const int first = cell * m_scale;
  return {first, std::min(first + m_scale, m_pattern->cols) - 1};
}

std::vector<int> SpyCells::groupsIn(int row, int column) const {
  const Range rows = entries(row), columns = entries(column);
  std::set<int> found;
  for (int j = columns.first; j <= columns.last; ++j) {
    const auto in_column = m_pattern->column(j);
    const auto it = std::lower_bound(in_column.begin(), in_column.end(), rows.first);
    if (it != in_column.end() && *it <= rows.last) found.insert(m_groups->color[static_cast<std::size_t>(j)]);
  }
  return {found.begin(), found.end()};
}

std::vector<bool> SpyCells::cellsOf(int group) const {
  std::vector<bool> held(m_cells.size());
  for (int j : m_groups->group(group))
    for (int i : m_pattern->column(j)) held[index(i / m_scale, j / m_scale)] = true;
  return held;
}

}  // namespace fluxion
