#pragma once
// Names and choices of parameters as they are written now, in place of those that older files have
// (ParameterSpec::former_names).
#include <string>

#include "sim_core/block/block_library.h"
#include "sim_core/diagram/diagram.h"

namespace sim {

// Gives a parameter a text, under its present name alone.
void give(Block& block, const ParameterSpec& spec, std::string text);
// Whether something was written otherwise. What the type does not know stays as it is.
bool use_present_names(Block& block, const BlockType& type);
bool use_present_names(Diagram& diagram, const BlockLibrary& library);

}  // namespace sim
