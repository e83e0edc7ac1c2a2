#pragma once
// What is said of a signal (its type, unit or range) is checked by a block that only the compiled model has:
// a finding that names it is about the signal.
#include <optional>

#include "sim_core/base/diagnostic.h"
#include "sim_core/diagram/diagram.h"

namespace fluxion {

// The output whose properties this is about; nothing where it is about something else, or where the model has
// changed so much since that this cannot be told.
std::optional<sim::PortRef> signalOfFinding(const sim::Diagram& diagram, const sim::Diagnostic& finding);

}  // namespace fluxion
