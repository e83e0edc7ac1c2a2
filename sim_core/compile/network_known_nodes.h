#pragma once
// What is known of a network without its solution. What reads it has no part in the solution of the whole, so
// that no algebraic loop runs through that.
//
// Potentials: where an inertia, a mass or a capacitor to the reference is, it is their state; where a source
// is, that of its other end and what it prescribes. Through variables: that of an inductor or a spring is its
// state, that of a source what it prescribes; what else meets these at a node follows from the balance there,
// such as the current through a sensor in series with an inductor.
#include "sim_core/compile/network_terms.h"

namespace sim::compile_phases {

// By node; none where it is not known.
std::vector<ir::Value> known_potentials(const NetworkTerms& terms);
// By branch; none where it is not known.
std::vector<ir::Value> known_throughs(const NetworkTerms& terms);

}  // namespace sim::compile_phases
