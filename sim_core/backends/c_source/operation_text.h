#pragma once
// Element-wise operations as C, from the value column of ops.def.
#include <set>
#include <span>
#include <string>

#include "sim_core/ir/graph.h"

namespace sim::c_source {

// Names of the functions beside <math.h> that a text calls.
using Helpers = std::set<std::string>;

// The operation on these operands, each a name or a number. Notes the functions it calls.
std::string operation_text(ir::Op op, std::span<const std::string> operands, Helpers& helpers);

// Their definitions, each in front of those that call it, and those of the ones they call.
std::string helper_definitions(const Helpers& helpers);

}  // namespace sim::c_source
