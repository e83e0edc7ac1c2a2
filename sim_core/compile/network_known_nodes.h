#pragma once
// Potentials of a network that are known without its solution. Where an inertia, a mass or a capacitor to the
// reference is, it is their state; where a source is, that of its other end and what it prescribes. What
// reads such a potential has no part in the solution of the whole.
#include "sim_core/compile/network_terms.h"

namespace sim::compile_phases {

// By node; none where it is not known.
std::vector<ir::Value> known_potentials(const NetworkTerms& terms);

}  // namespace sim::compile_phases
