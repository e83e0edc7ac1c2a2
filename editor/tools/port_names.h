#pragma once
#include <string>

#include "editor/tools/gesture.h"

namespace fluxion {

// Ports of subsystems that nobody has named take the name of this output's signal
// (sim_core/diagram/port_names.h), as part of the gesture's undo step. Ports that a library rules keep
// theirs.
void namePortsAfter(Canvas canvas, const sim::PortRef& output, int gesture, const std::string& before = {});

}  // namespace fluxion
