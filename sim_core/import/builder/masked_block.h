#pragma once
// Masks on blocks that are no subsystems. Another tool may put one on any block; here a subsystem with the
// mask takes the block's place, with the block inside.
#include "sim_core/import/builder/system_builder.h"

namespace sim::importing {

// Whether a mask has parameters, commands or an icon; else it is only a name of a type.
bool says_something(const SourceMask& mask);

// Puts a translated block that has a mask into a subsystem, as its composite. Blocks that mean something else
// inside of a subsystem, such as ports and tags, stay as they are; a remark says so.
void put_into_masked_subsystem(TranslatedBlock& translated, const SourceBlock& source,
                               const BlockLibrary& library);

}  // namespace sim::importing
