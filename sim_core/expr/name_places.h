#pragma once
// The names in the text of an expression, where they stand.
#include <string>
#include <string_view>
#include <vector>

#include "sim_core/expr/evaluate.h"

namespace sim::expr {

// Every name of the text, an expression or a script: of variables, constants and functions, as a piece of it,
// in order; strings and comments are no names. None where the text cannot be cut into tokens.
std::vector<std::string_view> name_places(std::string_view text);

// The names that neither the scope nor the language knows, each once. None where the text is no expression.
std::vector<std::string> unknown_names(std::string_view text, const Scope& variables);

// The text with `to` in place of every name `from`; all else stays as it is written.
std::string with_renamed(std::string_view text, std::string_view from, std::string_view to);

}  // namespace sim::expr
