#pragma once
// A time constant among a block's parameters.
#include <algorithm>
#include <string>
#include <utility>

#include "sim_core/block/builder.h"

namespace sim::blocks {

inline Param time_constant(BlockTypeBuilder& b, std::string name, std::string label, std::string value) {
  const Param time = b.real(std::move(name), std::move(label), std::move(value)).unit("s");
  b.require(
      [=](const ParameterValues& v) {
        const auto& all = v.of(time).numbers;
        return std::all_of(all.begin(), all.end(), [](double t) { return t > 0; });
      },
      "a time constant is not more than 0", "give a time of more than 0 s");
  return time;
}

}  // namespace sim::blocks
