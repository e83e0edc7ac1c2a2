#pragma once
// Operations on structures. They throw Failure. Inside this folder only.
#include <string>
#include <string_view>
#include <vector>

#include "sim_core/expr/value.h"

namespace sim::expr {

// Within one another, so that nothing that walks through them runs out of stack.
inline constexpr int max_structure_depth = 50;

// The field of a single structure.
const Value& member_of(const Value& value, std::string_view name);

// As Value::structure; fails where a name is none or is there twice, and beyond the limits.
Value checked_structure(Shape shape, std::vector<Field> fields);

// The elements at these places, from 0 by column; at least one.
Value picked_structures(const Value& array, Shape shape, const std::vector<int>& places);

// Joins structures with the same fields as elements of `shape`: (row, column) is where each part goes.
struct StructurePlace {
  const Value* part;
  int row, col;
};
Value joined_structures(Shape shape, const std::vector<StructurePlace>& parts);

// "a structure (R, L) where a number is needed", for the expression with this text.
[[noreturn]] void refuse_structure(const Value& value, std::string_view name);

}  // namespace sim::expr
