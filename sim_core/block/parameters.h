#pragma once
// What a block's parameters are: their declaration, and their values once evaluated.
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim_core/base/element_type.h"
#include "sim_core/base/memory_budget.h"
#include "sim_core/base/shape.h"

namespace sim {

// The handle of a parameter that a declaration hands out.
struct Param {
  int index = -1;
};

enum class ParameterKind {
  Real,        // an expression that gives a scalar, vector or matrix
  Integer,     // an expression that gives a whole number
  SampleTime,  // an expression that gives -1, a period, or [period, offset]
  Choice,      // one of `choices`
  Flag,        // "on" or "off"
  Text,        // as it stands: the signs of a sum, the name of a file
  Formula,     // an expression over the block's inputs, "sin(u[1])"; not evaluated beforehand
  Script,      // a program over the block's inputs (expr/script.h), of several lines
};

struct ParameterValue {
  Shape shape;
  std::vector<double> numbers;    // Real, Integer: the elements by column; Flag: 1 or 0; Choice: the index
  std::vector<double> imaginary;  // of complex elements; empty where all are real
  std::string text;               // Choice, Text, Formula, Script
  MemoryCharge charge = {};       // of the elements
  ElementType type = ElementType::Double;  // an integer type where the expression gives such numbers
  double number() const { return numbers.empty() ? 0 : numbers.front(); }
};

struct FormerChoice {
  std::string before, now;
};

struct ParameterSpec {
  std::string name;   // as in the file, "k"
  std::string label;  // as in the dialog, "Gain"
  std::string unit;
  std::string doc;
  ParameterKind kind = ParameterKind::Real;
  std::string default_text = "0";
  double minimum = -std::numeric_limits<double>::infinity();
  double maximum = std::numeric_limits<double>::infinity();
  std::optional<double> automatic = {};  // what the text "auto" stands for, where that may be written
  std::vector<std::string> choices;
  bool scalar_only = false;
  bool advanced = false;  // rarely changed: shown last
  bool may_be_complex = false;
  bool tunable = true;  // may change while the simulation runs; only Real is ever tunable
  bool looks = false;   // only what is seen of the block: no equation and no run reads it
  bool apart = false;   // about the block, not of its signals: its dimensions are not theirs
  std::optional<ParameterValue> default_value;  // of default_text; in a block library
  // What files have called it, or a choice of it, before: read for ever, never written.
  std::vector<std::string> former_names = {};
  std::vector<FormerChoice> former_choices = {};

  bool is_called(std::string_view given) const;  // by its name or a former one
  // The present spelling of a choice; any other text as it is.
  const std::string& present_choice(const std::string& given) const;
};

// In the order of declaration.
class ParameterValues : public std::vector<ParameterValue> {
 public:
  using std::vector<ParameterValue>::vector;
  const ParameterValue& of(Param p) const { return (*this)[static_cast<std::size_t>(p.index)]; }
};

}  // namespace sim
