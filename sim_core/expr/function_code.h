#pragma once
// The code behind the rows of functions.def that are not element-wise. The number of arguments has been
// checked; the rest is theirs: they throw Failure. Inside this folder only.
#include <span>

#include "sim_core/base/stoppable.h"
#include "sim_core/expr/array_operations.h"
#include "sim_core/expr/functions.h"

namespace sim::expr {

using Arguments = std::span<const Value>;
using Values = std::vector<Value>;

inline constexpr int often = 1 << 14;  // elements between two looks at the stop
inline StoppableIndices<int> often_stoppable(int size) { return {size, often}; }

inline Value as_booleans(const Value& value) { return Value::booleans(value.shape(), copied(value.real())); }

#define CONSTANT(name, summary, value)
#define ELEMENTWISE(name, operation, signature, summary)
#define REDUCTION(name, most, reduction, signature, summary, code) Value code(Arguments);
#define EXTREME(name, operation, reduction, signature, summary, code) Value code(Arguments);
#define FUNCTION(name, fewest, most, signature, summary, code) Value code(Arguments);
#define SEVERAL(name, fewest, most, most_results, signature, summary, code) \
  Values code(Arguments, int results);
#define SEVERAL_OF_ANY(name, fewest, most, most_results, signature, summary, code) \
  Values code(Arguments, int results);
#define OF_ANY(name, fewest, most, signature, summary, code) Value code(Arguments);
#define OF_INTEGERS(name, fewest, most, signature, summary, code) Value code(Arguments);
#define MOVING(name, fewest, most, signature, summary, code) Value code(Arguments);
#include "sim_core/expr/functions.def"

}  // namespace sim::expr
