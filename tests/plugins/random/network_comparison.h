#pragma once
// The engine beside the reference, on one network in one variant: instants with a relative tolerance of 1e-9,
// values with one of 1e-11.
#include "tests/plugins/random/network_diagram.h"
#include "tests/plugins/random/network_reference.h"

namespace sim {

struct NetworkComparison {
  std::string message;  // what differs; empty: nothing
  double value = 0;     // by how much the potentials do, relative to the largest
  double instant = 0;   // by how much the instants do at which something switches by itself, s
};
NetworkComparison compare(const NetworkSpec& spec, const NetworkReference::Result& reference,
                          const NetworkVariant& variant);

}  // namespace sim
