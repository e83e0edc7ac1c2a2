// interp1 and trapz.
//   Fritsch, Carlson, Monotone piecewise cubic interpolation, SIAM J. Numer. Anal. 17 (1980), with the slopes
//   of Fritsch and Butland, SIAM J. Sci. Stat. Comput. 5 (1984): 'pchip'. De Boor, A Practical Guide to
//   Splines, chapter 4: 'spline', with the not-a-knot condition at the ends.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "sim_core/expr/array_operations.h"
#include "sim_core/expr/dense.h"
#include "sim_core/expr/failure.h"
#include "sim_core/expr/function_code.h"

namespace sim::expr {

using Numbers = std::vector<double>;

namespace {

double slope(const Numbers& x, const Numbers& y, std::size_t k) {
  return (y[k + 1] - y[k]) / (x[k + 1] - x[k]);
}

// At an end, by the parabola through the first three points; never with another sign than the first secant.
double end_slope(double h0, double h1, double s0, double s1) {
  const double d = ((2 * h0 + h1) * s0 - h0 * s1) / (h0 + h1);
  if (d * s0 <= 0) return 0;
  return s0 * s1 <= 0 && std::abs(d) > 3 * std::abs(s0) ? 3 * s0 : d;
}

Numbers monotone_slopes(const Numbers& x, const Numbers& y) {
  const std::size_t n = x.size();
  if (n == 2) return Numbers(2, slope(x, y, 0));
  Numbers d(n);
  for (std::size_t k = 1; k + 1 < n; ++k) {
    const double h0 = x[k] - x[k - 1], h1 = x[k + 1] - x[k], s0 = slope(x, y, k - 1), s1 = slope(x, y, k);
    const double w0 = 2 * h1 + h0, w1 = h1 + 2 * h0;
    d[k] = s0 * s1 <= 0 ? 0 : (w0 + w1) / (w0 / s0 + w1 / s1);
  }
  d[0] = end_slope(x[1] - x[0], x[2] - x[1], slope(x, y, 0), slope(x, y, 1));
  d[n - 1] = end_slope(x[n - 1] - x[n - 2], x[n - 2] - x[n - 3], slope(x, y, n - 2), slope(x, y, n - 3));
  return d;
}

// Solves the tridiagonal system for the slopes; three points give a parabola.
Numbers spline_slopes(const Numbers& x, const Numbers& y) {
  const std::size_t n = x.size();
  if (n == 2) return Numbers(2, slope(x, y, 0));
  const auto h = [&](std::size_t k) { return x[k + 1] - x[k]; };
  if (n == 3) {
    const double s0 = slope(x, y, 0), s1 = slope(x, y, 1), second = (s1 - s0) / (h(0) + h(1));
    return {s0 - second * h(0), s0 + second * h(0), s1 + second * h(1)};
  }
  Numbers lower(n), diagonal(n), upper(n), right(n);
  diagonal[0] = h(1), upper[0] = h(0) + h(1);
  right[0] = ((h(0) + 2 * upper[0]) * h(1) * slope(x, y, 0) + h(0) * h(0) * slope(x, y, 1)) / upper[0];
  for (std::size_t k = 1; k + 1 < n; ++k) {
    lower[k] = h(k), diagonal[k] = 2 * (h(k - 1) + h(k)), upper[k] = h(k - 1);
    right[k] = 3 * (h(k) * slope(x, y, k - 1) + h(k - 1) * slope(x, y, k));
  }
  const double last = h(n - 2), previous = h(n - 3);
  lower[n - 1] = last + previous, diagonal[n - 1] = previous;
  right[n - 1] =
      (last * last * slope(x, y, n - 3) + (2 * lower[n - 1] + last) * previous * slope(x, y, n - 2)) /
      lower[n - 1];
  for (std::size_t k = 1; k < n; ++k) {
    const double factor = lower[k] / diagonal[k - 1];
    diagonal[k] -= factor * upper[k - 1];
    right[k] -= factor * right[k - 1];
  }
  right[n - 1] /= diagonal[n - 1];
  for (std::size_t k = n - 1; k-- > 0;) right[k] = (right[k] - upper[k] * right[k + 1]) / diagonal[k];
  return right;
}

struct Table {
  Numbers x, y, slopes;
  std::string method;

  double operator()(double at) const {
    const auto above = std::upper_bound(x.begin(), x.end(), at);
    const auto inner =
        std::clamp<std::ptrdiff_t>(above - x.begin() - 1, 0, static_cast<std::ptrdiff_t>(x.size()) - 2);
    const auto k = static_cast<std::size_t>(inner);
    const double h = x[k + 1] - x[k], t = (at - x[k]) / h;
    if (method == "previous") return t >= 1 ? y[k + 1] : y[k];
    if (method == "next") return t <= 0 ? y[k] : y[k + 1];
    if (method == "nearest") return t < 0.5 ? y[k] : y[k + 1];
    if (method == "linear") return t == 1 ? y[k + 1] : y[k] + t * (y[k + 1] - y[k]);
    const double s = slope(x, y, k), d0 = slopes[k], d1 = slopes[k + 1], u = at - x[k];
    const double c2 = (3 * s - 2 * d0 - d1) / h, c3 = (d0 + d1 - 2 * s) / (h * h);
    return t == 1 ? y[k + 1] : y[k] + u * (d0 + u * (c2 + u * c3));
  }
};

Table table_of(const Value& x, const Value& y, const std::string& method) {
  for (const auto& [value, name] : {std::pair(&x, "x"), std::pair(&y, "y")}) {
    require_real(*value);
    require_finite(*value, name);
    if (!value->is_vector()) fail(std::string(name) + " must be a vector, not " + describe(*value));
  }
  if (x.size() != y.size())
    fail("x has " + std::to_string(x.size()) + " elements, y has " + std::to_string(y.size()));
  if (x.size() < 2) fail("a table needs at least two points");
  Table out{x.real(), y.real(), {}, method};
  if (out.x.front() > out.x.back()) {
    std::reverse(out.x.begin(), out.x.end());
    std::reverse(out.y.begin(), out.y.end());
  }
  const auto wrong =
      std::adjacent_find(out.x.begin(), out.x.end(), [](double a, double b) { return !(a < b); });
  if (wrong != out.x.end())
    fail("x is not in order at the value " + short_text(*wrong),
         "the points must have different x, in order");
  if (method == "pchip") out.slopes = monotone_slopes(out.x, out.y);
  if (method == "spline") out.slopes = spline_slopes(out.x, out.y);
  return out;
}

}  // namespace

Value interpolated(Arguments arguments) {
  std::vector<Value> given(arguments.begin(), arguments.end());
  bool beyond = false;
  if (given.back().text() == "extrap") {
    beyond = true;
    given.pop_back();
  }
  if (given.size() < 3) fail("x, y and the points are needed", "write interp1(x, y, xi)");
  constexpr std::string_view methods[] = {"linear", "nearest", "previous", "next", "pchip", "spline"};
  const std::string method = given.size() > 3 ? given[3].text() : "linear";
  if (given.size() > 4 || std::find(std::begin(methods), std::end(methods), method) == std::end(methods))
    fail("there is no method '" + method + "'", "choose linear, nearest, previous, next, pchip or spline");
  const Table table = table_of(given[0], given[1], method);
  require_real(given[2]);
  Numbers out = given[2].real();
  for (const int k : often_stoppable(given[2].size())) {
    double& at = out[static_cast<std::size_t>(k)];
    const bool inside = at >= table.x.front() && at <= table.x.back();
    at = inside || (beyond && !std::isnan(at)) ? table(at) : std::numeric_limits<double>::quiet_NaN();
  }
  return Value::matrix(given[2].shape(), std::move(out));
}

// (y) or (x, y), down the columns of a matrix.
Value trapezoids(Arguments arguments) {
  const Value& y = arguments.back();
  require_numeric(y);
  const bool is_row = y.rows() == 1;
  const int count = is_row ? y.cols() : y.rows(), lines = y.is_empty() ? 0 : y.size() / count;
  if (arguments.size() == 2) {
    require_real(arguments[0]);
    if (arguments[0].size() != count)
      fail("x has " + std::to_string(arguments[0].size()) + " elements, y has " + std::to_string(count) +
           (lines > 1 ? " rows" : ""));
  }
  std::vector<double> real(static_cast<std::size_t>(std::max(lines, 1))), imaginary(real.size());
  for (int line = 0; line < lines; ++line) {
    std::complex<double> total = 0;
    for (const int k : often_stoppable(count - 1)) {
      const double width = arguments.size() == 2 ? arguments[0][k + 1] - arguments[0][k] : 1;
      total += width * (y.element(line * count + k) + y.element(line * count + k + 1)) / 2.0;
    }
    real[static_cast<std::size_t>(line)] = total.real();
    imaginary[static_cast<std::size_t>(line)] = total.imag();
  }
  const Shape shape{1, std::max(lines, 1)};
  return narrowed(Value::matrix(shape, std::move(real), std::move(imaginary)));
}

}  // namespace sim::expr
