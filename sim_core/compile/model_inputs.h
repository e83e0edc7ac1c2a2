#pragma once
// The inputs of a model: its top-level Inports.
#include <optional>

#include "sim_core/diagram/diagram.h"

namespace sim::compile_phases {

// The diagram in which top-level Inports that are given an expression or a table are the source blocks that
// play them (Expression, From File), with the same name, unit and lines. Nothing: there are none.
std::optional<Diagram> with_model_inputs(const Diagram& diagram);

}  // namespace sim::compile_phases
