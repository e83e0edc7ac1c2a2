#pragma once
// Assignments under conditions, as plain ones one after the other.
#include <set>
#include <string>

#include "sim_core/import/simulink/model_parts.h"

namespace sim::importing::simulink {

// What assignments_in() finds, and besides those that `if`, `elseif`, `else` and `switch` choose: "if K > 1,
// a = 2; else, a = 3; end" becomes
//   if_1 = K > 1
//   a = if_1 ? (2) : a
//   if_2 = !if_1
//   a = if_2 ? (3) : a
// where `a` has the value nan before, unless it is among `known` or has been assigned. Each line sees those
// above it only. What loops assign is among the others.
Assignments conditional_assignments_in(const std::string& script, const std::string& origin,
                                       const std::set<std::string>& known);

}  // namespace sim::importing::simulink
