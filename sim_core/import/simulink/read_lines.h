#pragma once
#include <string>
#include <unordered_map>
#include <vector>

#include "sim_core/import/simulink/record.h"
#include "sim_core/import/source_model.h"

namespace sim::importing::simulink {

// The blocks of a system by their keys.
using BlockIndex = std::unordered_map<std::string, std::size_t>;

// The connections of a section Line with its branches, one for each end.
void read_line(SourceSystem& system, const BlockIndex& blocks, const Record& line);

}  // namespace sim::importing::simulink
