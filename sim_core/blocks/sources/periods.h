#pragma once
// Sample times that have to be periods.
#include <limits>

#include "sim_core/block/builder.h"

namespace sim::blocks {

inline bool is_period(double sample_time) {
  return sample_time > 0 && sample_time < std::numeric_limits<double>::infinity();
}

inline void require_period(BlockTypeBuilder& b, Param sample_time) {
  b.require([=](const ParameterValues& v) { return is_period(v.of(sample_time).number()); },
            "the sample time is not a period", "give a period above 0, in seconds");
}

}  // namespace sim::blocks
