#pragma once
// In how many lines the name of a block is written. Kept with the block, among the members of its file that
// the diagram keeps as they came: "name_lines": 2.
#include <string>
#include <string_view>
#include <vector>

#include "sim_core/diagram/diagram.h"

namespace sim {

inline constexpr int max_name_lines = 9;

// 1 to max_name_lines; what is no such number is 1.
int name_lines(const Block& block);
void set_name_lines(Block& block, int lines);

// The name in so many lines, or fewer where it has not as many words: broken at spaces, with the longest line
// as short as can be.
std::vector<std::string> broken_name(std::string_view name, int lines);

}  // namespace sim
