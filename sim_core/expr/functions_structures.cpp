// Functions of structures, and of the class of a value.
#include <memory>

#include "sim_core/base/text.h"
#include "sim_core/expr/failure.h"
#include "sim_core/expr/function_code.h"
#include "sim_core/expr/integers.h"
#include "sim_core/expr/structures.h"

namespace sim::expr {

static const Value& single_structure(const Value& value) {
  if (!value.is_structure()) fail("expected a structure, found " + describe(value));
  if (!value.shape().is_scalar()) fail("expected one structure, found " + describe(value));
  return value;
}

static const std::string& field_name(const Value& value) {
  if (!value.is_string()) fail("the name of a field is a string, not " + describe(value), "write 'name'");
  return value.text();
}

Value structure_of(Arguments arguments) {
  if (arguments.size() % 2) fail("a field has a name and a value", "write struct('R', 1, 'L', 2)");
  std::vector<Field> fields;
  for (std::size_t k = 0; k < arguments.size(); k += 2)
    fields.push_back({field_name(arguments[k]), {arguments[k + 1]}});
  return checked_structure(scalar_shape, std::move(fields));
}

// Names with numbers, or names alone.
Value enumeration_of(Arguments arguments) {
  std::string names;
  for (const Value& argument : arguments)
    if (argument.is_string()) names += (names.empty() ? "" : ", ") + argument.text();
  const auto enumeration = std::make_shared<const std::string>(std::move(names));
  std::vector<Field> fields;
  for (std::size_t k = 0; k < arguments.size();) {
    const std::string& name = field_name(arguments[k++]);
    double number = static_cast<double>(fields.size());
    if (arguments.size() > 1 && !arguments[1].is_string()) {
      if (k == arguments.size()) fail("'" + name + "' has no number", "give all names one, or none");
      number = whole_number(arguments[k++], "what a name stands for");
    }
    if (as_integer(number, ElementType::Int32) != number)
      fail("'" + name + "' stands for " + sim::to_text(number), "the numbers are those of int32");
    fields.push_back({name, {Value::enumerated(number, enumeration)}});
  }
  return checked_structure(scalar_shape, std::move(fields));
}

Value is_structure(Arguments arguments) { return Value::boolean(arguments[0].is_structure()); }

Value has_field(Arguments arguments) {
  return Value::boolean(arguments[0].field(field_name(arguments[1])) != nullptr);
}

Value field_of(Arguments arguments) { return member_of(arguments[0], field_name(arguments[1])); }

Value with_field(Arguments arguments) {
  const std::string& name = field_name(arguments[1]);
  std::vector<Field> fields = single_structure(arguments[0]).fields();
  for (Field& field : fields)
    if (field.name == name) {
      field.values = {arguments[2]};
      return checked_structure(scalar_shape, std::move(fields));
    }
  fields.push_back({name, {arguments[2]}});
  return checked_structure(scalar_shape, std::move(fields));
}

Value without_field(Arguments arguments) {
  const std::string& name = field_name(arguments[1]);
  (void)member_of(single_structure(arguments[0]), name);
  std::vector<Field> fields = arguments[0].fields();
  std::erase_if(fields, [&](const Field& field) { return field.name == name; });
  return checked_structure(scalar_shape, std::move(fields));
}

Value is_string(Arguments arguments) { return Value::boolean(arguments[0].is_string()); }

Value is_number(Arguments arguments) {
  return Value::boolean(arguments[0].is_numeric() && !arguments[0].is_boolean());
}

Value is_logical(Arguments arguments) { return Value::boolean(arguments[0].is_boolean()); }

Value is_of_integer_type(Arguments arguments) { return Value::boolean(arguments[0].is_integer()); }

static bool is_floating(const Value& x) { return x.is_numeric() && x.type() == ElementType::Double; }
Value is_of_floating_type(Arguments arguments) { return Value::boolean(is_floating(arguments[0])); }

Value type_name(Arguments arguments) { return Value::string(class_name(arguments[0])); }

Value is_of_type(Arguments arguments) {
  const Value &x = arguments[0], &type = arguments[1];
  if (!type.is_string()) fail("the type is a string, not " + describe(type), "write 'int8'");
  const std::string& name = type.text();
  if (name == "numeric") return Value::boolean(x.is_integer() || is_floating(x));
  if (name == "integer") return Value::boolean(x.is_integer());
  if (name == "float") return Value::boolean(is_floating(x));
  return Value::boolean(class_name(x) == name);
}

// A boolean becomes 0 or 1.
Value double_precision(Arguments arguments) {
  require_numeric(arguments[0]);
  return Value::matrix(arguments[0].shape(), copied(arguments[0].real()), copied(arguments[0].imaginary()));
}

Value single_precision(Arguments arguments) {
  require_numeric(arguments[0]);
  const auto rounded = [](std::vector<double> elements) {
    for (double& x : elements) x = static_cast<double>(static_cast<float>(x));
    return elements;
  };
  return Value::matrix(arguments[0].shape(), rounded(copied(arguments[0].real())),
                       rounded(copied(arguments[0].imaginary())));
}

Value logical(Arguments arguments) {
  const Value& x = arguments[0];
  require_real(x);
  std::vector<double> out = equal_elements(x.real().size());
  for (const int k : often_stoppable(x.size())) {
    if (x[k] != x[k]) fail("nan is neither true nor false");
    out[static_cast<std::size_t>(k)] = x[k] != 0 ? 1 : 0;
  }
  return Value::booleans(x.shape(), std::move(out));
}

}  // namespace sim::expr
