#pragma once
// The ports that integrators in continuous and in discrete time share; some are there only if a parameter
// asks for them.
#include "sim_core/blocks/discrete/sampling.h"

namespace sim::blocks {

inline void integrator_ports(BlockTypeBuilder& b, Param reset, Param source, Param show_saturation,
                             Param show_state) {
  b.inputs([=](const ParameterValues& v) {
    std::vector<PortSpec> ports{{"u", ""}};
    if (v.of(reset).number() != no_reset) ports.push_back({"reset", "restarts from the initial condition"});
    if (v.of(source).number() != 0) ports.push_back({"x0", "initial condition"});
    return ports;
  });
  b.outputs([=](const ParameterValues& v) {
    std::vector<PortSpec> ports{{"y", ""}};
    if (v.of(show_saturation).number() != 0)
      ports.push_back({"saturation", "1 at the upper limit, -1 at the lower, else 0"});
    if (v.of(show_state).number() != 0) ports.push_back({"state", "the state before a reset"});
    return ports;
  });
}

}  // namespace sim::blocks
