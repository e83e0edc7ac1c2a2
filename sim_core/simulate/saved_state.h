#pragma once
// The state of a run as a value: to go on from it in another run, or to step back to it in this one.
#include "sim_core/simulate/crossing_handler.h"
#include "sim_core/simulate/operating_point.h"
#include "sim_core/simulate/run_parts.h"

namespace sim {

OperatingPoint save_state(const RunParts& run, const CrossingHandler& crossings);
// Whether it is one of this program with this solver, by its sizes.
bool state_fits(const RunParts& run, const OperatingPoint& point);
// Puts a run where that was saved; the states are in run.x too. False: the run has failed.
bool restore_state(RunParts& run, CrossingHandler& crossings, const OperatingPoint& point);

}  // namespace sim
