#pragma once
// What an expression evaluates to: a rows x cols array of numbers or booleans, or a string.
#include <complex>
#include <optional>
#include <string>
#include <vector>

#include "sim_core/base/memory_budget.h"
#include "sim_core/base/shape.h"

namespace sim::expr {

class Value {
 public:
  enum class Class { Double, Boolean, String };

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

  Class value_class() const { return class_; }
  bool is_string() const { return class_ == Class::String; }
  bool is_boolean() const { return class_ == Class::Boolean; }
  bool is_complex() const { return !imaginary_.empty(); }
  bool is_scalar() const { return !is_string() && shape_.is_scalar(); }
  bool is_vector() const { return !is_string() && shape_.is_vector(); }
  bool is_empty() const { return size() == 0; }

  // A string is 1 x its length in bytes.
  Shape shape() const { return shape_; }
  int rows() const { return shape_.rows; }
  int cols() const { return shape_.cols; }
  int size() const { return shape_.size(); }

  const std::vector<double>& real() const { return real_; }            // by column; empty for a string
  const std::vector<double>& imaginary() const { return imaginary_; }  // empty when real
  const std::string& text() const { return text_; }                    // empty unless a string

  double operator[](int k) const { return real_[static_cast<std::size_t>(k)]; }
  double operator()(int row, int col) const { return (*this)[row + col * shape_.rows]; }
  std::complex<double> element(int k) const;

  // The number, when this is a real (or boolean) scalar.
  std::optional<double> as_scalar() const;

  // Same class, shape and elements; nan equals nan, so that a document equals its copy.
  bool operator==(const Value& other) const;

 private:
  Class class_ = Class::Double;
  Shape shape_{0, 0};
  std::vector<double> real_;
  std::vector<double> imaginary_;
  std::string text_;
  MemoryCharge charge_;  // of the elements
};

// Real again when every imaginary part is zero, as the result of any operation is.
Value narrowed(Value value);

// An expression that evaluates to exactly this value, "[1 2;3 4]", wherever no variable hides the
// names inf, nan, true, false, zeros and complex.
std::string to_text(const Value& value);

// "string", "scalar", "[3]", "[2x3]": for messages.
std::string describe(const Value& value);

}  // namespace sim::expr
