#pragma once
// Expression text to tree. From loosest to tightest, all left-associative but ?: and the prefix operators:
//
//   c ? a : b, ||, &&, |, &, == ~= != < <= > >=, ranges a:b and a:h:b, binary + -,
//   * / .* ./ and the left divisions \ .\ of the same rank, prefix + - ~ !,
//   ^ and .^ (so -2^2 = -4, and 2^3^2 = 64), then ' .' x(i) x(i,j) u[1] s.name
//
// Between ? and its :, and after that :, a colon never makes a range: write c ? (1:3) : (4:6). Inside [ ]
// a space between two operands separates elements, and a sign with a space before but none after it
// belongs to the new element: [1 -2] has two elements, [1 - 2] and [1-2] one; a line end separates rows.
// `%` starts a comment, `...` continues a line, 'it''s' and "a" are strings; a semicolon may end it.
//
// Errors name the column (counted in characters) and what was expected. Limits: limits.h.
#include <string_view>
#include <vector>

#include "sim_core/base/result.h"
#include "sim_core/expr/ast.h"

namespace sim::expr {

Result<Ast> parse(std::string_view text);

// Of [a, b, c] = text: the tree that gives the value of each name. The text must be one call, f(x), where
// there are several; whether f has so many results is seen when it is evaluated.
inline constexpr std::size_t max_results = 20;
Result<std::vector<Ast>> parse_results(std::string_view text, std::size_t results);

// A name a variable may have: letters, digits and _, not starting with a digit, and not `end`.
bool is_name(std::string_view text);

}  // namespace sim::expr
