#pragma once
// x(i), x(i, j), x(:): one-based indices, booleans select. Throws Failure for an index that is no whole
// number, below 1 or beyond the end. Inside this folder only.
#include <span>
#include <variant>

#include "sim_core/expr/value.h"

namespace sim::expr {

struct All {};  // the index :
using Index = std::variant<All, Value>;

// One or two indices. Of one index the result has the shape of the index, except that a vector indexed
// by a vector keeps its own orientation, and x(:) is a column.
Value element_at(const Value& array, std::span<const Index> indices);

}  // namespace sim::expr
