#pragma once
// Cell arrays, {1, 'two'; [3 4], {5}}: arrays whose elements are values of any kind, themselves cells. One is
// stored as structures with a single field of a name that nobody can write, so that it is indexed, joined,
// compared and counted like structures. Inside this folder only.
#include <string_view>
#include <vector>

#include "sim_core/expr/value.h"

namespace sim::expr {

inline constexpr std::string_view cell_field = "{}";

bool is_cell(const Value& value);

// Rows of values, all of the same length.
Value cell_of(const std::vector<std::vector<Value>>& rows);

// What is in the only element; `value` is what c(index) gave.
const Value& cell_content(const Value& value);

}  // namespace sim::expr
