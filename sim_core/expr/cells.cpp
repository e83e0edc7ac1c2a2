#include "sim_core/expr/cells.h"

#include "sim_core/expr/failure.h"
#include "sim_core/expr/structures.h"

namespace sim::expr {

bool is_cell(const Value& value) {
  return value.is_structure() && value.fields().size() == 1 && value.fields().front().name == cell_field;
}

Value cell_of(const std::vector<std::vector<Value>>& rows) {
  const Shape shape{static_cast<int>(rows.size()), rows.empty() ? 0 : static_cast<int>(rows.front().size())};
  Field content{std::string(cell_field), {}};
  for (int j = 0; j < shape.cols; ++j)
    for (const auto& row : rows) {
      if (row.size() != rows.front().size())
        fail("the rows of a cell array have " + std::to_string(rows.front().size()) + " and " +
                 std::to_string(row.size()) + " elements",
             "they need the same number of elements");
      content.values.push_back(row[static_cast<std::size_t>(j)]);
    }
  return checked_structure(shape, {std::move(content)});
}

const Value& cell_content(const Value& value) {
  if (!is_cell(value))
    fail("{ } takes an element of a cell array, but this is " + describe(value), "index it with ( )");
  if (value.size() != 1)
    fail("these are " + std::to_string(value.size()) + " elements of a cell array",
         "choose one, such as c{1}");
  return value.fields().front().values.front();
}

}  // namespace sim::expr
