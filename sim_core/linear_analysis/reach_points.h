#pragma once
// Operating points along one run of a model.
#include <span>
#include <vector>

#include "sim_core/base/result.h"
#include "sim_core/block/block_library.h"
#include "sim_core/diagram/diagram.h"
#include "sim_core/simulate/operating_point.h"

namespace sim {

class ModelRun;

// Where a run is at these times in s, in their order; before the start: at the start. `first` was prepared
// from the diagram, to look at these signals, and is not executed. Errors: the run does not get there.
Result<std::vector<OperatingPoint>> reach_points(const ModelRun& first, const Diagram& diagram,
                                                 const BlockLibrary& library,
                                                 std::span<const PortRef> looked_at,
                                                 std::span<const double> times);

}  // namespace sim
