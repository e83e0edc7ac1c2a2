#pragma once
// The elements of a matrix as they are written: "[1 2; 3 K]" is 1 and 2, then 3 and K.
#include <optional>
#include <string_view>
#include <vector>

namespace sim::expr {

// Row by row, as pieces of the text. Nothing: the text is no bracket around rows of equally many elements, or
// one of them is by its form not a single number: a range, a matrix, a string. (A name may still be a
// matrix.)
std::optional<std::vector<std::vector<std::string_view>>> matrix_elements(std::string_view text);

// Those of a cell array, {1, 2}; nothing: it is none, or has no elements.
std::optional<std::vector<std::vector<std::string_view>>> cell_elements(std::string_view text);

}  // namespace sim::expr
