#pragma once
// The arguments of a model that a block refers to: names of its workspace to which each block gives values of
// its own. The block's copy of the model is a subsystem with a mask: the arguments are its parameters, and
// the other variables of the model its initialization, so that both are seen inside only.
#include <optional>
#include <string>

#include "sim_core/import/source_model.h"

namespace sim::importing::simulink {

// Nothing where the model has neither arguments nor variables. What is not said is added to block.remarks.
std::optional<SourceMask> mask_of_model(SourceBlock& block, const SourceModel& model,
                                        const std::string& name);

}  // namespace sim::importing::simulink
