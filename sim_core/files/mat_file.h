#pragma once
// MAT files of level 5, the tables of numbers that MATLAB, Octave, Scilab and SciPy exchange.
#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sim_core/base/element_type.h"
#include "sim_core/base/result.h"

namespace sim {

// A matrix, by columns. `imaginary` is empty when it is real.
struct MatVariable {
  std::string name;
  std::size_t rows = 0, columns = 0;
  std::vector<double> values, imaginary = {};
  ElementType type = ElementType::Double;  // as the file has it
};

// Writes one variable after the other. The file is there, and whole, after finish() only if that is true.
// A member of a structure: a matrix by columns, a text, or a structure itself.
struct MatMember {
  enum class Kind { Matrix, Text, Structure };
  std::string name;
  Kind kind = Kind::Matrix;
  std::size_t rows = 0, columns = 0;
  std::vector<double> values = {};
  std::string text = {};
  std::vector<MatMember> members = {};
};

class MatWriter {
 public:
  // An existing file is overwritten in place: give it one that nobody reads yet.
  explicit MatWriter(const std::string& path);
  ~MatWriter();
  MatWriter(const MatWriter&) = delete;
  MatWriter& operator=(const MatWriter&) = delete;

  // `values` by columns. The name becomes one that such files allow (letters, digits and _, a letter first,
  // at most 63, none twice); returns it, empty when the variable could not be written. One variable holds
  // less than 2 GiB.
  std::string add(std::string_view name, std::size_t rows, std::size_t columns,
                  std::span<const double> values);
  // A structure, likewise. Names of its members are allowed ones.
  std::string add(std::string_view name, std::span<const MatMember> members);
  // Closes the file, with a structure `names` of the original names of those that had to be changed.
  bool finish();

 private:
  struct Library;
  std::string free_name(std::string_view name);
  void add_names();

  std::unique_ptr<Library> library_;
  std::string path_;
  std::set<std::string> taken_;
  std::map<std::string, std::string> originals_;  // by name in the file
  std::size_t written_ = 0;
  bool good_ = true;
};

// The most bytes that one variable of such a file holds.
inline constexpr std::size_t max_mat_variable_bytes = (std::size_t{1} << 31) - 64;

// The numeric matrices of a file, whatever their type, under their original names where `names` has them;
// what is no matrix of numbers is passed over. The file is not trusted: one that is damaged, too large (1
// GiB, 10,000 variables, 1e8 elements) or of another level is a diagnostic.
Result<std::vector<MatVariable>> read_mat_file(const std::string& path);

}  // namespace sim
