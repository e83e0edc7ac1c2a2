#pragma once
// Matrices of a MAT file as values, and the objects in it. See workspace_data.h.
#include <optional>
#include <string>
#include <vector>

#include "sim_core/expr/value.h"
#include "sim_core/files/mat_elements.h"

namespace sim::importing::simulink {

// At most so many numbers are taken from a file.
inline constexpr double max_workspace_numbers = 100'000;

// The value of a matrix, whose content this is; none: it is of another kind, damaged, or too large.
std::optional<expr::Value> matrix_value(mat::Bytes content, bool swapped, int depth = 0);

// An opaque variable: flags, its name, the word MCOS, its class, and a list of numbers that says which object
// it is.
struct ObjectVariable {
  std::string name, class_name;
  std::uint32_t object = 0;
};
std::optional<ObjectVariable> object_variable(mat::Bytes content, bool swapped);

// The objects of a file, by number.
class MatObjects {
 public:
  // Of the element that holds them; none: it is none.
  static std::optional<MatObjects> read(mat::Bytes matrix, bool swapped);
  // What the property of this object is worth, where it has been given a value.
  std::optional<expr::Value> property(std::uint32_t object, std::string_view name) const;

 private:
  struct Given {
    std::string name;
    std::uint32_t kind, value;
  };
  std::uint32_t number_at(std::size_t byte) const;
  std::vector<Given> properties_at(std::size_t region, std::size_t end, std::uint32_t index) const;
  std::string name_at(std::uint32_t index) const;

  bool swapped_ = false;
  std::vector<unsigned char> table_;
  std::vector<std::string> names_;
  std::vector<std::vector<unsigned char>> cells_;  // contents of matrices
};

}  // namespace sim::importing::simulink
