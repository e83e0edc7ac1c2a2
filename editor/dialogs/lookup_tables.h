#pragma once
// Which parameters of a block are a table together: breakpoints and the values at them.
#include <optional>
#include <string>

#include "sim_core/block/block_type.h"

namespace fluxion {

struct LookupParameters {
  std::string rows;     // breakpoints along the rows, "BreakpointsForDimension1"
  std::string columns;  // along the columns; empty: a function of one variable
  std::string values;
  std::string points = {};  // instead of these: one matrix, the breakpoints in its first column
  bool instants = false;    // the breakpoints are times
};

std::optional<LookupParameters> lookupParameters(const sim::BlockType& type);

}  // namespace fluxion
