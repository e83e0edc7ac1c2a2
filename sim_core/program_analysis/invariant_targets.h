#pragma once
#include "sim_core/program/program.h"

namespace sim {

// Whether what invariants should be changes between events: it depends on time, or on signals.
bool invariant_targets_move(const Program& program);

}  // namespace sim
