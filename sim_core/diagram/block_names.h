#pragma once
// Names of blocks, and how they stand in paths: "Plant/Gain", where a '/' of a name itself is doubled,
// "Units/m//s to km//h". No name begins or ends with one, so that a path is read in one way only.
#include <string>
#include <string_view>

namespace sim {

// As it stands in a path.
std::string in_path(std::string_view name);

// The last name of a path, as the block has it.
std::string last_name(std::string_view path);

// The name nearest to this text that a block may have; empty where the text is.
std::string allowed_block_name(std::string text);

}  // namespace sim
