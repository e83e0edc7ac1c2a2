#include "sim_core/linalg/block_order.h"

#include <klu.h>

#include <cassert>

namespace sim {

std::optional<BlockOrder> block_order(const SparsityPattern& pattern) {
  assert(pattern.rows == pattern.cols);
  BlockOrder order;
  const int n = pattern.cols;
  if (n == 0) return order;
  klu_common common;
  klu_defaults(&common);
  // It only reads them.
  klu_symbolic* symbolic = klu_analyze(n, const_cast<int*>(pattern.column_start.data()),
                                       const_cast<int*>(pattern.row_index.data()), &common);
  if (!symbolic) return std::nullopt;
  const bool singular = symbolic->structural_rank != n;
  order.count = symbolic->nblocks;
  order.of_row.resize(static_cast<std::size_t>(n));
  order.of_column.resize(static_cast<std::size_t>(n));
  for (int block = 0; block < symbolic->nblocks; ++block)
    for (int k = symbolic->R[block]; k < symbolic->R[block + 1]; ++k) {
      order.of_row[static_cast<std::size_t>(symbolic->P[k])] = block;
      order.of_column[static_cast<std::size_t>(symbolic->Q[k])] = block;
    }
  klu_free_symbolic(&symbolic, &common);
  if (singular) return std::nullopt;
  return order;
}

}  // namespace sim
