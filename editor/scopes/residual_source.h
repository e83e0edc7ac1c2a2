#pragma once
// The residuals of a run's invariants as one scope.
#include <optional>

#include "editor/scopes/scope_source.h"

namespace fluxion {

// Of every invariant of the program, and of the Invariant Residual blocks that are recorded, in one plot;
// `run` says of which run. Nothing where none is recorded.
std::optional<ScopeSource> residualSource(const sim::Program& program, const ScopeSource& run);

}  // namespace fluxion
