#pragma once
// Which inputs of programs (Function blocks) are integers. Types follow from the equations, and what a
// program writes depends on the types of its inputs; so equations are written on trial, and what comes of
// them is told to the programs, until there is nothing more to tell.
#include <set>
#include <utility>

#include "sim_core/compile/model.h"

namespace sim::compile_phases {

// Of instances, their ports.
using ToldInputs = std::set<std::pair<int, std::size_t>>;

// Whether it is worth while to write equations on trial.
bool may_have_integer_programs(const TypedModel&);

// Each program converts its inputs to the types that these have: u = int8(u). What has been told is not told
// again. Whether there was anything to tell.
bool tell_program_inputs(TypedModel&, const TypeTable&, ToldInputs& told);

}  // namespace sim::compile_phases
