#pragma once
// The unit that a column of times is in.
#include <string_view>

#include "sim_core/base/result.h"

namespace sim {

// Seconds in one unit: 86400 of "d" or "days", 0.001 of "ms", 1 of nothing. The message of a failure says
// what else may be written.
Result<double> seconds_in(std::string_view unit);

// The same of the unit behind the name of a column: "time [d]", "t (min)", "t(ms)". An index, "p(1)", is
// none.
Result<double> seconds_of_title(std::string_view title);

}  // namespace sim
