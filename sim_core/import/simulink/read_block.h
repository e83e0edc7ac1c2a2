#pragma once
#include "sim_core/import/simulink/record.h"
#include "sim_core/import/source_model.h"

namespace sim::importing::simulink {

// A section Block, without what is inside.
SourceBlock read_block(const Record& block);

// "lightBlue", "[0.9, 0.5, 0.1]" -> the name of the color that is nearest here, or "" for white and black.
std::string color_name(const std::string& text);

// "on" of one kind or another -> its orientation; old files have Orientation, newer ones BlockRotation.
void set_orientation(SourceBlock& block, const Record& record);

}  // namespace sim::importing::simulink
