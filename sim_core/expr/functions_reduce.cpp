// Functions along one dimension: sums, extremes, sorting.
#include <algorithm>
#include <cmath>
#include <limits>

#include "sim_core/expr/array_operations.h"
#include "sim_core/expr/failure.h"
#include "sim_core/expr/function_code.h"

namespace sim::expr {

// 1 to go down the columns, 2 along the rows; without an argument, along a row vector, else down.
static int dimension(const Value& x, Arguments arguments, std::size_t position) {
  if (arguments.size() <= position) return x.rows() == 1 ? 2 : 1;
  const double dim = whole_number(arguments[position], "the dimension");
  if (dim != 1 && dim != 2) fail("the dimension must be 1 (down the columns) or 2 (along the rows)");
  return static_cast<int>(dim);
}

// Calls f(first, stride, count, line) for every line along the dimension.
template <class F>
static void each_line(Shape shape, int dim, F f) {
  const int lines = dim == 1 ? shape.cols : shape.rows;
  for (const int k : often_stoppable(lines)) {
    if (dim == 1) {
      f(k * shape.rows, 1, shape.rows, k);
    } else {
      f(k, shape.rows, shape.cols, k);
    }
  }
}

// Of [] everything is one empty line, so that sum([]) is 0.
static Shape reduced(Shape shape, int dim) {
  if (shape == Shape{0, 0}) return scalar_shape;
  return dim == 1 ? Shape{1, shape.cols} : Shape{shape.rows, 1};
}

template <class Step>
static Value fold(const Value& x, int dim, double start, Step step) {
  const Shape shape = reduced(x.shape(), dim);
  std::vector<double> out = equal_elements(static_cast<std::size_t>(shape.size()), start);
  each_line(x.shape(), dim, [&](int first, int stride, int count, int line) {
    for (const int k : often_stoppable(count))
      step(out[static_cast<std::size_t>(line)], x[first + k * stride]);
  });
  return Value::matrix(shape, std::move(out));
}

template <class Step>
static Value fold_complex(const Value& x, int dim, double start, Step step) {
  const Shape shape = reduced(x.shape(), dim);
  std::vector<std::complex<double>> out(static_cast<std::size_t>(shape.size()), start);
  each_line(x.shape(), dim, [&](int first, int stride, int count, int line) {
    for (const int k : often_stoppable(count))
      step(out[static_cast<std::size_t>(line)], x.element(first + k * stride));
  });
  std::vector<double> real, imaginary;
  for (const auto& z : out) {
    real.push_back(z.real());
    imaginary.push_back(z.imag());
  }
  return narrowed(Value::matrix(shape, std::move(real), std::move(imaginary)));
}

template <class Step>
static Value fold_any(Arguments arguments, double start, Step step) {
  const Value& x = arguments[0];
  require_numeric(x);
  const int dim = dimension(x, arguments, 1);
  return x.is_complex() ? fold_complex(x, dim, start, step) : fold(x, dim, start, step);
}

Value sum(Arguments arguments) {
  return fold_any(arguments, 0, [](auto& total, const auto& x) { total += x; });
}

Value product(Arguments arguments) {
  return fold_any(arguments, 1, [](auto& total, const auto& x) { total *= x; });
}

Value mean(Arguments arguments) {
  const Value total = sum(arguments);
  const Value& x = arguments[0];
  const int count = dimension(x, arguments, 1) == 1 ? x.rows() : x.cols();
  return apply(Elementary::Divide, total, Value::scalar(count));
}

Value any_true(Arguments arguments) {
  return as_booleans(narrowed(fold_any(arguments, 0, [](auto& some, const auto& x) {
    if (x != 0.0) some = 1;
  })));
}

Value all_true(Arguments arguments) {
  return as_booleans(narrowed(fold_any(arguments, 1, [](auto& every, const auto& x) {
    if (x == 0.0) every = 0;
  })));
}

static Value extreme(Arguments arguments, Elementary op) {
  const Value& x = arguments[0];
  require_real(x);
  if (arguments.size() == 2) return apply(op, x, arguments[1]);
  if (arguments.size() == 3 && !arguments[1].is_empty()) {
    fail("the second of three arguments must be []", "write max(x, [], dim) or max(x, y)");
  }
  if (x.shape() == Shape{0, 0}) return x;
  const int dim = dimension(x, arguments, 2);
  if ((dim == 1 ? x.rows() : x.cols()) == 0) {
    const Shape none = dim == 1 ? Shape{0, x.cols()} : Shape{x.rows(), 0};
    return x.is_integer() ? of_same_type(x, none, {}) : Value::matrix(none, {});
  }
  const auto better = info(op).real;
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const Value best = fold(x, dim, nan, [better](double& best, double y) { best = better(best, y); });
  return x.is_integer() ? of_same_type(x, best.shape(), best.real()) : best;
}

Value minimum(Arguments arguments) { return extreme(arguments, Elementary::Minimum); }
Value maximum(Arguments arguments) { return extreme(arguments, Elementary::Maximum); }

template <class Step>
static Value cumulate(Arguments arguments, Step step) {
  const Value& x = arguments[0];
  require_numeric(x);
  std::vector<double> real = copied(x.real()), imaginary = copied(x.imaginary());
  each_line(x.shape(), dimension(x, arguments, 1), [&](int first, int stride, int count, int) {
    for (int k = 1; k < count; ++k) {
      if (k % often == 0) check_stop();
      const auto at = static_cast<std::size_t>(first + k * stride),
                 before = at - static_cast<std::size_t>(stride);
      if (imaginary.empty()) {
        real[at] = step(real[before], real[at]);
      } else {
        const auto z =
            step(std::complex(real[before], imaginary[before]), std::complex(real[at], imaginary[at]));
        real[at] = z.real();
        imaginary[at] = z.imag();
      }
    }
  });
  return narrowed(Value::matrix(x.shape(), std::move(real), std::move(imaginary)));
}

Value cumulative_sum(Arguments arguments) {
  return cumulate(arguments, [](auto a, auto b) { return a + b; });
}

Value cumulative_product(Arguments arguments) {
  return cumulate(arguments, [](auto a, auto b) { return a * b; });
}

static bool descending(Arguments arguments) {
  if (arguments.size() == 1) return false;
  const std::string& order = arguments[1].text();
  if (order != "ascend" && order != "descend") fail("the order must be 'ascend' or 'descend'");
  return order == "descend";
}

Value sorted(Arguments arguments) {
  const Value& x = arguments[0];
  require_real(x);
  const bool down = descending(arguments);
  std::vector<double> out = copied(x.real());
  each_line(x.shape(), x.rows() == 1 ? 2 : 1, [&](int first, int, int count, int) {
    const auto begin = out.begin() + first;
    const auto end = std::stable_partition(begin, begin + count, [](double y) { return !std::isnan(y); });
    std::stable_sort(begin, end, [down, compared = 0](double a, double b) mutable {
      if (++compared % often == 0) compared = 0, check_stop();
      return down ? b < a : a < b;
    });
  });
  return x.is_boolean() ? Value::booleans(x.shape(), std::move(out))
                        : Value::matrix(x.shape(), std::move(out));
}

}  // namespace sim::expr
