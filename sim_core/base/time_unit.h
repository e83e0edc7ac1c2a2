#pragma once
// The unit that a column of times is in.
#include <string>
#include <string_view>

#include "sim_core/base/result.h"

namespace sim {

// What times are shown in and written as; they are computed in seconds.
struct TimeUnit {
  std::string name = "s";
  double seconds = 1;  // in one of it
  double shown(double t) const { return t / seconds; }
  // "time", or "time [h]", which is read back as hours.
  std::string column() const { return name == "s" ? "time" : "time [" + name + "]"; }
};

// Of the setting TimeUnit: s, ms, min, h or d; anything else: seconds.
TimeUnit time_unit(const std::string& name);

// Seconds in one unit: 86400 of "d" or "days", 0.001 of "ms", 1 of nothing. The message of a failure says
// what else may be written.
Result<double> seconds_in(std::string_view unit);

// The same of the unit behind the name of a column: "time [d]", "t (min)", "t(ms)". An index, "p(1)", is
// none.
Result<double> seconds_of_title(std::string_view title);

}  // namespace sim
