#pragma once
// Tables over grids of any number of dimensions: straight between the breakpoints, or constant around them.
// Passing a breakpoint is an event.
#include <memory>
#include <vector>

#include "sim_core/blocks/lookup_tables/table_checks.h"

namespace sim::blocks {

// Entry (i, j, k, ...) is number i + sizes[0] * (j + sizes[1] * (k + ...)): a matrix by columns, further
// dimensions as matrices beside each other.
struct GridTable {
  std::vector<int> sizes;
  std::vector<double> entries;
};

// Where the elements of a column lie along one dimension: the number of the breakpoint below, from 0, and how
// far they are on the way to the next, from 0 to 1 within the table.
struct GridPlace {
  ir::Value row, way;
};
GridPlace grid_place(Equations& e, const std::vector<double>& breakpoints, Interpolation method, bool clip,
                     ir::Value u, bool use_last = false);

// The entry at these numbers, one for each dimension; whole numbers, kept within the table.
ir::Value grid_entry(Equations& e, const std::shared_ptr<const GridTable>& table,
                     const std::vector<ir::Value>& rows);

// Straight along each dimension between the entries around.
ir::Value grid_value(Equations& e, const std::shared_ptr<const GridTable>& table,
                     const std::vector<GridPlace>& places);

}  // namespace sim::blocks
