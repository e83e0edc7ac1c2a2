#pragma once
// A rational transfer function in the transposed direct form II: one state for each power, no products of
// coefficients, and no feedthrough where the highest coefficient of the numerator is missing.
#include <vector>

#include "sim_core/block/equations.h"

namespace sim::blocks {

struct DirectForm {
  ir::Value output;
  ir::Value next;  // the states' next values, or their derivatives in continuous time; like x
};

// numerator and denominator from the highest power down, of n+1 scalars each; an empty one in the numerator
// is zero. x: n states of each element of u, one column a state.
inline DirectForm direct_form(const std::vector<ir::Value>& numerator,
                              const std::vector<ir::Value>& denominator, ir::Value u, ir::Value x) {
  const Shape column = vector_shape(u.shape().count());
  const int n = static_cast<int>(denominator.size()) - 1;
  u = ir::slice(u, 0, column);
  auto state = [&](int k) { return ir::slice(x, k * column.rows, column); };
  const ir::Value lead = denominator[0];
  ir::Value y = state(0);
  if (numerator[0]) y = y + numerator[0] / lead * u;
  std::vector<ir::Value> next;
  for (int k = 1; k <= n; ++k) {
    const auto at = static_cast<std::size_t>(k);
    ir::Value v = -(denominator[at] / lead * y);
    if (numerator[at]) v = v + numerator[at] / lead * u;
    if (k < n) v = v + state(k);
    next.push_back(v);
  }
  return {y, ir::concat(next, {column.rows, n})};
}

// The scalars in a vector, after `missing` that are not there and filled up to `count`.
inline std::vector<ir::Value> coefficients(ir::Value vector, int missing, int count) {
  std::vector<ir::Value> out(static_cast<std::size_t>(count));
  for (int k = 0; k < vector.shape().count() && k + missing < count; ++k)
    out[static_cast<std::size_t>(k + missing)] = ir::slice(vector, k, scalar_shape);
  return out;
}

}  // namespace sim::blocks
