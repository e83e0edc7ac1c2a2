#pragma once
// A sparsity pattern seen from afar: square cells of scale x scale entries, the last row and column of cells
// holding what is left.
#include <vector>

#include "sim_core/linalg/coloring.h"
#include "sim_core/linalg/sparsity_pattern.h"

namespace fluxion {

class SpyCells {
 public:
  static constexpr int NoGroup = -1, SeveralGroups = -2;
  struct Cell {
    int nonzeros = 0;
    int group = NoGroup;  // of the columns of its nonzeros
  };
  struct Range {
    int first = 0, last = 0;  // both inside
  };

  SpyCells() = default;
  // What is given must outlive this; scale >= 1.
  SpyCells(const sim::SparsityPattern& pattern, const sim::Coloring& groups, int scale);

  int scale() const { return m_scale; }
  int size() const { return m_size; }  // cells a row and a column
  const Cell& at(int row, int column) const { return m_cells[index(row, column)]; }
  int mostNonzeros() const { return m_mostNonzeros; }  // of any cell
  // The rows or columns of the matrix that a row or column of cells stands for.
  Range entries(int cell) const;
  // Of the columns of the cell's nonzeros, ascending.
  std::vector<int> groupsIn(int row, int column) const;
  // For each cell, row by row, whether it holds a nonzero of this group.
  std::vector<bool> cellsOf(int group) const;

 private:
  std::size_t index(int row, int column) const {
    return static_cast<std::size_t>(row) * static_cast<std::size_t>(m_size) +
           static_cast<std::size_t>(column);
  }

  const sim::SparsityPattern* m_pattern = nullptr;
  const sim::Coloring* m_groups = nullptr;
  int m_scale = 1, m_size = 0, m_mostNonzeros = 0;
  std::vector<Cell> m_cells;
};

}  // namespace fluxion
