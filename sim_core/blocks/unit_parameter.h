#pragma once
// The parameter Unit of sources and ports.
#include "sim_core/base/unit.h"
#include "sim_core/block/builder.h"

namespace sim::blocks {

inline void unit_parameter(BlockTypeBuilder& b) {
  const Param unit = b.output_unit("inherit");
  b.require(
      [=](const ParameterValues& v) {
        return v.of(unit).text == "inherit" || bool(parse_unit(v.of(unit).text));
      },
      "the unit is not known", "write for example m/s^2, N*m, rad/s, degC, or 1 for none");
}

}  // namespace sim::blocks
