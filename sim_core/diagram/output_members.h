#pragma once
// Members of a block's file that say something of each of its outputs: {"1": ..., "2": ...}.
#include <functional>
#include <map>
#include <string>

#include "sim_core/diagram/diagram.h"
#include "sim_core/diagram/json.h"

namespace sim {

// Calls `read` for each output, which are counted from 0 here, and with what is said of it. What `read` gives
// back is wrong with that; empty: nothing. The same is given back of the member.
std::string read_output_members(const Block& block, const char* member,
                                const std::function<std::string(int output, const Json&)>& read);
// What is said of each output, as JSON; of none: without the member.
void write_output_members(Block& block, const char* member, const std::map<int, std::string>& said);

}  // namespace sim
