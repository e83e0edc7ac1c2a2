#pragma once
// Signals that are given by values at instants: what a table, a variable or a file says over time.
#include <optional>
#include <vector>

#include "sim_core/block/builder.h"

namespace sim::blocks {

// Finite, and none less than the one before.
bool instants_in_order(const double* times, std::size_t count);

// The parameters of a block that plays such signals.
struct PlayParameters {
  Param interpolate, before, after;

  explicit PlayParameters(BlockTypeBuilder& b);
};

// The columns of a table over the instants, each as a scalar. The solver steps exactly to each instant; two
// equal ones make a jump. `values` by columns, a row for each of the instants.
std::vector<ir::Value> played(Equations& e, const PlayParameters& how, const std::vector<double>& instants,
                              const double* values, int columns);

// A matrix whose first column is the time, the others one after the other: nothing, and a report of the
// block, where there is no such table in it.
std::optional<std::vector<ir::Value>> played_matrix(Equations& e, const PlayParameters& how,
                                                    const ParameterValue& matrix);

}  // namespace sim::blocks
