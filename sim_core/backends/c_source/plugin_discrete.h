#pragma once
// Discrete states and sample rates of a plug-in block (fluxion_discrete in plugins/sdk/fluxion_plugin.h).
#include "sim_core/backends/c_source/c_template.h"
#include "sim_core/program/program.h"

namespace sim::c_source {

// Where the program keeps something from one major step to the next.
void add_plugin_discrete(Filling& filling, const Program& program);

}  // namespace sim::c_source
