#pragma once
// Values of a variation as they are typed on one line.
#include <string>
#include <vector>

#include "sim_core/base/result.h"

namespace sim {

// Expressions with commas between; FIRST:STEP:LAST or FIRST:LAST stands for the numbers of that range:
// "0, 0.5, 2*pi", "0:0.5:2". Errors: a value is missing, a range has no or more than 100,000 numbers.
Result<std::vector<std::string>> read_value_list(const std::string& text);

}  // namespace sim
