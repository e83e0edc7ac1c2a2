#pragma once
// In which order the equations of a square sparse system can be solved, some at a time: its block triangular
// form. The equations of a block read its own unknowns and those of later blocks only, so that what a block
// gives depends on the right sides of these alone.
//
// I. S. Duff, J. K. Reid, An implementation of Tarjan's algorithm for the block triangularization of a
// matrix, ACM Trans. Math. Softw. 4 (1978) 137-147.
#include <optional>
#include <vector>

#include "sim_core/linalg/sparsity_pattern.h"

namespace sim {

struct BlockOrder {
  int count = 0;
  std::vector<int> of_row, of_column;  // the block of each equation, and of each unknown
};

// Nothing where the pattern is singular whatever its numbers are: equations then share too few unknowns.
std::optional<BlockOrder> block_order(const SparsityPattern& pattern);

}  // namespace sim
