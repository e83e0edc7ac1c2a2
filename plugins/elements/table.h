#pragma once
// A function given by points, straight between them and constant beyond.
#include <algorithm>
#include <vector>

#include "sim_core/block/builder.h"
#include "sim_core/ir/values.h"

namespace sim::elements {

struct TableParameters {
  Param positions, values;
};

inline ir::Value table_value(Equations& e, const TableParameters& table, ir::Value at) {
  const ir::Value x = e(table.positions), y = e(table.values);
  const int points = static_cast<int>(e.value(table.positions).numbers.size());
  const auto element = [](ir::Value v, int k) { return ir::slice(v, k, scalar_shape); };
  ir::Value sum = element(y, 0);
  for (int k = 0; k + 1 < points; ++k) {
    const ir::Value way = (at - element(x, k)) / (element(x, k + 1) - element(x, k));
    const ir::Value share = ir::make(ir::Op::Min, ir::make(ir::Op::Max, way, e.constant(0)), e.constant(1));
    sum = sum + (element(y, k + 1) - element(y, k)) * share;
  }
  return sum;
}

// Two points or more, in order.
inline void require_table(BlockTypeBuilder& b, const TableParameters& table) {
  b.require(
      [=](const ParameterValues& v) {
        const auto &x = v.of(table.positions).numbers, &y = v.of(table.values).numbers;
        return x.size() == y.size() && x.size() > 1;
      },
      "its table needs at least two points, and a value for each", "give both lists as many numbers");
  b.require(
      [=](const ParameterValues& v) {
        const auto& x = v.of(table.positions).numbers;
        return std::adjacent_find(x.begin(), x.end(), [](double a, double c) { return !(a < c); }) == x.end();
      },
      "the points of its table do not rise", "sort the table");
}

}  // namespace sim::elements
