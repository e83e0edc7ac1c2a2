#pragma once
// What an expression may ask for; beyond these it is a diagnostic, never a crash or a hang.
#include <cstddef>

namespace sim::expr {

inline constexpr std::size_t max_text_length = 1'000'000;  // bytes of one expression
// Brackets, prefix and postfix operators and right operands within one another. A chain such as
// a + b + c + ... counts once, however long.
inline constexpr int max_nesting = 200;
inline constexpr double max_elements = 1e8;  // of one value
inline constexpr double max_produced = 4e8;  // elements of all intermediate results of one evaluation
inline constexpr double max_work = 2e10;     // multiplications of one matrix operation

}  // namespace sim::expr
