#pragma once
#include <optional>
#include <string>
#include <vector>

#include "sim_core/import/simulink/record.h"
#include "sim_core/import/source_model.h"

namespace sim::importing::simulink {

// The mask of a block, in the form of any version: keys Mask...String, an object MaskObject, or an element
// Mask.
std::optional<SourceMask> read_mask(const Record& block);

// What the commands that draw a mask's icon make: a text, a plot, or a drawing of those that can be drawn. Of
// the others a sentence is added to `remarks`.
MaskIcon icon_of(const std::string& display, std::vector<std::string>& remarks);

}  // namespace sim::importing::simulink
