#pragma once
// What an expression evaluates to: a rows x cols array of numbers, of booleans, of integers of some type or
// of structures, or a string.
#include <complex>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim_core/base/diagnostic.h"
#include "sim_core/base/element_type.h"
#include "sim_core/base/memory_budget.h"
#include "sim_core/base/shape.h"

namespace sim::expr {

struct Field;

class Value {
 public:
  Value() = default;  // the empty matrix, []
  static Value scalar(double value);
  static Value boolean(bool value);
  static Value complex(std::complex<double> value);
  static Value string(std::string value);
  static Value vector(std::vector<double> elements);  // n x 1
  static Value row(std::vector<double> elements);     // 1 x n
  // Elements by column, as many as `shape` has; no imaginary parts makes it real.
  static Value matrix(Shape shape, std::vector<double> real, std::vector<double> imaginary = {});
  static Value booleans(Shape shape, std::vector<double> zeros_and_ones);
  // Whole numbers within the range of the type (integers.h).
  static Value integers(ElementType type, Shape shape, std::vector<double> whole_numbers);
  // A whole number of int32 that is one of the names of an enumeration, such as "Red, Green".
  static Value enumerated(double number, std::shared_ptr<const std::string> names);
  // Each field has as many values as `shape` has elements, by column; copies share them. Field names differ.
  static Value structure(Shape shape, std::vector<Field> fields);

  bool is_string() const { return class_ == Class::String; }
  bool is_structure() const { return class_ == Class::Structure; }
  bool is_numeric() const { return class_ == Class::Numbers; }  // numbers, booleans or integers
  bool is_boolean() const { return type_ == ElementType::Boolean; }
  bool is_integer() const { return sim::is_integer(type_); }
  ElementType type() const { return type_; }  // Double, Boolean or an integer type; Double unless numeric
  bool is_complex() const { return !imaginary_.empty(); }
  // The names of the enumeration that it is a value of; null: of none. What is computed with it is a number.
  const std::shared_ptr<const std::string>& enumeration() const { return enumeration_; }
  bool is_scalar() const { return is_numeric() && shape_.is_scalar(); }
  bool is_vector() const { return is_numeric() && shape_.is_vector(); }
  bool is_empty() const { return size() == 0; }

  // A string is 1 x its length in bytes.
  Shape shape() const { return shape_; }
  int rows() const { return shape_.rows; }
  int cols() const { return shape_.cols; }
  int size() const { return shape_.size(); }

  const std::vector<double>& real() const { return real_; }            // by column; empty unless numeric
  const std::vector<double>& imaginary() const { return imaginary_; }  // empty when real
  const std::string& text() const { return text_; }                    // empty unless a string
  const std::vector<Field>& fields() const;                            // in order; empty unless a structure
  const Field* field(std::string_view name) const;                     // null when there is none
  int depth() const;       // how many structures are within one another; 0 unless a structure
  double numbers() const;  // elements in all of it, each value of a field counted once more

  double operator[](int k) const { return real_[static_cast<std::size_t>(k)]; }
  double operator()(int row, int col) const { return (*this)[row + col * shape_.rows]; }
  std::complex<double> element(int k) const;

  // The number, when this is a real (or boolean) scalar.
  std::optional<double> as_scalar() const;

  // Same class, shape and elements, whatever the enumeration; nan equals nan, so that a document equals its
  // copy.
  bool operator==(const Value& other) const;

 private:
  enum class Class { Numbers, String, Structure };
  Class class_ = Class::Numbers;
  ElementType type_ = ElementType::Double;
  Shape shape_{0, 0};
  std::vector<double> real_;
  std::vector<double> imaginary_;
  std::string text_;
  std::shared_ptr<const std::string> enumeration_;
  struct Structure;
  std::shared_ptr<const Structure> structure_;
  MemoryCharge charge_;  // of the elements
};

// A member of a structure.
struct Field {
  std::string name;
  std::vector<Value> values;  // of each element
};

// Elements of the type of `like`; these are real unless they are of type double.
Value of_same_type(const Value& like, Shape shape, std::vector<double> real,
                   std::vector<double> imaginary = {});

// Whether both are values of enumerations, which differ.
inline bool differ(const std::shared_ptr<const std::string>& a, const std::shared_ptr<const std::string>& b) {
  return a && b && *a != *b;
}
// Why they are not compared.
Diagnostic compared_enumerations(const std::string& a, const std::string& b);

// "double", "logical", "int8", "char", "struct" or "cell".
std::string class_name(const Value& value);

// Real again when every imaginary part is zero, as the result of any operation is.
Value narrowed(Value value);

// An expression that evaluates to exactly this value, "[1 2;3 4]", "int8(5)" or "struct('R',1,'L',2)",
// wherever no variable hides the names inf, nan, true, false, zeros, complex, struct and of types.
std::string to_text(const Value& value);

// "string", "scalar", "[3]", "int8 [2x3]", "structure (R, L)": for messages.
std::string describe(const Value& value);

}  // namespace sim::expr
