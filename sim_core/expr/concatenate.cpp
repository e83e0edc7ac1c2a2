// Building arrays: [ , ; ] and a:h:b.
#include <algorithm>
#include <cmath>

#include "sim_core/base/stoppable.h"
#include "sim_core/base/text.h"
#include "sim_core/expr/array_operations.h"
#include "sim_core/expr/failure.h"
#include "sim_core/expr/integers.h"
#include "sim_core/expr/limits.h"
#include "sim_core/expr/structures.h"

namespace sim::expr {

static bool any_string(const std::vector<const Value*>& parts) {
  return std::any_of(parts.begin(), parts.end(), [](const Value* p) { return p->is_string(); });
}

static bool any_structure(const std::vector<const Value*>& parts) {
  return std::any_of(parts.begin(), parts.end(), [](const Value* p) { return p->is_structure(); });
}

static Value join_strings(const std::vector<const Value*>& parts) {
  std::string out;
  for (const Value* part : parts) {
    if (!part->is_string() && !part->is_empty()) fail("a string and a number cannot be joined");
    out += part->text();
  }
  return Value::string(std::move(out));
}

static std::vector<const Value*> without_empty(const std::vector<Value>& parts) {
  std::vector<const Value*> out;
  for (const Value& part : parts) {
    if (part.shape() != Shape{0, 0}) out.push_back(&part);
  }
  return out;
}

// Of the elements of all parts; integers take in what they stand beside.
static ElementType type_of(const std::vector<const Value*>& parts) {
  ElementType type = parts.front()->type();
  for (const Value* part : parts) {
    const auto joined = joined_type(type, part->type());
    if (!joined) fail(joined.error().message, joined.error().remedy);
    type = *joined;
  }
  return type;
}

// Copies each part into the whole at (row, col), which `place` advances.
template <class Place>
static Value assemble(Shape shape, const std::vector<const Value*>& parts, Place place) {
  if (any_structure(parts)) {
    std::vector<StructurePlace> places;
    int to_row = 0, to_col = 0;
    for (const Value* part : parts) {
      places.push_back({part, to_row, to_col});
      place(*part, to_row, to_col);
    }
    return joined_structures(shape, places);
  }
  const bool complex =
      std::any_of(parts.begin(), parts.end(), [](const Value* p) { return p->is_complex(); });
  const ElementType type = type_of(parts);
  if (is_integer(type) && complex)
    fail("an integer and a complex number cannot be joined", "convert the integer with double(x)");
  std::vector<double> real = equal_elements(static_cast<std::size_t>(shape.size()));
  std::vector<double> imaginary = equal_elements(complex ? real.size() : 0);
  int row = 0, col = 0;
  for (const Value* part : parts) {
    for (const int j : StoppableIndices<int>(part->cols(), 1 << 10)) {
      const auto from = static_cast<std::ptrdiff_t>(j) * part->rows();
      const auto to = row + static_cast<std::ptrdiff_t>(col + j) * shape.rows;
      std::copy_n(part->real().begin() + from, part->rows(), real.begin() + to);
      if (part->is_complex())
        std::copy_n(part->imaginary().begin() + from, part->rows(), imaginary.begin() + to);
    }
    place(*part, row, col);
  }
  if (type == ElementType::Boolean) return Value::booleans(shape, std::move(real));
  if (is_integer(type)) {
    for (double& x : real) x = as_integer(x, type);
    return Value::integers(type, shape, std::move(real));
  }
  return Value::matrix(shape, std::move(real), std::move(imaginary));
}

Value horizontal(const std::vector<Value>& all) {
  const auto parts = without_empty(all);
  if (parts.empty()) return all.empty() ? Value() : all.front();
  if (any_string(parts)) return join_strings(parts);
  double cols = 0;
  for (const Value* part : parts) {
    if (part->rows() != parts.front()->rows()) {
      fail("shapes " + describe(*parts.front()) + " and " + describe(*part) + " cannot stand side by side",
           "they need the same number of rows");
    }
    cols += part->cols();
  }
  return assemble(checked_shape(parts.front()->rows(), cols), parts,
                  [](const Value& part, int&, int& col) { col += part.cols(); });
}

Value vertical(const std::vector<Value>& all) {
  const auto parts = without_empty(all);
  if (parts.empty()) return all.empty() ? Value() : all.front();
  if (parts.size() == 1) return *parts.front();
  if (any_string(parts)) fail("strings cannot stand above one another", "join them side by side");
  double rows = 0;
  for (const Value* part : parts) {
    if (part->cols() != parts.front()->cols()) {
      fail("shapes " + describe(*parts.front()) + " and " + describe(*part) +
               " cannot stand above one another",
           "they need the same number of columns");
    }
    rows += part->rows();
  }
  return assemble(checked_shape(rows, parts.front()->cols()), parts,
                  [](const Value& part, int& row, int&) { row += part.rows(); });
}

Value range(double first, double step, double last) {
  if (!std::isfinite(first) || !std::isfinite(step) || !std::isfinite(last)) {
    fail("a range needs finite numbers, not " + sim::to_text(first) + ":" + sim::to_text(step) + ":" +
         sim::to_text(last));
  }
  if (step == 0 || (last - first) / step < 0) return Value::row({});
  // A last element within a few roundings of the grid belongs to the range and is met exactly.
  constexpr double rounding = 4 * 2.220446049250313e-16;
  const double steps = (last - first) / step;
  const double nearest = std::round(steps);
  const double slack = rounding * std::max(std::abs(first), std::abs(last));
  const bool meets = std::abs(first + nearest * step - last) <= slack;
  const double count = meets ? nearest : std::floor(steps);
  const Shape shape = checked_shape(1, count + 1);
  const double end = meets ? last : first + count * step;
  std::vector<double> out = equal_elements(static_cast<std::size_t>(shape.cols));
  // From both ends, so that 0:0.1:1 is symmetric about its middle.
  for (const int k : StoppableIndices<int>(shape.cols, 1 << 14)) {
    out[static_cast<std::size_t>(k)] = 2 * k <= count ? first + k * step : end - (count - k) * step;
  }
  return Value::row(std::move(out));
}

}  // namespace sim::expr
