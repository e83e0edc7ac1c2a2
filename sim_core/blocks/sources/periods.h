#pragma once
// Sample times that have to be periods, and how many of them have passed.
#include <limits>

#include "sim_core/block/builder.h"
#include "sim_core/block/equations.h"
#include "sim_core/ir/values.h"

namespace sim::blocks {

inline bool is_period(double sample_time) {
  return sample_time > 0 && sample_time < std::numeric_limits<double>::infinity();
}

inline void require_period(BlockTypeBuilder& b, Param sample_time) {
  b.require([=](const ParameterValues& v) { return is_period(v.of(sample_time).number()); },
            "the sample time is not a period", "give a period above 0, in seconds");
}

// How many periods have passed, with its rounding: samples that are on an instant but for that belong to it.
struct Turns {
  ir::Value whole, rounding;
};
inline Turns turns_since_zero(Equations& e, double period) {
  const ir::Value turns = e.time() / e.constant(period);
  const ir::Value rounding = ir::make(ir::Op::Abs, turns) * 0x1p-50 + 1e-9;
  return {floor(turns + rounding), rounding};
}

}  // namespace sim::blocks
