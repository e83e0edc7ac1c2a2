#pragma once
// Folds over the elements of a signal.
#include "sim_core/block/equations.h"

namespace sim::blocks {

// The columns of a matrix of `rows` rows, one after the other in `v`, combined into one: by halves, so that
// round-off and rounds of events grow with the logarithm of their number.
template <class Combine>
ir::Value combined_columns(ir::Value v, int rows, Combine combine) {
  for (int columns = v.shape().count() / rows; columns > 1; columns = v.shape().count() / rows) {
    const Shape half = vector_shape(rows * (columns / 2));
    const ir::Value low = ir::slice(v, 0, half), high = ir::slice(v, half.count(), half);
    ir::Value best = combine(low, high);
    if (columns % 2) {
      const ir::Value parts[] = {best, ir::slice(v, rows * (columns - 1), vector_shape(rows))};
      best = ir::concat(parts, vector_shape(rows * (columns / 2 + 1)));
    }
    v = best;
  }
  return ir::slice(v, 0, vector_shape(rows));
}

}  // namespace sim::blocks
