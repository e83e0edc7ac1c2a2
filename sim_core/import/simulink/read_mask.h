#pragma once
#include <optional>

#include "sim_core/import/simulink/record.h"
#include "sim_core/import/source_model.h"

namespace sim::importing::simulink {

// The mask of a block, in the form of any version: keys Mask...String, an object MaskObject, or an element
// Mask.
std::optional<SourceMask> read_mask(const Record& block);

// The commands that draw a mask's icon, as far as they are one text or one plot; else no icon.
MaskIcon icon_of(const std::string& display);

}  // namespace sim::importing::simulink
