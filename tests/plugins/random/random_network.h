#pragma once
// Random networks that make sense: all numbers around 1, 2 to 6 states, up to 4 elements that switch by
// themselves, and no loop of rigid elements, whose through variables nothing would tell. The same seed draws
// the same network.
#include "tests/plugins/random/network_spec.h"

namespace sim {

NetworkSpec random_network(unsigned seed);

}  // namespace sim
