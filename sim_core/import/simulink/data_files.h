#pragma once
// Files that blocks play, where they are beside the model.
#include <string>

#include "sim_core/import/source_model.h"

namespace sim::importing::simulink {

// The parameter that says where the file of a block is.
inline constexpr const char* found_file = "file beside the model";

// Of each From File block, at any depth: sets found_file where the file is in the folder of `path`, or below
// it.
void find_data_files(SourceModel& model, const std::string& path);

}  // namespace sim::importing::simulink
