#pragma once
// Tables without corners: cubic splines, and those of H. Akima, J. ACM 17 (1970) 589-602, which do not
// overshoot beside steep parts. Over more dimensions one is taken after the other: along the first between
// the entries, along the next between what that gave.
#include "sim_core/blocks/lookup_tables/grid.h"

namespace sim::blocks {

// Of inputs of one shape, scalars repeated; where Clip begins is an event. One breakpoint along a dimension
// makes a constant.
ir::Value smooth_value(Equations& e, std::vector<std::vector<double>> breakpoints,
                       std::shared_ptr<const GridTable> table, const TableMethod& method,
                       const std::vector<ir::Value>& inputs, Shape shape);

}  // namespace sim::blocks
