#pragma once
// A subsystem as a model of its own: its inputs become inputs of the model, its outputs top-level Outports.
// Dimensions, data types, units and sample times of the inputs, and the times of the run, are those that the
// whole model gives them.
#include <string>

#include "sim_core/base/result.h"
#include "sim_core/block/block_library.h"
#include "sim_core/diagram/diagram.h"
#include "sim_core/model_run/open_inputs.h"

namespace sim {

// Fails where there is no such subsystem, where the whole model has errors, and where what is inside hangs on
// what is around it otherwise than by inputs, outputs and variables; the blocks are named, all of them.
Result<OpenModel> standalone_subsystem(const Diagram& diagram, const BlockLibrary& library,
                                       const std::string& path, OpenInput kind = OpenInput::Parameter);

}  // namespace sim
