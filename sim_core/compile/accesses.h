#pragma once
// Blocks that read or write the states of another block, or write a parameter of it: State Reader, State
// Writer, Parameter Writer. They name that block; lines that nobody draws lead from it and to it.
#include "sim_core/compile/phases.h"

namespace sim::compile_phases {

// A State Reader gets an input, which an output of its own of the block drives that has the state. A State
// Writer or Parameter Writer gets two outputs, the value and whether it is written now, and the block as many
// inputs. Behind connect and find_controllers.
void attach_accesses(Model&);

}  // namespace sim::compile_phases
