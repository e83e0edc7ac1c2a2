#pragma once
// Random networks of several domains, joined by converters and gyrators: electrical, rotational,
// translational, hydraulic and magnetic parts, some with diodes, switches, stops and dry friction. No loop of
// rigid elements, and sources only where something takes what they give.
#include "tests/plugins/random/network_spec.h"

namespace sim {

NetworkSpec random_domains(unsigned seed);

}  // namespace sim
