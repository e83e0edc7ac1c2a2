#pragma once
// A block as it is when it is new, before anybody has changed it.
#include <map>
#include <string>

#include "sim_core/block/block_library.h"
#include "sim_core/diagram/diagram.h"

namespace sim {

// With the size of its type and, of a port of the subsystem `parent`, the first number that is free there;
// for insert_block (diagram/edits.h), which gives it a name that nobody has.
Block new_block(const Diagram& diagram, const BlockType& type, Id parent,
                const std::map<std::string, std::string>& parameters = {});

}  // namespace sim
