#include "sim_core/expr/index.h"

#include <cmath>
#include <numeric>

#include "sim_core/base/stoppable.h"
#include "sim_core/base/text.h"
#include "sim_core/expr/array_operations.h"
#include "sim_core/expr/failure.h"
#include "sim_core/expr/structures.h"

namespace sim::expr {

static std::vector<int> selected(const Value& mask, int limit) {
  std::vector<int> out;
  for (int k = 0; k < mask.size(); ++k) {
    if (mask[k] == 0) continue;
    if (k >= limit)
      fail("element " + std::to_string(k + 1) + " is selected, but there are " + std::to_string(limit));
    out.push_back(k);
  }
  return out;
}

// Zero-based positions among `limit`.
static std::vector<int> positions(const Index& index, int limit) {
  if (std::holds_alternative<All>(index)) {
    std::vector<int> out(static_cast<std::size_t>(limit));
    std::iota(out.begin(), out.end(), 0);
    return out;
  }
  const Value& value = std::get<Value>(index);
  require_real(value);
  if (value.is_boolean()) return selected(value, limit);
  std::vector<int> out;
  out.reserve(value.real().size());
  for (const std::size_t at : StoppableIndices<std::size_t>(value.real().size(), 1 << 16)) {
    const double k = value.real()[at];
    if (k != std::floor(k) || k < 1) {
      fail("index " + sim::to_text(k) + " is no element", "indices are whole numbers that start at 1");
    }
    if (k > limit) fail("index " + sim::to_text(k) + " is beyond the last, " + std::to_string(limit));
    out.push_back(static_cast<int>(k) - 1);
  }
  return out;
}

static Shape shape_of_result(const Value& array, const Index& index, int count) {
  if (std::holds_alternative<All>(index)) return {count, 1};
  const Value& value = std::get<Value>(index);
  const bool list = value.is_vector() || value.is_boolean();
  const bool of_vector = array.shape().is_vector() && !array.shape().is_scalar();
  if (list && of_vector) return array.rows() == 1 ? Shape{1, count} : Shape{count, 1};
  if (!value.is_boolean()) return value.shape();
  return value.rows() == 1 ? Shape{1, count} : Shape{count, 1};
}

static Value pick(const Value& array, Shape shape, const std::vector<int>& places) {
  if (array.is_structure()) return picked_structures(array, shape, places);
  std::vector<double> real = equal_elements(places.size()),
                      imaginary = equal_elements(array.is_complex() ? places.size() : 0);
  for (const std::size_t k : StoppableIndices<std::size_t>(places.size(), 1 << 16)) {
    real[k] = array[places[k]];
    if (array.is_complex()) imaginary[k] = array.imaginary()[static_cast<std::size_t>(places[k])];
  }
  return narrowed(of_same_type(array, shape, std::move(real), std::move(imaginary)));
}

Value element_at(const Value& array, std::span<const Index> indices) {
  if (array.is_string()) fail("a string cannot be indexed");
  if (indices.size() == 1) {
    const auto places = positions(indices[0], array.size());
    return pick(array, shape_of_result(array, indices[0], static_cast<int>(places.size())), places);
  }
  if (indices.size() != 2) fail("an array has at most two indices, not " + std::to_string(indices.size()));
  const auto rows = positions(indices[0], array.rows());
  const auto cols = positions(indices[1], array.cols());
  const Shape shape = checked_shape(static_cast<double>(rows.size()), static_cast<double>(cols.size()));
  std::vector<int> places;
  places.reserve(static_cast<std::size_t>(shape.size()));
  for (int j : cols) {
    if (rows.size() > 1 << 10) check_stop();
    for (int i : rows) places.push_back(i + j * array.rows());
  }
  return pick(array, shape, places);
}

}  // namespace sim::expr
