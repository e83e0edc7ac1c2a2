#pragma once
// A value as Scilab has it: a matrix of numbers or strings, or a list. The parameters of a block are such
// values.
#include <string>
#include <vector>

namespace sim::importing::xcos {

struct ScilabValue {
  enum class Kind { None, Numbers, Texts, List };
  Kind kind = Kind::None;
  int rows = 0, columns = 0;
  std::vector<double> numbers = {};  // by column, real parts
  std::vector<double> imaginary = {};
  std::vector<std::string> texts = {};  // by column
  std::vector<ScilabValue> items = {};  // of a list
  bool operator==(const ScilabValue&) const = default;
};

}  // namespace sim::importing::xcos
