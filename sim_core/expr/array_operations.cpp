#include "sim_core/expr/array_operations.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "sim_core/base/text.h"
#include "sim_core/base/work.h"
#include "sim_core/expr/failure.h"
#include "sim_core/expr/integers.h"
#include "sim_core/expr/limits.h"
#include "sim_core/expr/linear_algebra.h"

namespace sim::expr {

Shape checked_shape(double rows, double cols) {
  const auto is_size = [](double n) {
    return n >= 0 && n == std::floor(n) && n <= std::numeric_limits<int>::max();
  };
  // Without elements, too: what is made of it has as many rows or columns.
  if (rows * cols > max_elements || (is_size(rows) && cols > max_elements) ||
      (is_size(cols) && rows > max_elements)) {
    fail("an array of " + sim::to_text(rows) + " x " + sim::to_text(cols) + " elements is too large",
         "at most 1e8 elements are possible");
  }
  if (!is_size(rows) || !is_size(cols)) {
    fail("a dimension must be a whole number of at least 0, not " +
         sim::to_text(is_size(rows) ? cols : rows));
  }
  need_memory(std::max({rows * cols, rows, cols}) * sizeof(double));
  check_stop();
  return {static_cast<int>(rows), static_cast<int>(cols)};
}

static constexpr std::size_t elements_between_stops =
    1 << 19;  // elements that are made between two looks at the stop

std::vector<double> equal_elements(std::size_t count, double value) {
  std::vector<double> out;
  out.reserve(count);
  while (out.size() < count) {
    check_stop();
    out.resize(std::min(count, out.size() + elements_between_stops), value);
  }
  return out;
}

std::vector<double> copied(const std::vector<double>& elements) {
  std::vector<double> out;
  out.reserve(elements.size());
  for (std::size_t at = 0; at < elements.size(); at = out.size()) {
    check_stop();
    const auto from = elements.begin() + static_cast<std::ptrdiff_t>(at);
    out.insert(out.end(), from,
               from + static_cast<std::ptrdiff_t>(std::min(elements_between_stops, elements.size() - at)));
  }
  return out;
}

double whole_number(const Value& value, const char* what) {
  const auto number = value.as_scalar();
  if (!number) fail(std::string(what) + " must be a real scalar, not " + describe(value));
  if (*number != std::floor(*number)) {  // nan too
    fail(std::string(what) + " must be a whole number, not " + sim::to_text(*number));
  }
  return *number;
}

void require_numeric(const Value& value) {
  if (value.is_string()) fail("expected a number, found the string " + to_text(value).substr(0, 40));
  if (value.is_structure()) fail("expected a number, found a " + describe(value));
}

void require_real(const Value& value) {
  require_numeric(value);
  if (value.is_complex()) fail("expected a real value, found a complex one", "use real, imag or abs");
}

// Shape and index arithmetic of two operands expanded along dimensions of length 1.
namespace {
struct Expansion {
  Shape shape;
  int a_row, a_col, b_row, b_col;  // strides

  Expansion(Shape a, Shape b)
      : a_row(a.rows == 1 ? 0 : 1),
        a_col(a.cols == 1 ? 0 : a.rows),
        b_row(b.rows == 1 ? 0 : 1),
        b_col(b.cols == 1 ? 0 : b.rows) {
    const bool fits =
        (a.rows == b.rows || a.rows == 1 || b.rows == 1) && (a.cols == b.cols || a.cols == 1 || b.cols == 1);
    if (!fits) fail("shapes " + sim::to_text(a) + " and " + sim::to_text(b) + " do not match");
    shape = checked_shape(a.rows == 1 ? b.rows : a.rows, a.cols == 1 ? b.cols : a.cols);
  }

  template <class F>
  void each(F f) const {
    std::size_t k = 0;
    constexpr std::size_t elements_between_stops = 1 << 16;
    for (int j = 0; j < shape.cols; ++j) {
      for (int i = 0; i < shape.rows; ++i) {
        if (k % elements_between_stops == 0) check_stop();
        f(k++, i * a_row + j * a_col, i * b_row + j * b_col);
      }
    }
  }
};
}  // namespace

static Value numbers(const ElementaryInfo& op, Shape shape, std::vector<double> elements) {
  return op.truth ? Value::booleans(shape, std::move(elements)) : Value::matrix(shape, std::move(elements));
}

static Value apply_complex(const ElementaryInfo& op, const Expansion& expansion, const Value& a,
                           const Value& b) {
  if (!op.complex) fail("the operation has no meaning for complex numbers", "use real, imag or abs");
  const auto n = static_cast<std::size_t>(expansion.shape.size());
  std::vector<double> real = equal_elements(n), imaginary = equal_elements(n);
  expansion.each([&](std::size_t k, int i, int j) {
    const std::complex<double> out = op.complex(a.element(i), b.element(j));
    real[k] = out.real();
    imaginary[k] = out.imag();
  });
  if (op.truth) return Value::booleans(expansion.shape, std::move(real));
  return narrowed(Value::matrix(expansion.shape, std::move(real), std::move(imaginary)));
}

static ElementType checked(const Result<ElementType>& type) {
  if (!type) fail(type.error().message, type.error().remedy);
  return *type;
}

static Value apply_to_integers(Elementary op, ElementType type, const Value& a, const Value& b) {
  if (a.is_complex() || b.is_complex())
    fail("integers have no imaginary part", "convert them with double(x)");
  const Expansion expansion(a.shape(), b.shape());
  std::vector<double> out = equal_elements(static_cast<std::size_t>(expansion.shape.size()));
  expansion.each([&](std::size_t k, int i, int j) { out[k] = integer_result(op, a[i], b[j], type); });
  return Value::integers(type, expansion.shape, std::move(out));
}

static Value apply_expanded(Elementary which, const Value& a, const Value& b) {
  const ElementType type = checked(result_type(which, a.type(), b.type()));
  if (is_integer(type)) return apply_to_integers(which, type, a, b);
  const ElementaryInfo& op = info(which);
  const Expansion expansion(a.shape(), b.shape());
  if (a.is_complex() || b.is_complex()) return apply_complex(op, expansion, a, b);
  std::vector<double> out = equal_elements(static_cast<std::size_t>(expansion.shape.size()));
  bool leaves = false;
  expansion.each([&](std::size_t k, int i, int j) {
    out[k] = op.real(a[i], b[j]);
    leaves = leaves || (op.leaves_reals && op.leaves_reals(a[i], b[j]));
  });
  return leaves ? apply_complex(op, expansion, a, b) : numbers(op, expansion.shape, std::move(out));
}

Value apply(Elementary op, const Value& a) {
  static const Value unused = Value::boolean(false);
  require_numeric(a);
  return apply_expanded(op, a, unused);
}

Value apply(Elementary op, const Value& a, const Value& b) {
  const bool equality = op == Elementary::Equal || op == Elementary::NotEqual;
  if (equality && a.is_string() && b.is_string()) {
    return Value::boolean((a.text() == b.text()) == (op == Elementary::Equal));
  }
  require_numeric(a);
  require_numeric(b);
  return apply_expanded(op, a, b);
}

Value transpose(const Value& a, bool conjugate) {
  require_numeric(a);
  const Shape shape{a.cols(), a.rows()};
  const auto turned = [&](const std::vector<double>& from, double sign) {
    if (from.empty()) return from;
    std::vector<double> to = equal_elements(from.size());
    std::size_t k = 0;
    for (int i = 0; i < a.rows(); ++i) {
      for (int j = 0; j < a.cols(); ++j) {
        if (k % elements_between_stops == 0) check_stop();
        to[k++] = sign * from[static_cast<std::size_t>(i) + static_cast<std::size_t>(j) * a.rows()];
      }
    }
    return to;
  };
  return of_same_type(a, shape, turned(a.real(), 1), turned(a.imaginary(), conjugate ? -1 : 1));
}

Value apply(UnaryOperator op, const Value& a) {
  require_numeric(a);
  switch (op) {
    case UnaryOperator::Plus:
      return a.is_integer() ? a : Value::matrix(a.shape(), a.real(), a.imaginary());
    case UnaryOperator::Minus:
      return apply(Elementary::Negate, a);
    case UnaryOperator::Not:
      return apply(Elementary::Not, a);
    case UnaryOperator::Transpose:
      return transpose(a, false);
    case UnaryOperator::ConjugateTranspose:
      break;
  }
  return transpose(a, true);
}

// Whether a matrix operator is done element by element.
static bool is_of_elements(BinaryOperator op, const Value& a, const Value& b) {
  if (op == BinaryOperator::MatrixMultiply) return a.is_scalar() || b.is_scalar();
  if (op == BinaryOperator::MatrixDivide) return b.is_scalar();
  if (op == BinaryOperator::MatrixLeftDivide) return a.is_scalar();
  return a.is_scalar() && b.is_scalar();
}

Value apply(BinaryOperator op, const Value& a, const Value& b) {
  if (compares(elementary(op)) && differ(a.enumeration(), b.enumeration())) {
    const Diagnostic why = compared_enumerations(*a.enumeration(), *b.enumeration());
    fail(why.message, why.remedy);
  }
  if (!is_matrix_operator(op)) return apply(elementary(op), a, b);
  require_numeric(a);
  require_numeric(b);
  if (is_of_elements(op, a, b))
    return op == BinaryOperator::MatrixLeftDivide ? apply(Elementary::Divide, b, a)
                                                  : apply(elementary(op), a, b);
  if (a.is_integer() || b.is_integer())
    fail("matrices of integers are not multiplied or divided",
         "compute with double(A), or element by element with .* and ./");
  if (op == BinaryOperator::MatrixMultiply) return matrix_product(a, b);
  if (op == BinaryOperator::MatrixDivide) return right_divide(a, b);
  return op == BinaryOperator::MatrixLeftDivide ? left_divide(a, b) : matrix_power(a, b);
}

bool truth(const Value& value) {
  const auto number = value.as_scalar();
  if (!number) fail("expected a real scalar as a condition, found " + describe(value), "use any or all");
  return *number != 0;
}

}  // namespace sim::expr
