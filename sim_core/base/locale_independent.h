#pragma once
// What the C library does as the user's locale says, which the window has by Qt, and files and expressions
// must not: numbers with a decimal comma, and Turkish letters. text.h has the exact forms of numbers.
#include <string>

namespace sim {

// Rounded to so many significant digits, as "%.3g" of printf, with a point.
std::string to_text(double value, int digits);

// Of ASCII letters; others stay.
constexpr char lower_case(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

}  // namespace sim
