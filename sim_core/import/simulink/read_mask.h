#pragma once
#include <optional>

#include "sim_core/import/simulink/record.h"
#include "sim_core/import/source_model.h"

namespace sim::importing::simulink {

// The mask of a block, in the form of any version: keys Mask...String, an object MaskObject, or an element
// Mask.
std::optional<SourceMask> read_mask(const Record& block);

}  // namespace sim::importing::simulink
