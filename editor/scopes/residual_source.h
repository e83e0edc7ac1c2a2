#pragma once
// The residuals of a run's invariants as one scope.
#include <optional>

#include "editor/scopes/scope_source.h"
#include "sim_core/diagram/diagram.h"

namespace fluxion {

// Of every Invariant and Invariant Residual block whose residual the program records, in one plot; `run` says
// of which run. Nothing where none is recorded.
std::optional<ScopeSource> residualSource(const sim::Program& program, const sim::Diagram& diagram,
                                          const ScopeSource& run);

}  // namespace fluxion
