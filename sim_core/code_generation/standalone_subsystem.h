#pragma once
// A subsystem as a model of its own: its inputs become inputs of the model, its outputs top-level Outports.
// Dimensions, data types, units and sample times of the inputs, and the times of the run, are those that the
// whole model gives them.
#include <map>
#include <string>
#include <vector>

#include "sim_core/base/result.h"
#include "sim_core/block/block_library.h"
#include "sim_core/diagram/diagram.h"

namespace sim {

// What stands for an input: a Constant block, whose parameter generated code has as an input, or an
// Integrator of zero, whose state a plug-in block has as an input, so that derivatives along it are known.
enum class OpenInput { Parameter, State };

// A diagram with blocks that stand for its inputs.
struct OpenModel {
  Diagram diagram;
  std::map<Id, std::string> inputs;         // these blocks, and the inputs' names
  std::vector<Id> ordered_inputs, outputs;  // by port; the outputs are Outport blocks
};

// The diagram in which top-level Inports without an expression or a table are inputs: continuous signals.
OpenModel with_open_inputs(const Diagram& diagram, OpenInput kind = OpenInput::Parameter);

// Fails where there is no such subsystem, where the whole model has errors, and where what is inside hangs on
// what is around it otherwise than by inputs, outputs and variables; the blocks are named, all of them.
Result<OpenModel> standalone_subsystem(const Diagram& diagram, const BlockLibrary& library,
                                       const std::string& path, OpenInput kind = OpenInput::Parameter);

}  // namespace sim
