// Functions that make, measure and rearrange arrays.
#include <algorithm>
#include <cmath>
#include <limits>

#include "sim_core/expr/array_operations.h"
#include "sim_core/expr/failure.h"
#include "sim_core/expr/function_code.h"
#include "sim_core/expr/index.h"

namespace sim::expr {

// (), (n), (rows, cols) or ([rows cols]).
static Shape shape_from(Arguments arguments) {
  if (arguments.empty()) return scalar_shape;
  for (const Value& value : arguments) require_real(value);
  const Value& first = arguments[0];
  if (arguments.size() > 2) fail("an array has rows and columns", "a type is written as a string, 'int8'");
  if (arguments.size() == 1 && first.size() == 2) return checked_shape(first[0], first[1]);
  const double rows = whole_number(first, "a dimension");
  return checked_shape(rows, arguments.size() == 2 ? whole_number(arguments[1], "a dimension") : rows);
}

static Value filled(Arguments arguments, double value) {
  const Shape shape = shape_from(arguments);
  return Value::matrix(shape, equal_elements(static_cast<std::size_t>(shape.size()), value));
}

// (rows, cols, 'int8').
static Value filled_with_type(Arguments arguments, double value) {
  if (arguments.empty() || !arguments.back().is_string()) return filled(arguments, value);
  const Value all[] = {filled(arguments.first(arguments.size() - 1), value), arguments.back()};
  return cast_to(all);
}

Value filled_zero(Arguments arguments) { return filled_with_type(arguments, 0); }
Value filled_one(Arguments arguments) { return filled_with_type(arguments, 1); }
Value filled_inf(Arguments arguments) { return filled(arguments, std::numeric_limits<double>::infinity()); }
Value filled_nan(Arguments arguments) { return filled(arguments, std::numeric_limits<double>::quiet_NaN()); }
Value filled_true(Arguments arguments) { return as_booleans(filled(arguments, 1)); }
Value filled_false(Arguments arguments) { return as_booleans(filled(arguments, 0)); }

Value imaginary_unit(Arguments) { return Value::complex({0, 1}); }

Value identity(Arguments arguments) {
  const Shape shape = shape_from(arguments);
  std::vector<double> out = equal_elements(static_cast<std::size_t>(shape.size()));
  for (int k = 0; k < std::min(shape.rows, shape.cols); ++k)
    out[static_cast<std::size_t>(k + k * shape.rows)] = 1;
  return Value::matrix(shape, std::move(out));
}

// (A), (rows, cols), (i, j, v), (i, j, v, rows, cols).
Value sparse_matrix(Arguments arguments) {
  for (const Value& value : arguments) require_numeric(value);
  if (arguments.size() == 1) return arguments[0];
  if (arguments.size() == 2) return filled(arguments, 0);
  if (arguments.size() == 4) fail("rows and columns belong together", "write sparse(i, j, v, rows, cols)");
  const Value &rows = arguments[0], &cols = arguments[1], &values = arguments[2];
  for (const Value& value : arguments) require_real(value);
  const int count = std::max({rows.size(), cols.size(), values.size()});
  const auto at = [](const Value& value, int k) { return value[value.size() > 1 ? k : 0]; };
  double height = 0, width = 0;
  for (const Value* value : {&rows, &cols, &values})
    if (value->size() != 1 && value->size() != count)
      fail("places and numbers are not as many", "give as many of each, or one for all");
  for (int k = 0; k < count; ++k) {
    const double row = at(rows, k), col = at(cols, k);
    if (!(row >= 1 && col >= 1) || row != std::floor(row) || col != std::floor(col))
      fail("a place is not a whole number from 1 on");
    height = std::max(height, row), width = std::max(width, col);
  }
  if (arguments.size() == 5) {
    const double given_rows = whole_number(arguments[3], "a dimension"),
                 given_cols = whole_number(arguments[4], "a dimension");
    if (given_rows < height || given_cols < width) fail("a place lies outside of the matrix");
    height = given_rows, width = given_cols;
  }
  const Shape shape = checked_shape(height, width);
  std::vector<double> out = equal_elements(static_cast<std::size_t>(shape.size()));
  for (int k = 0; k < count; ++k)
    out[static_cast<std::size_t>(at(rows, k) - 1 + (at(cols, k) - 1) * shape.rows)] += at(values, k);
  return Value::matrix(shape, std::move(out));
}

Value full_matrix(Arguments arguments) {
  require_numeric(arguments[0]);
  return arguments[0];
}

Value make_complex(Arguments arguments) {
  for (const Value& value : arguments) require_real(value);
  const Value& re = arguments[0];
  const Value none = Value::matrix(re.shape(), equal_elements(re.real().size()));
  const Value& im = arguments.size() == 2 ? arguments[1] : none;
  if (!re.is_scalar() && !im.is_scalar() && re.shape() != im.shape()) {
    fail("shapes " + describe(re) + " and " + describe(im) + " do not match");
  }
  const Shape shape = re.is_scalar() ? im.shape() : re.shape();
  const auto spread = [&](const Value& part) {
    return part.is_scalar() ? equal_elements(static_cast<std::size_t>(shape.size()), part[0])
                            : copied(part.real());
  };
  return Value::matrix(shape, spread(re), spread(im));
}

Values sizes_of(Arguments arguments, int results) {
  const Shape shape = arguments[0].shape();
  if (results > 1 && arguments.size() > 1) fail("one dimension is one result", "write n = size(x, dim)");
  if (results > 1) return {Value::scalar(shape.rows), Value::scalar(shape.cols), Value::scalar(1)};
  if (arguments.size() == 1) return {Value::row({double(shape.rows), double(shape.cols)})};
  const double dim = whole_number(arguments[1], "the dimension");
  if (dim < 1) fail("the dimension must be at least 1");
  return {Value::scalar(dim == 1 ? shape.rows : dim == 2 ? shape.cols : 1)};
}

Value differences(Arguments arguments) {
  const Value& x = arguments[0];
  require_numeric(x);
  const bool across = x.rows() == 1;
  const int rows = across ? 1 : std::max(x.rows() - 1, 0),
            cols = across ? std::max(x.cols() - 1, 0) : x.cols();
  std::vector<double> real, imaginary;
  for (int c = 0; c < cols; ++c)
    for (int r = 0; r < rows; ++r) {
      const auto at = static_cast<std::size_t>(r + c * x.rows()), next = at + 1;
      real.push_back(x.real()[next] - x.real()[at]);
      if (x.is_complex()) imaginary.push_back(x.imaginary()[next] - x.imaginary()[at]);
    }
  return Value::matrix({rows, cols}, std::move(real), std::move(imaginary));
}

Value dimension_count(Arguments) { return Value::scalar(2); }

// The type does not count, as in 1 == true; nan equals nothing.
static bool is_equal(const Value& a, const Value& b) {
  if (a.is_numeric() && b.is_numeric()) {
    const auto is_zero = [](double x) { return x == 0; };
    const auto &x = a.imaginary(), &y = b.imaginary();
    const bool same_imaginary = x.size() == y.size() ? x == y
                                                     : std::all_of(x.begin(), x.end(), is_zero) &&
                                                           std::all_of(y.begin(), y.end(), is_zero);
    return real_shape(a.shape()) == real_shape(b.shape()) && a.real() == b.real() && same_imaginary;
  }
  if (a.is_string() && b.is_string()) return a.text() == b.text();
  if (a.is_string() || b.is_string() || a.is_numeric() || b.is_numeric()) return false;
  fail("structures and cell arrays are not compared", "compare their elements");
}
Value are_equal(Arguments arguments) {
  for (const Value& other : arguments.subspan(1))
    if (!is_equal(arguments[0], other)) return Value::boolean(false);
  return Value::boolean(true);
}

Value row_count(Arguments arguments) { return Value::scalar(arguments[0].rows()); }
Value column_count(Arguments arguments) { return Value::scalar(arguments[0].cols()); }
Value element_count(Arguments arguments) { return Value::scalar(arguments[0].size()); }
Value is_empty(Arguments arguments) { return Value::boolean(arguments[0].is_empty()); }
Value has_one_row(Arguments arguments) { return Value::boolean(arguments[0].rows() == 1); }
Value has_one_column(Arguments arguments) { return Value::boolean(arguments[0].cols() == 1); }
Value has_one_element(Arguments arguments) {
  return Value::boolean(arguments[0].rows() == 1 && arguments[0].cols() == 1);
}
Value is_row_or_column(Arguments arguments) {
  return Value::boolean(!arguments[0].is_empty() && (arguments[0].rows() == 1 || arguments[0].cols() == 1));
}
Value is_real(Arguments arguments) { return Value::boolean(!arguments[0].is_complex()); }

Value longest_dimension(Arguments arguments) {
  const Value& x = arguments[0];
  return Value::scalar(x.is_empty() ? 0 : std::max(x.rows(), x.cols()));
}

Value linear_space(Arguments arguments) {
  const auto a = arguments[0].as_scalar(), b = arguments[1].as_scalar();
  if (!a || !b) fail("the ends must be real scalars");
  const double count = arguments.size() == 3 ? whole_number(arguments[2], "the number of points") : 100;
  const Shape shape = checked_shape(1, count);
  std::vector<double> out = equal_elements(static_cast<std::size_t>(shape.cols));
  for (const int k : often_stoppable(shape.cols)) {
    const double fraction = k / std::max(count - 1, 1.0);
    out[static_cast<std::size_t>(k)] = *a + (*b - *a) * fraction;
  }
  if (!out.empty()) out.back() = *b;
  return Value::row(std::move(out));
}

Value logarithmic_space(Arguments arguments) {
  std::vector<Value> all(arguments.begin(), arguments.end());
  if (all.size() == 2) all.push_back(Value::scalar(50));
  return apply(Elementary::Power, Value::scalar(10), linear_space(all));
}

static Value matrix_with_diagonal(const Value& x, int offset) {
  const double n = static_cast<double>(x.size()) + std::abs(offset);
  const Shape shape = checked_shape(n, n);
  std::vector<double> real = equal_elements(static_cast<std::size_t>(shape.size())),
                      imaginary = equal_elements(x.is_complex() ? real.size() : 0);
  for (int k = 0; k < x.size(); ++k) {
    const int row = k + std::max(-offset, 0), col = k + std::max(offset, 0);
    const auto at = static_cast<std::size_t>(row + col * shape.rows);
    real[at] = x[k];
    if (x.is_complex()) imaginary[at] = x.imaginary()[static_cast<std::size_t>(k)];
  }
  return Value::matrix(shape, std::move(real), std::move(imaginary));
}

Value diagonal(Arguments arguments) {
  const Value& x = arguments[0];
  require_numeric(x);
  const double offset = arguments.size() == 2 ? whole_number(arguments[1], "the diagonal") : 0;
  if (std::abs(offset) > 1e6) fail("the diagonal is too far out");
  if (x.is_vector()) return matrix_with_diagonal(x, static_cast<int>(offset));
  std::vector<double> places;
  const int shift = static_cast<int>(offset);
  for (int i = std::max(-shift, 0); i < x.rows() && i + shift < x.cols(); ++i) {
    places.push_back(1 + i + static_cast<double>(i + shift) * x.rows());
  }
  const Index index = Value::vector(std::move(places));
  return element_at(x, {&index, 1});
}

static Value with_shape(const Value& x, Shape shape) {
  if (x.is_boolean()) return Value::booleans(shape, x.real());
  return Value::matrix(shape, x.real(), x.imaginary());
}

Value reshaped(Arguments arguments) {
  const Value& x = arguments[0];
  require_numeric(x);
  Shape shape;
  if (arguments.size() == 3 && arguments[1].is_empty() != arguments[2].is_empty()) {
    const bool rows_open = arguments[1].is_empty();
    const double known = whole_number(arguments[rows_open ? 2 : 1], "a dimension");
    const double other = known > 0 ? x.size() / known : 0;
    shape = rows_open ? checked_shape(other, known) : checked_shape(known, other);
  } else {
    shape = shape_from(arguments.subspan(1));
  }
  if (shape.size() != x.size()) {
    fail("shape " + describe(x) + " has " + std::to_string(x.size()) + " elements, shape " + to_text(shape) +
         " has " + std::to_string(shape.size()));
  }
  return with_shape(x, shape);
}

Value tiled(Arguments arguments) {
  const Value& x = arguments[0];
  require_numeric(x);
  const Shape tiles = shape_from(arguments.subspan(1));
  const Shape shape = checked_shape(double(x.rows()) * tiles.rows, double(x.cols()) * tiles.cols);
  std::vector<double> rows, cols;
  for (const int i : often_stoppable(shape.rows)) rows.push_back(1 + i % x.rows());
  for (const int j : often_stoppable(shape.cols)) cols.push_back(1 + j % x.cols());
  const Index indices[] = {Value::vector(std::move(rows)), Value::vector(std::move(cols))};
  return element_at(x, indices);
}

static Value reversed(int n) {
  std::vector<double> out;
  for (const int k : often_stoppable(n)) out.push_back(n - k);
  return Value::vector(std::move(out));
}

Value flipped_columns(Arguments arguments) {
  require_numeric(arguments[0]);
  const Index indices[] = {All{}, reversed(arguments[0].cols())};
  return element_at(arguments[0], indices);
}

Value flipped_rows(Arguments arguments) {
  require_numeric(arguments[0]);
  const Index indices[] = {reversed(arguments[0].rows()), All{}};
  return element_at(arguments[0], indices);
}

Value nonzero_indices(Arguments arguments) {
  const Value& x = arguments[0];
  require_numeric(x);
  std::vector<double> out;
  for (int k = 0; k < x.size(); ++k) {
    if (x.element(k) != 0.0) out.push_back(k + 1);
  }
  return x.rows() == 1 && x.cols() != 1 ? Value::row(std::move(out)) : Value::vector(std::move(out));
}

Value block_diagonal(Arguments arguments) {
  double rows = 0, cols = 0;
  bool complex = false;
  for (const Value& part : arguments) {
    require_numeric(part);
    rows += part.rows(), cols += part.cols();
    complex |= part.is_complex();
  }
  const Shape shape = checked_shape(rows, cols);
  std::vector<double> real(static_cast<std::size_t>(shape.size())), imaginary(complex ? real.size() : 0);
  int row = 0, col = 0;
  for (const Value& part : arguments) {
    for (const int k : often_stoppable(part.size())) {
      const auto at = static_cast<std::size_t>(row + k % part.rows() + (col + k / part.rows()) * shape.rows);
      real[at] = part[k];
      if (part.is_complex()) imaginary[at] = part.imaginary()[static_cast<std::size_t>(k)];
    }
    row += part.rows(), col += part.cols();
  }
  return narrowed(Value::matrix(shape, std::move(real), std::move(imaginary)));
}

// Of one vector, the first row is its conjugate, so that the matrix is Hermitian.
Value toeplitz_matrix(Arguments arguments) {
  const bool alone = arguments.size() == 1;
  const Value &c = arguments.front(), &r = arguments.back();
  for (const Value& value : arguments) {
    require_numeric(value);
    if (!value.is_vector()) fail("expected a vector, found " + describe(value));
  }
  const bool both = !alone && !c.is_empty() && !r.is_empty();
  if (both && c.element(0) != r.element(0))
    fail("the first column and the first row begin with different numbers",
         "let both begin with the same number");
  const Shape shape = checked_shape(c.size(), r.size());
  const bool complex = c.is_complex() || r.is_complex();
  std::vector<double> real(static_cast<std::size_t>(shape.size())), imaginary(complex ? real.size() : 0);
  for (const int k : often_stoppable(shape.size())) {
    const int down = k % shape.rows - k / shape.rows;
    auto z = down > 0 || (!alone && down == 0) ? c.element(down) : r.element(-down);
    if (alone && down > 0) z = std::conj(z);
    real[static_cast<std::size_t>(k)] = z.real();
    if (complex) imaginary[static_cast<std::size_t>(k)] = z.imag();
  }
  return narrowed(Value::matrix(shape, std::move(real), std::move(imaginary)));
}

}  // namespace sim::expr
