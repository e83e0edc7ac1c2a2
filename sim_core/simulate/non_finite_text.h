#pragma once
// How a number that is not finite came about, behind what is said of it: ", by sqrt(-0.25)".
#include <string>

#include "sim_core/backends/interpreter/interpreter.h"

namespace sim {

inline std::string by(const NonFinite& found) { return found.how.empty() ? "" : ", by " + found.how; }

}  // namespace sim
