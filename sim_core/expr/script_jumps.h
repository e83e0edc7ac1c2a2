#pragma once
// break, continue and return of a script, said by the statements that remain: what they skip stands in the
// branches in which they are not reached. Inside this folder only.
//
//   for k = 1:n                     going = 1
//     if u(k) > 0, break, end       for count = 1:n
//     y = y + u(k)            ->      if going, k = count
//   end                                 if u(k) > 0, going = 0, else, y = y + u(k), end, end, end
#include "sim_core/expr/script.h"

namespace sim::expr {

inline constexpr int max_script_jumps = 200;  // of one function: each may nest what follows deeper

enum class Jump { Break, Continue, Return };

// What stands for a jump until without_jumps() is asked: an assignment to its word, which names no variable.
Statement jump_statement(Jump jump, int line);

Statements without_jumps(Statements body);

}  // namespace sim::expr
