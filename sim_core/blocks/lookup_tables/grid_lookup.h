#pragma once
// What the tables of two and more dimensions are.
#include "sim_core/blocks/lookup_tables/grid.h"

namespace sim::blocks {

// For their documentation.
inline constexpr const char* grid_methods =
    "Flat: the entry at the breakpoints below. Nearest: that at the nearest breakpoints. Passing one of "
    "these corners "
    "or jumps is a zero crossing, so that the solver never steps across it. Cubic spline and Akima are "
    "smooth: curves "
    "along the first dimension, then along the next between what those gave. Beyond the table the last lines "
    "go on "
    "(Linear), the values at its border are kept (Clip; Flat and Nearest always do), or the last pieces of a "
    "spline go "
    "on (Cubic).";

// The table at the inputs, of one shape or scalars, as the method says.
ir::Value looked_up(Equations& e, std::vector<std::vector<double>> breakpoints, std::vector<double> entries,
                    const TableMethod& method, const std::vector<ir::Value>& inputs, Shape shape);

}  // namespace sim::blocks
