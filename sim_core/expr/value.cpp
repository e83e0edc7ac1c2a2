#include "sim_core/expr/value.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "sim_core/base/text.h"
#include "sim_core/expr/cells.h"

namespace sim::expr {

Value Value::scalar(double value) { return matrix(scalar_shape, {value}); }

Value Value::boolean(bool value) { return booleans(scalar_shape, {value ? 1.0 : 0.0}); }

Value Value::complex(std::complex<double> value) {
  return matrix(scalar_shape, {value.real()}, {value.imag()});
}

Value Value::string(std::string value) {
  Value out;
  out.class_ = Class::String;
  out.shape_ = value.empty() ? Shape{0, 0} : Shape{1, static_cast<int>(value.size())};
  out.text_ = std::move(value);
  return out;
}

Value Value::vector(std::vector<double> elements) {
  const int n = static_cast<int>(elements.size());
  return matrix({n, 1}, std::move(elements));
}

Value Value::row(std::vector<double> elements) {
  const int n = static_cast<int>(elements.size());
  return matrix({1, n}, std::move(elements));
}

Value Value::matrix(Shape shape, std::vector<double> real, std::vector<double> imaginary) {
  assert(real.size() == static_cast<std::size_t>(shape.size()));
  assert(imaginary.empty() || imaginary.size() == real.size());
  Value out;
  out.charge_.grow((real.size() + imaginary.size()) * sizeof(double));
  out.shape_ = shape;
  out.real_ = std::move(real);
  out.imaginary_ = std::move(imaginary);
  return out;
}

struct Value::Structure {
  std::vector<Field> fields;
  int depth = 1;
  double numbers = 0;
};

Value Value::structure(Shape shape, std::vector<Field> fields) {
  auto content = std::make_shared<Structure>();
  for (const Field& field : fields) {
    assert(field.values.size() == static_cast<std::size_t>(shape.size()));
    for (const Value& value : field.values) {
      content->depth = std::max(content->depth, value.depth() + 1);
      content->numbers += value.numbers() + 1;
    }
  }
  content->fields = std::move(fields);
  Value out;
  out.class_ = Class::Structure;
  out.shape_ = shape;
  out.structure_ = std::move(content);
  return out;
}

const std::vector<Field>& Value::fields() const {
  static const std::vector<Field> none;
  return structure_ ? structure_->fields : none;
}

const Field* Value::field(std::string_view name) const {
  const auto found =
      std::find_if(fields().begin(), fields().end(), [&](const Field& field) { return field.name == name; });
  return found == fields().end() ? nullptr : &*found;
}

int Value::depth() const { return structure_ ? structure_->depth : 0; }

double Value::numbers() const { return structure_ ? structure_->numbers : size(); }

Value Value::booleans(Shape shape, std::vector<double> zeros_and_ones) {
  Value out = matrix(shape, std::move(zeros_and_ones));
  out.type_ = ElementType::Boolean;
  return out;
}

Value Value::integers(ElementType type, Shape shape, std::vector<double> whole_numbers) {
  assert(sim::is_integer(type));
  Value out = matrix(shape, std::move(whole_numbers));
  out.type_ = type;
  return out;
}

Value Value::enumerated(double number, std::shared_ptr<const std::string> names) {
  Value out = integers(ElementType::Int32, scalar_shape, {number});
  out.enumeration_ = std::move(names);
  return out;
}

Diagnostic compared_enumerations(const std::string& a, const std::string& b) {
  const auto shown = [](const std::string& names) {
    constexpr std::size_t most = 60;
    return "(" + (names.size() <= most ? names : names.substr(0, most - 3) + "...") + ")";
  };
  return error({}, "values of two enumerations are compared, " + shown(a) + " and " + shown(b),
               "compare with a name of the same enumeration, or the numbers: double(x) == double(y)");
}

std::complex<double> Value::element(int k) const {
  const auto at = static_cast<std::size_t>(k);
  return {real_[at], is_complex() ? imaginary_[at] : 0.0};
}

std::optional<double> Value::as_scalar() const {
  if (!is_scalar() || is_complex()) return std::nullopt;
  return real_.front();
}

static bool same(const std::vector<double>& a, const std::vector<double>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](double x, double y) { return x == y || (std::isnan(x) && std::isnan(y)); });
}

static bool same(const std::vector<Field>& a, const std::vector<Field>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const Field& x, const Field& y) { return x.name == y.name && x.values == y.values; });
}

bool Value::operator==(const Value& other) const {
  const bool same_fields = structure_ == other.structure_ || same(fields(), other.fields());
  return same_fields && class_ == other.class_ && type_ == other.type_ && shape_ == other.shape_ &&
         text_ == other.text_ && same(real_, other.real_) && same(imaginary_, other.imaginary_);
}

Value of_same_type(const Value& like, Shape shape, std::vector<double> real, std::vector<double> imaginary) {
  if (like.is_boolean()) return Value::booleans(shape, std::move(real));
  if (like.is_integer()) return Value::integers(like.type(), shape, std::move(real));
  return Value::matrix(shape, std::move(real), std::move(imaginary));
}

std::string class_name(const Value& value) {
  if (value.is_string()) return "char";
  if (is_cell(value)) return "cell";
  if (value.is_structure()) return "struct";
  return value.is_boolean() ? "logical" : std::string(name_of(value.type()));
}

Value narrowed(Value value) {
  const auto& imaginary = value.imaginary();
  if (!value.is_complex()) return value;
  if (std::any_of(imaginary.begin(), imaginary.end(), [](double y) { return !(y == 0); })) return value;
  return Value::matrix(value.shape(), value.real());
}

static std::string quoted(const std::string& text) {
  std::string out = "'";
  for (char c : text) out += c == '\'' ? std::string("''") : std::string(1, c);
  return out + "'";
}

// a+bi where that reads back exactly; the sum loses negative zeros and spreads nan.
static std::string complex_text(double re, double im) {
  const bool negative_zero = (re == 0 && std::signbit(re)) || (im == 0 && std::signbit(im));
  if (!std::isfinite(re) || !std::isfinite(im) || im == 0 || negative_zero) {
    return "complex(" + sim::to_text(re) + "," + sim::to_text(im) + ")";
  }
  return sim::to_text(re) + (im < 0 ? "-" : "+") + sim::to_text(std::abs(im)) + "i";
}

static std::string element_text(const Value& value, int k) {
  if (value.is_boolean()) return value[k] != 0 ? "true" : "false";
  if (!value.is_complex()) return sim::to_text(value[k]);
  return complex_text(value[k], value.imaginary()[static_cast<std::size_t>(k)]);
}

static std::string empty_text(const Value& value) {
  std::string out = "[]";
  if (value.rows() != 0 || value.cols() != 0) {
    out = "zeros(" + std::to_string(value.rows()) + "," + std::to_string(value.cols()) + ")";
  }
  return value.is_boolean() ? out + "==0" : out;
}

static std::string structure_text(const Value& value, std::size_t element) {
  if (is_cell(value)) return to_text(value.fields().front().values[element]);
  std::string out = "struct(";
  for (const Field& field : value.fields()) {
    if (out.back() != '(') out += ',';
    out += quoted(field.name) + ',' + to_text(field.values[element]);
  }
  return out + ')';
}

static std::string structures_text(const Value& value) {
  const bool cell = is_cell(value);
  if (value.shape().is_scalar() && !cell) return structure_text(value, 0);
  std::string out = cell ? "{" : "[";
  for (int i = 0; i < value.rows(); ++i) {
    if (i) out += ';';
    for (int j = 0; j < value.cols(); ++j) {
      if (j) out += cell ? ',' : ' ';
      out += structure_text(value, static_cast<std::size_t>(i + j * value.rows()));
    }
  }
  return out + (cell ? '}' : ']');
}

std::string to_text(const Value& value) {
  if (value.is_string()) return quoted(value.text());
  if (value.is_structure()) return structures_text(value);
  if (value.is_integer())
    return std::string(name_of(value.type())) + "(" + to_text(Value::matrix(value.shape(), value.real())) +
           ")";
  if (value.is_empty()) return empty_text(value);
  if (value.is_scalar()) return element_text(value, 0);
  std::string out = "[";
  for (int i = 0; i < value.rows(); ++i) {
    if (i) out += ";";
    for (int j = 0; j < value.cols(); ++j) {
      if (j) out += " ";
      out += element_text(value, i + j * value.rows());
    }
  }
  return out + "]";
}

std::string describe(const Value& value) {
  if (value.is_string()) return "string";
  if (is_cell(value)) return "cell array of " + sim::to_text(value.shape()) + " elements";
  if (value.is_structure()) {
    std::string names;
    for (const Field& field : value.fields()) names += (names.empty() ? "" : ", ") + field.name;
    if (names.size() > 60) names = names.substr(0, 57) + "...";
    const std::string count = value.shape().is_scalar() ? "" : sim::to_text(value.shape()) + " ";
    return count + "structure (" + names + ")";
  }
  const std::string kind = value.is_complex()   ? "complex "
                           : value.is_integer() ? std::string(name_of(value.type())) + " "
                                                : "";
  return kind + sim::to_text(value.shape());
}

}  // namespace sim::expr
