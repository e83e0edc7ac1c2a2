#pragma once
// The dimensions of a signal or parameter: a scalar is 1x1, a vector is n x 1, a matrix m x n.
// Elements are stored by column; of complex ones first all real parts, then all imaginary parts.
#include <string>

namespace sim {

struct Shape {
  int rows = 1;
  int cols = 1;
  bool complex = false;

  constexpr int count() const { return rows * cols; }                     // elements
  constexpr int size() const { return complex ? 2 * count() : count(); }  // numbers
  constexpr bool is_scalar() const { return rows == 1 && cols == 1; }
  // A single row or column; a scalar is one too.
  constexpr bool is_vector() const { return rows == 1 || cols == 1; }
  bool operator==(const Shape&) const = default;
};

inline constexpr Shape scalar_shape{};
constexpr Shape vector_shape(int n) { return {n, 1}; }

// A row becomes a column, as parameters that are vectors do where a signal is meant.
constexpr Shape as_column(Shape s) { return s.rows == 1 ? Shape{s.cols, 1, s.complex} : s; }

// The same dimensions with real elements, or complex ones.
constexpr Shape real_shape(Shape s) { return {s.rows, s.cols}; }
constexpr Shape complex_shape(Shape s) { return {s.rows, s.cols, true}; }

// "scalar", "[3]", "[2x3]" or "complex [3]".
inline std::string to_text(Shape s) {
  if (s.complex) return "complex " + to_text(real_shape(s));
  if (s.is_scalar()) return "scalar";
  if (s.cols == 1) return "[" + std::to_string(s.rows) + "]";
  return "[" + std::to_string(s.rows) + "x" + std::to_string(s.cols) + "]";
}

}  // namespace sim
