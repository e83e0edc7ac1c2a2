#pragma once
// Constants and From Variables whose value is a structure: buses with its fields, and structures with a time.
#include <optional>

#include "sim_core/diagram/diagram.h"

namespace sim::compile_phases {

// The diagram in which a Constant of a structure is a Bus Creator with the same name and lines, behind a
// Constant for each field; a field that is a structure is a bus in it. So it is with a From Variable, where
// s.time with s.signals.values, or s.Time with s.Data, is a signal. Nothing: there are none. Structures of
// several elements and fields that are no numbers are left to who evaluates parameters, who says what is
// wrong.
std::optional<Diagram> with_structure_buses(const Diagram& diagram);

}  // namespace sim::compile_phases
