#include "sim_core/block/formula_functions.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numbers>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "sim_core/ir/cast.h"

namespace sim {

using ir::Op;
using ir::Value;

namespace {

using Arguments = const SignalArguments&;

SignalFunction refused(const char* why) { return {{}, why}; }

Value element(Value v, int k) { return ir::slice(v, k, scalar_shape); }

Value identity(ir::Graph& graph, int n) {
  std::vector<double> ones(static_cast<std::size_t>(n) * static_cast<std::size_t>(n));
  for (int k = 0; k < n; ++k) ones[static_cast<std::size_t>(k) * static_cast<std::size_t>(n + 1)] = 1;
  return graph.constant({n, n}, ones);
}

bool is_square(Value v) { return v.shape().rows == v.shape().cols; }

Value gathered(Value v, const std::vector<int>& at, Shape shape) {
  const std::vector<std::int32_t> indices(at.begin(), at.end());
  return ir::gather(v, indices, shape);
}

constexpr int most_elements = 1'000'000;
constexpr const char* fewer_elements = "a result of at most a million elements";

bool is_too_large(double rows, double cols) { return rows * cols > most_elements; }

std::optional<int> whole(Arguments arguments, std::size_t k) {
  if (k >= arguments.values.size()) return std::nullopt;
  const auto number = arguments.number(k);
  if (!number || !(std::abs(*number) <= std::numeric_limits<int>::max()) || *number != std::trunc(*number))
    return std::nullopt;
  return static_cast<int>(*number);
}

SignalFunction inverse(Arguments a) {
  if (!is_square(a.values[0])) return refused("a square matrix");
  if (a.values[0].shape().is_scalar()) return {1.0 / a.values[0]};
  return {left_division(a.values[0], identity(*a.values[0].graph, a.values[0].shape().rows))};
}

// By the cofactors of the first column; the minors of a size are shared.
Value determinant(Value v, std::vector<int> rows, int col, std::map<std::vector<int>, Value>& minors) {
  const int n = v.shape().rows;
  if (rows.size() == 1) return element(v, rows[0] + col * n);
  if (const auto known = minors.find(rows); known != minors.end()) return known->second;
  Value sum;
  for (std::size_t k = 0; k < rows.size(); ++k) {
    std::vector<int> others = rows;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(k));
    const Value term = element(v, rows[k] + col * n) * determinant(v, others, col + 1, minors);
    sum = !sum ? term : k % 2 ? sum - term : sum + term;
  }
  return minors[rows] = sum;
}

SignalFunction determinant_of(Arguments a) {
  constexpr int most = 8;  // 2^n minors
  const Value v = a.values[0];
  if (!is_square(v) || v.shape().rows > most) return refused("a square matrix of at most 8 rows");
  std::vector<int> rows(static_cast<std::size_t>(v.shape().rows));
  std::iota(rows.begin(), rows.end(), 0);
  std::map<std::vector<int>, Value> minors;
  return {determinant(v, rows, 0, minors)};
}

std::vector<int> diagonal_places(Shape shape) {
  std::vector<int> at;
  for (int k = 0; k < std::min(shape.rows, shape.cols); ++k) at.push_back(k * (shape.rows + 1));
  return at;
}

SignalFunction trace(Arguments a) {
  if (!is_square(a.values[0])) return refused("a square matrix");
  const std::vector<int> at = diagonal_places(a.values[0].shape());
  return {ir::total(gathered(a.values[0], at, vector_shape(static_cast<int>(at.size()))))};
}

SignalFunction diagonal(Arguments a) {
  const Value v = a.values[0];
  if (a.values.size() > 1) return refused("one argument");
  if (!v.shape().is_vector()) {
    const std::vector<int> at = diagonal_places(v.shape());
    return {gathered(v, at, vector_shape(static_cast<int>(at.size())))};
  }
  const int n = v.shape().count();
  if (is_too_large(n, n)) return refused(fewer_elements);
  const Value parts[] = {ir::repeated(v, vector_shape(n)), v.graph->constant(0)};
  const Value all = ir::concat(parts, vector_shape(n + 1));
  std::vector<int> at(static_cast<std::size_t>(n) * static_cast<std::size_t>(n), n);
  for (int k = 0; k < n; ++k) at[static_cast<std::size_t>(k) * static_cast<std::size_t>(n + 1)] = k;
  return {gathered(all, at, {n, n})};
}

SignalFunction cross(Arguments a) {
  const Value x = a.values[0], y = a.values[1];
  if (x.shape().count() != 3 || y.shape().count() != 3) return refused("vectors of 3 elements");
  const auto part = [&](int i, int j) {
    return element(x, i) * element(y, j) - element(x, j) * element(y, i);
  };
  const Value parts[] = {part(1, 2), part(2, 0), part(0, 1)};
  return {ir::concat(parts, x.shape())};
}

SignalFunction kronecker(Arguments a) {
  const Value x = a.values[0], y = a.values[1];
  const Shape s = x.shape(), t = y.shape();
  if (is_too_large(s.count(), t.count())) return refused(fewer_elements);
  const Shape shape{s.rows * t.rows, s.cols * t.cols};
  std::vector<int> left, right;
  for (int c = 0; c < shape.cols; ++c)
    for (int r = 0; r < shape.rows; ++r) {
      left.push_back(r / t.rows + c / t.cols * s.rows);
      right.push_back(r % t.rows + c % t.cols * t.rows);
    }
  return {gathered(x, left, shape) * gathered(y, right, shape)};
}

SignalFunction repeated_as_tiles(Arguments a) {
  const auto rows = whole(a, 1);
  const auto cols = a.values.size() > 2 ? whole(a, 2) : rows;
  if (!rows || !cols || *rows < 1 || *cols < 1) return refused("numbers of rows and columns that are known");
  const Shape s = a.values[0].shape();
  if (is_too_large(1.0 * s.rows * *rows, 1.0 * s.cols * *cols)) return refused(fewer_elements);
  const Shape shape{s.rows * *rows, s.cols * *cols};
  std::vector<int> at;
  for (int c = 0; c < shape.cols; ++c)
    for (int r = 0; r < shape.rows; ++r) at.push_back(r % s.rows + c % s.cols * s.rows);
  return {gathered(a.values[0], at, shape)};
}

SignalFunction reshaped(Arguments a) {
  auto rows = whole(a, 1), cols = whole(a, 2);
  if (const auto both = a.numbers(1);
      a.values.size() == 2 && both.size() == 2 && both[0] * both[1] == a.values[0].shape().count())
    rows = static_cast<int>(both[0]), cols = static_cast<int>(both[1]);
  const Value v = a.values[0];
  if (!rows || !cols || *rows < 1 || *cols < 1 || 1.0 * *rows * *cols != v.shape().count())
    return refused("numbers of rows and columns, with as many elements");
  std::vector<int> at(static_cast<std::size_t>(v.shape().count()));
  std::iota(at.begin(), at.end(), 0);
  return {gathered(v, at, {*rows, *cols})};
}

SignalFunction flipped(Arguments a, bool rows) {
  const Shape s = a.values[0].shape();
  std::vector<int> at;
  for (int c = 0; c < s.cols; ++c)
    for (int r = 0; r < s.rows; ++r)
      at.push_back((rows ? s.rows - 1 - r : r) + (rows ? c : s.cols - 1 - c) * s.rows);
  return {gathered(a.values[0], at, s)};
}

SignalFunction running(Arguments a, Op op) {
  const Value v = a.values[0];
  if (!v.shape().is_vector() || a.values.size() > 1) return refused("a vector");
  std::vector<Value> all{element(v, 0)};
  for (int k = 1; k < v.shape().count(); ++k) all.push_back(ir::make(op, all.back(), element(v, k)));
  return {ir::concat(all, v.shape())};
}

SignalFunction differences(Arguments a) {
  const Value v = a.values[0];
  const Shape s = v.shape();
  if (s.is_scalar()) return refused("at least two elements");
  const bool across = s.rows == 1;
  const Shape shape{across ? 1 : s.rows - 1, across ? s.cols - 1 : s.cols};
  std::vector<int> low, high;
  for (int c = 0; c < shape.cols; ++c)
    for (int r = 0; r < shape.rows; ++r) {
      low.push_back(r + c * s.rows);
      high.push_back(r + c * s.rows + 1);
    }
  return {gathered(v, high, shape) - gathered(v, low, shape)};
}

SignalFunction spaced(Arguments a) {
  const auto count = a.values.size() > 2 ? whole(a, 2) : 100;
  if (!a.values[0].shape().is_scalar() || !a.values[1].shape().is_scalar() || !count || *count < 2)
    return refused("two numbers, and how many are wanted");
  if (is_too_large(1, *count)) return refused(fewer_elements);
  std::vector<double> part;
  for (int k = 0; k < *count; ++k) part.push_back(static_cast<double>(k) / (*count - 1));
  return {a.values[0] + (a.values[1] - a.values[0]) * a.values[0].graph->constant({1, *count}, part)};
}

SignalFunction polynomial(Arguments a) {
  const Value p = a.values[0], x = a.values[1];
  if (!p.shape().is_vector()) return refused("a vector of coefficients");
  Value sum = element(p, 0);
  for (int k = 1; k < p.shape().count(); ++k) sum = sum * x + element(p, k);
  return {ir::repeated(sum, x.shape())};
}

// Numbers in order: the smaller of two neighbors goes to the front, as often as there are elements.
SignalFunction sorted(Arguments a) {
  constexpr int most = 64;
  const Value v = a.values[0];
  if (!v.shape().is_vector() || v.shape().count() > most || a.values.size() > 1 || a.results > 1)
    return refused("a vector of at most 64 elements");
  std::vector<Value> all;
  for (int k = 0; k < v.shape().count(); ++k) all.push_back(element(v, k));
  for (std::size_t round = 0; round < all.size(); ++round)
    for (std::size_t k = round % 2; k + 1 < all.size(); k += 2) {
      const Value low = ir::make(Op::Min, all[k], all[k + 1]), high = ir::make(Op::Max, all[k], all[k + 1]);
      all[k] = low, all[k + 1] = high;
    }
  return {ir::concat(all, v.shape())};
}

// [m, k] = max(v): the extreme element, and the first place where it stands.
SignalFunction extreme(Arguments a, bool largest) {
  const Value v = a.values[0];
  if (!v.shape().is_vector() || a.values.size() > 1 || a.results > 2) return refused("a vector");
  Value best = element(v, 0), place = v.graph->constant(1);
  for (int k = 1; k < v.shape().count(); ++k) {
    const Value next = element(v, k), better = largest ? best < next : next < best;
    best = ir::select(better, next, best);
    place = ir::select(better, v.graph->constant(k + 1), place);
  }
  return {a.result == 1 ? best : place};
}

// Of a matrix: of each column, or along the second dimension of each row.
SignalFunction total(Arguments a, bool mean) {
  const Value v = a.values[0];
  const auto dimension = a.values.size() > 1 ? whole(a, 1) : v.shape().rows == 1 ? 2 : 1;
  if (!dimension || (*dimension != 1 && *dimension != 2)) return refused("the dimension 1 or 2");
  const bool along_rows = *dimension == 2;
  const int count = along_rows ? v.shape().cols : v.shape().rows;
  const Value ones = v.graph->constant(along_rows ? Shape{count, 1} : Shape{1, count},
                                       std::vector<double>(static_cast<std::size_t>(count), 1));
  const Value sums = along_rows ? ir::matmul(v, ones) : ir::matmul(ones, v);
  return {mean ? sums / v.graph->constant(count) : sums};
}

}  // namespace

Value left_division(Value a, Value b) {
  if (a.shape().rows != a.shape().cols || b.shape().rows != a.shape().rows) return {};
  return a.graph->linear_solve(ir::real_only(a, "an inverse matrix"), ir::real_only(b, "an inverse matrix"));
}

Value norm_of_signals(Value magnitudes, double order, bool frobenius) {
  const Shape shape = magnitudes.shape();
  const bool is_vector = shape.is_vector();
  if (frobenius || (order == 2 && is_vector)) return ir::sqrt(ir::total(ir::square(magnitudes)));
  if (order == 1 && is_vector) return ir::total(magnitudes);
  if (order != 1 && !(std::isinf(order) && order > 0)) return {};
  Value sums = magnitudes;  // of each column, or of each row
  if (!is_vector) {
    const int along = order == 1 ? shape.rows : shape.cols;
    const Value ones = magnitudes.graph->constant(order == 1 ? Shape{1, along} : Shape{along, 1},
                                                  std::vector<double>(static_cast<std::size_t>(along), 1));
    sums = order == 1 ? ir::matmul(ones, magnitudes) : ir::matmul(magnitudes, ones);
  }
  Value greatest = element(sums, 0);
  for (int k = 1; k < sums.shape().count(); ++k) greatest = ir::make(Op::Max, greatest, element(sums, k));
  return greatest;
}

Value matrix_power(Value a, double exponent) {
  constexpr double most = 100;
  if (!is_square(a) || !(std::abs(exponent) <= most) || exponent != std::trunc(exponent)) return {};
  const Value one = identity(*a.graph, a.shape().rows);
  if (exponent == 0) return one;
  Value power = exponent < 0 ? left_division(a, one) : a;
  Value all;
  for (int rest = static_cast<int>(std::abs(exponent)); rest > 0; rest /= 2) {
    if (rest % 2) all = all ? ir::matmul(all, power) : power;
    if (rest > 1) power = ir::matmul(power, power);
  }
  return all;
}

Value right_division(Value a, Value b) {
  const Value turned = left_division(ir::transpose(b), ir::transpose(a));
  return turned ? ir::transpose(turned) : Value{};
}

// As the functions of numbers: rounded, held within the range of the type, nan as 0.
static SignalFunction cast(std::string_view name, Value v) {
  const auto type = element_type(name);
  if (!type || (!is_integer(*type) && *type != ElementType::Single)) return {};
  return {ir::cast(v, *type, Rounding::Round)};
}

// What only moves elements, and so is the same of complex numbers.
static bool is_for_complex(std::string_view name) {
  constexpr std::string_view names[] = {"double", "transpose", "repmat", "reshape",
                                        "flipud", "fliplr",    "full"};
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

SignalFunction signal_function(std::string_view name, Arguments a) {
  if (std::any_of(a.values.begin(), a.values.end(), ir::is_complex) && !is_for_complex(name)) return {};
  if (name == "double") return {a.values[0]};
  if (name == "logical" || name == "boolean")
    return {ir::make(Op::NotEqual, a.values[0], a.values[0].graph->constant(0))};
  if (const SignalFunction made = cast(name, a.values[0]); made.value) return made;
  if (name == "deg2rad" || name == "rad2deg") {
    const double factor = name == "deg2rad" ? std::numbers::pi / 180 : 180 / std::numbers::pi;
    return {a.values[0] * a.values[0].graph->constant(factor)};
  }
  if (name == "sec") return {1.0 / ir::make(Op::Cos, a.values[0])};
  if (name == "csc") return {1.0 / ir::make(Op::Sin, a.values[0])};
  if (name == "cot") return {1.0 / ir::make(Op::Tan, a.values[0])};
  if (name == "inv") return inverse(a);
  if (name == "det") return determinant_of(a);
  if (name == "trace") return trace(a);
  if (name == "diag") return diagonal(a);
  if (name == "transpose") return {ir::transpose(a.values[0])};
  if (name == "cross") return cross(a);
  if (name == "kron") return kronecker(a);
  if (name == "repmat") return repeated_as_tiles(a);
  if (name == "reshape") return reshaped(a);
  if (name == "flipud" || name == "fliplr") return flipped(a, name == "flipud");
  if (name == "cumsum") return running(a, Op::Add);
  if (name == "cumprod") return running(a, Op::Mul);
  if (name == "diff") return differences(a);
  if (name == "linspace") return spaced(a);
  if (name == "polyval") return polynomial(a);
  if (name == "sort") return sorted(a);
  if (name == "full" || name == "sparse")
    return a.values.size() == 1 ? SignalFunction{a.values[0]} : refused("one matrix");
  if (name == "max" || name == "min") return extreme(a, name == "max");
  if (name == "sum" || name == "mean") return total(a, name == "mean");
  return {};
}

}  // namespace sim
