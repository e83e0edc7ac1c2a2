#pragma once
// What a PID controller controls: the model near an operating point from the output of the block to its
// inputs, with the loop cut at that output. Blocks are linearized where they are with the loop closed.
#include <vector>

#include "sim_core/base/result.h"
#include "sim_core/diagram/analysis_points.h"
#include "sim_core/linear_analysis/linearize.h"
#include "sim_core/pid_tuning/pid_block.h"

namespace sim {

// What a Linearizer is prepared with. Errors: nothing is connected to what the block reads.
Result<std::vector<AnalysisPoint>> pid_points(const Diagram& diagram, const PidBlock& pid);

struct PidPlant {
  PidBlock pid;
  // From the controller's output to its error, or to its set point and measurement. Of a discrete controller
  // the exact map from sample to sample.
  LinearModel model;
};

// `linearizer`: of the same diagram, prepared with pid_points(). Errors: there is no way from the output of
// the block to its inputs, with what cuts it; the model cannot be linearized at the point.
Result<PidPlant> pid_plant(const Linearizer& linearizer, const OperatingPoint& point, const PidBlock& pid);

}  // namespace sim
