#pragma once
// An algebraic loop that a message names, on the canvas: its blocks and the lines between them.
#include "sim_core/base/diagnostic.h"
#include "sim_core/diagram/diagram.h"
#include "sim_core/diagram/trace.h"

namespace fluxion {

// Empty where the message is about no algebraic loop.
sim::Trace loopOf(const sim::Diagram& diagram, const sim::Diagnostic& finding);

}  // namespace fluxion
