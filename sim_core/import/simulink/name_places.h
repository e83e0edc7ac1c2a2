#pragma once
// Where the names of blocks are written.
#include "sim_core/import/simulink/record.h"
#include "sim_core/import/source_model.h"

namespace sim::importing::simulink {

// As the block itself says it: ShowName, NameLocation, or NamePlacement of old files. `block` has its type
// and rotation already.
NamePlace name_place_of(const Record& record, const SourceBlock& block);

// Since R2017a names that nobody has changed ("Gain3") are hidden where the model says so; those of ports are
// not.
void hide_automatic_names(SourceSystem& system);

}  // namespace sim::importing::simulink
