#include "sim_core/expr/structures.h"

#include <algorithm>
#include <set>

#include "sim_core/base/text.h"
#include "sim_core/expr/cells.h"
#include "sim_core/expr/failure.h"
#include "sim_core/expr/limits.h"
#include "sim_core/expr/parser.h"

namespace sim::expr {

static std::string shown(std::string_view name) {
  return "'" + std::string(name.substr(0, 40)) + (name.size() > 40 ? "..." : "") + "'";
}

const Value& member_of(const Value& value, std::string_view name) {
  if (!value.is_structure() || is_cell(value))
    fail("." + std::string(name.substr(0, 40)) + " asks for a field, but this is no structure (" +
         describe(value) + ")");
  if (!value.shape().is_scalar())
    fail("these are " + std::to_string(value.size()) + " structures",
         "choose one, such as x(1)." + std::string(name.substr(0, 40)));
  if (const Field* field = value.field(name)) return field->values.front();
  std::vector<std::string> known;
  for (const Field& field : value.fields()) known.push_back(field.name);
  const std::string near = did_you_mean(std::string(name), known);
  fail("the structure has no field " + shown(name), !near.empty()   ? near
                                                    : known.empty() ? "it has no fields"
                                                                    : "it has " + join(known, ", "));
}

Value checked_structure(Shape shape, std::vector<Field> fields) {
  std::set<std::string_view> names;
  for (const Field& field : fields) {
    if (!is_name(field.name) && field.name != cell_field)
      fail(shown(field.name) + " is not the name of a field", "use letters, digits and _, a letter first");
    if (!names.insert(field.name).second) fail("the field " + shown(field.name) + " is there twice");
  }
  Value out = Value::structure(shape, std::move(fields));
  if (out.depth() > max_structure_depth)
    fail("more than " + std::to_string(max_structure_depth) + " structures within one another");
  if (out.numbers() > max_elements)
    fail("a structure of " + sim::to_text(out.numbers()) + " numbers is too large");
  return out;
}

Value picked_structures(const Value& array, Shape shape, const std::vector<int>& places) {
  if (places.empty()) fail("no structure is chosen");
  std::vector<Field> fields;
  for (const Field& field : array.fields()) {
    fields.push_back({field.name, {}});
    for (const int at : places) fields.back().values.push_back(field.values[static_cast<std::size_t>(at)]);
  }
  return checked_structure(shape, std::move(fields));
}

Value joined_structures(Shape shape, const std::vector<StructurePlace>& parts) {
  const Value& first = *parts.front().part;
  std::vector<Field> fields;
  for (const Field& field : first.fields())
    fields.push_back({field.name, std::vector<Value>(static_cast<std::size_t>(shape.size()))});
  for (const auto& [part, row, col] : parts) {
    if (!part->is_structure() || part->fields().size() != fields.size())
      fail(describe(first) + " and " + describe(*part) + " cannot be joined",
           "structures need the same fields");
    for (Field& field : fields) {
      const Field* from = part->field(field.name);
      if (!from)
        fail("one structure has a field " + shown(field.name) + " and another has none",
             "structures need the same fields");
      for (int j = 0; j < part->cols(); ++j)
        for (int i = 0; i < part->rows(); ++i)
          field.values[static_cast<std::size_t>(row + i + (col + j) * shape.rows)] =
              from->values[static_cast<std::size_t>(i + j * part->rows())];
    }
  }
  return checked_structure(shape, std::move(fields));
}

void refuse_structure(const Value& value, std::string_view name) {
  if (is_cell(value))
    fail((name.empty() ? "this" : shown(name)) + " is a " + describe(value) + ", not a number",
         "write one of its elements, such as " + (name.empty() ? "c" : std::string(name)) + "{1}");
  const std::string field = value.fields().empty() ? "name" : value.fields().front().name;
  fail((name.empty() ? "this" : shown(name)) + " is a " + describe(value) + ", not a number",
       "write one of its fields, such as " + (name.empty() ? "x" : std::string(name)) +
           (value.shape().is_scalar() ? "." : "(1).") + field);
}

}  // namespace sim::expr
