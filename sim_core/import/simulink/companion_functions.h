#pragma once
// Functions that programs of blocks call, in files of their own beside the model: limits(u) in limits.m.
#include <string>

#include "sim_core/import/source_model.h"

namespace sim::importing::simulink {

// Sets SourceBlock::functions of each block with a program, at any depth, and SourceBlock::missing_functions.
void find_functions(SourceModel& model, const std::string& path);

}  // namespace sim::importing::simulink
