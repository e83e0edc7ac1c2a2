#pragma once
// Where the code of an expression's text ends.
#include <cstddef>
#include <string>
#include <string_view>

namespace sim::expr {

// How many bytes of the text are code; behind them stand white space, comments and semicolons that separate
// nothing. The whole text where it cannot be cut into tokens.
std::size_t code_length(std::string_view text);

// How many bytes the first statement has: up to the first semicolon or comma outside of brackets that other
// code follows; the whole text where none does.
std::size_t statement_length(std::string_view text);

// Whether an expression goes on in the line after this one: a bracket is open, or the line ends in "...".
// `open` are the brackets that were open before the line, and then those that are open behind it; give the
// lines of an expression one after the other. Deeper than expressions may nest, none does.
bool goes_on(std::string_view line, std::string& open);

}  // namespace sim::expr
