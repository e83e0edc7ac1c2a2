#pragma once
// Data stores: values that blocks write and read by a name. What is written and what is read is led to the
// Data Store Memory and from it, in the order of the blocks' priorities.
#include "sim_core/compile/phases.h"

namespace sim::compile_phases {

// A Data Store Memory of n writers gets 2n inputs, for each writer the value and whether it is written now,
// and n + 1 outputs: the value before all writers, behind the first, and so on. Behind connect and
// find_controllers.
void attach_data_stores(Model&);

// Readers that do not say when they read a store of continuous signals read behind its writers, where that
// closes no algebraic loop; others that so lag behind by a time step are warned of. Behind sample_times.
void order_data_stores(Model&);

}  // namespace sim::compile_phases
