#pragma once
// Ports that differ by their numbers only: u1, u2, ..., as many as a parameter says.
#include <string>
#include <utility>
#include <vector>

#include "sim_core/block/builder.h"

namespace sim::blocks {

inline PortsRule numbered_ports(std::string letter, Param count) {
  return [letter = std::move(letter), count](const ParameterValues& v) {
    std::vector<PortSpec> ports;
    for (int k = 1; k <= static_cast<int>(v.of(count).number()); ++k)
      ports.push_back({letter + std::to_string(k), ""});
    return ports;
  };
}

}  // namespace sim::blocks
