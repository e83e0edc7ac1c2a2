#pragma once
// Blocks that have as many inputs as one of their parameters says (Scope, Mux, Sum, Bus Creator) can have one
// more: what that parameter is to say then.
#include <map>
#include <optional>
#include <string>

#include "sim_core/block/block_library.h"
#include "sim_core/diagram/diagram.h"

namespace sim {

// The parameters to set so that the block has one more input, behind the others, and nothing else about its
// ports changes: a count of inputs that is a plain number ("2" becomes "3"), the operations of its inputs
// ("+-" becomes "+-+"), and what goes along with them (the names of a bus's elements). Nothing where the
// block has no such parameter, where it is an expression, which is the user's to change, or at its limit.
std::optional<std::map<std::string, std::string>> one_more_input(const Diagram& diagram,
                                                                 const BlockLibrary& library, Id block);

}  // namespace sim
