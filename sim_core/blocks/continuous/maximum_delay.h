#pragma once
// The parameter that says how far back a changing delay may reach.
#include <string>
#include <utility>

#include "sim_core/block/builder.h"

namespace sim::blocks {

inline Param maximum_delay(BlockTypeBuilder& b, std::string doc) {
  const Param maximum = b.real("MaximumDelay", "Maximum delay", "10")
                            .formerly("maximum")
                            .unit("s")
                            .doc(std::move(doc))
                            .scalar()
                            .not_tunable();
  b.require([=](const ParameterValues& v) { return v.of(maximum).number() > 0; },
            "the maximum delay is not more than 0", "give a time of more than 0 s");
  return maximum;
}

}  // namespace sim::blocks
