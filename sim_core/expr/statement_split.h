#pragma once
// The statements of a text in the language that others write models with, before anything is parsed.
#include <string>
#include <string_view>
#include <vector>

namespace sim::expr {

// Cut at semicolons, commas and line ends outside of brackets and strings, without white space around them,
// comments and empty ones; `...` continues a line.
std::vector<std::string> split_statements(std::string_view text);

// The arguments between the commas of "x, [1, 2], 'a, b'".
std::vector<std::string> split_arguments(std::string_view text);

// The letters, digits and underscores that it begins with.
std::string_view first_word(std::string_view text);

}  // namespace sim::expr
