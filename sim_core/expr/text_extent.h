#pragma once
// Where the code of an expression's text ends.
#include <cstddef>
#include <string_view>

namespace sim::expr {

// How many bytes of the text are code; behind them stand white space, comments and semicolons that separate
// nothing. The whole text where it cannot be cut into tokens.
std::size_t code_length(std::string_view text);

// Whether the expression goes on in the next line: a bracket is open, or it ends in "...".
bool goes_on(std::string_view text);

}  // namespace sim::expr
