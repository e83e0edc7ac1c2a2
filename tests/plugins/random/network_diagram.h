#pragma once
// A network (network_spec.h) as a diagram, in other units or another order too: what it does must be the
// same.
#include "sim_core/diagram/diagram.h"
#include "tests/plugins/random/network_spec.h"

namespace sim {

struct NetworkVariant {
  double time = 1;       // one second of the network takes so many of the diagram
  double impedance = 1;  // potentials are multiplied by it, through variables are not
  double ground = 0;     // potential of what the network stands on; electrical ones only
  unsigned order = 0;    // of blocks and lines: another one for each seed but 0
};

// Records the potential of each watched node, against what the network stands on, as "n0", "n1", ...
Diagram network_diagram(const NetworkSpec& spec, const NetworkVariant& variant = {});

}  // namespace sim
