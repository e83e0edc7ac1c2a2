#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>

#include "sim_core/expr/array_operations.h"
#include "sim_core/expr/failure.h"
#include "sim_core/expr/parser.h"
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

static Value value_in(const Json& item) {
  if (item.is_string()) return Value::string(item.get<std::string>());
  if (!item.is_array()) return array_of(scalar_shape, {&item});
  if (item.empty()) return Value();
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
      out.emplace_back(name, value_in(item));
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
