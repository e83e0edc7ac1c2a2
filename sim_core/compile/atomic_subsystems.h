#pragma once
// Subsystems that are one unit to what is around them: a sample time for all inside, and a priority that
// counts for all inside before their own.
#include <vector>

#include "sim_core/compile/phases.h"

namespace sim::compile_phases {

// What inherits its sample time inside of an atomic subsystem that has one gets that. Behind the sample times
// of the blocks themselves.
void give_sample_times_of_subsystems(const Blocks&, SampleTimes&, Report&);

// The priorities of the atomic subsystems around a block, the outermost first, then its own: in this order
// they decide. A number that is not given comes behind all that are.
using Priority = std::vector<int>;
Priority priority_of(const Blocks&, const Instance&);
bool is_given(const Priority&);

}  // namespace sim::compile_phases
