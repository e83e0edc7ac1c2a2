#pragma once
// Properties of signals in what is compiled: an output that has a unit, a type or a range gets a Signal
// Specification block behind it, and what is logged is logged where it is computed.
#include <optional>

#include "sim_core/compile/phases.h"

namespace sim::compile_phases {

// The diagram as it is compiled, with what its inputs are given (model_inputs.h), buses of structures
// (structure_buses.h) and its signals' properties;
// nothing: it is as it stands.
std::optional<Diagram> as_compiled(const Diagram& diagram);

// Whether this output of the block, or any, is recorded without a scope.
bool logs_output(const Instance& instance, std::size_t port);
bool logs_outputs(const Instance& instance);

}  // namespace sim::compile_phases
