#pragma once
// Compilations for outputs that somebody looks at. Inside this folder only.
#include <set>
#include <span>

#include "sim_core/compile/compile.h"

namespace sim {

// Nobody who only looks at a signal keeps a model from running; that it was stopped or took too much memory
// says nothing of what is looked at.
Result<Compilation> compile_to_look_at(const Diagram& diagram, const BlockLibrary& library,
                                       std::span<const PortRef> looked_at);

// Whether it has all that it would have if it were compiled to look at these blocks, and no more.
bool is_for(const Compilation& compilation, const std::set<Id>& looked_at);

}  // namespace sim
