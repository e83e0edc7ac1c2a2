#pragma once
// Passes of the projection of a planar mechanism (planar_linkage.h), from numbers.
#include "sim_core/compile/planar_linkage.h"
#include "sim_core/ir/external_function.h"

namespace sim::compile_phases {

// States: the positions of all bodies, then their velocities. Arguments: the masses by body and axis; then
// for each row its weights, by column, and what it holds (HeldPosition).
ir::StateProjectionMethod linkage_projection(const LinkageTopology& linkage);

}  // namespace sim::compile_phases
