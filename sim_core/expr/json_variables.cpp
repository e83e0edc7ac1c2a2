#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>

#include "sim_core/expr/array_operations.h"
#include "sim_core/expr/failure.h"
#include "sim_core/expr/parser.h"
#include "sim_core/expr/structures.h"
#include "sim_core/expr/variable_files.h"

namespace sim::expr {

using Json = nlohmann::ordered_json;

static double number_in(const Json& item) {
  if (item.is_number()) return item.get<double>();
  if (item.is_boolean()) return item.get<bool>() ? 1 : 0;
  if (item.is_null()) return std::numeric_limits<double>::quiet_NaN();
  fail(std::string("expected a number, found ") + item.type_name());
}

// `items` row by row.
static Value array_of(Shape shape, const std::vector<const Json*>& items) {
  std::vector<double> out(items.size());
  for (int i = 0; i < shape.rows; ++i) {
    for (int j = 0; j < shape.cols; ++j) {
      out[static_cast<std::size_t>(i + j * shape.rows)] =
          number_in(*items[static_cast<std::size_t>(i * shape.cols + j)]);
    }
  }
  const bool booleans =
      std::all_of(items.begin(), items.end(), [](const Json* item) { return item->is_boolean(); });
  return booleans && !items.empty() ? Value::booleans(shape, std::move(out))
                                    : Value::matrix(shape, std::move(out));
}

static Value value_in(const Json& item, int depth);

// A member that another element lacks is an error: all elements have the same fields.
static Value structures_in(const std::vector<const Json*>& items, int depth) {
  if (depth >= max_structure_depth)
    fail("more than " + std::to_string(max_structure_depth) + " objects within one another");
  std::vector<Field> fields;
  for (const auto& [name, item] : items.front()->items()) fields.push_back({name, {}});
  for (const Json* item : items) {
    if (!item->is_object() || item->size() != fields.size())
      fail("the objects of an array need the same members");
    for (Field& field : fields) {
      const auto member = item->find(field.name);
      if (member == item->end())
        fail("an object has no member '" + field.name.substr(0, 40) + "'", "others of its array have one");
      field.values.push_back(value_in(*member, depth + 1));
    }
  }
  return checked_structure({static_cast<int>(items.size()), 1}, std::move(fields));
}

static Value value_in(const Json& item, int depth) {
  if (item.is_object()) return structures_in({&item}, depth);
  if (item.is_string()) return Value::string(item.get<std::string>());
  if (!item.is_array()) return array_of(scalar_shape, {&item});
  if (item.empty()) return Value();
  if (item.front().is_object()) {
    std::vector<const Json*> items;
    for (const Json& part : item) items.push_back(&part);
    return structures_in(items, depth);
  }
  const bool rows = item.front().is_array();
  const std::size_t cols = rows ? item.front().size() : 1;
  std::vector<const Json*> items;
  for (const Json& part : item) {
    if (rows && (!part.is_array() || part.size() != cols)) fail("the rows of a matrix need the same length");
    if (!rows) {
      items.push_back(&part);
      continue;
    }
    for (const Json& element : part) items.push_back(&element);
  }
  return array_of(checked_shape(static_cast<double>(item.size()), static_cast<double>(cols)), items);
}

static NamedValues read_json(const Json& file) {
  if (!file.is_object())
    fail("expected an object with a member for each variable", "write {\"name\": value}");
  NamedValues out;
  for (const auto& [name, item] : file.items()) {
    const std::string shown = "'" + name.substr(0, 40) + "'";
    if (!is_name(name)) {
      fail(shown + " is not the name of a variable", "use letters, digits and _, starting with a letter");
    }
    try {
      out.emplace_back(name, value_in(item, 0));
    } catch (const Failure& failure) {
      fail(shown + ": " + failure.message, failure.remedy);
    }
  }
  return out;
}

Result<NamedValues> load_variables_json(std::string_view text) {
  try {
    return read_json(Json::parse(text));
  } catch (const Failure& failure) {
    return failure.diagnostic();
  } catch (const Json::exception& exception) {
    const std::string what = exception.what();
    const auto place = what.find("at line");
    return error({}, "the file is not JSON" + (place == what.npos ? "" : ": " + what.substr(place)));
  }
}

}  // namespace sim::expr
