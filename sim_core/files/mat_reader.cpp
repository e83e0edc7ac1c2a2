#include <matio.h>

#include <array>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "sim_core/files/mat_file.h"

namespace sim {

namespace {

constexpr std::uintmax_t largest_file = std::uintmax_t{1} << 30;
constexpr std::size_t most_variables = 10'000, most_elements = 100'000'000, longest_text = 4096;
// Of which kind of number a file has most for a byte: one byte each, compressed a thousandfold at the best.
constexpr std::size_t best_compression = 1100;

const char* const remedy = "save it with -v7 (or -v6), which is level 5, as numeric matrices";

struct FileCloser {
  void operator()(mat_t* file) const { Mat_Close(file); }
};
struct VariableCloser {
  void operator()(matvar_t* variable) const { Mat_VarFree(variable); }
};
using Variable = std::unique_ptr<matvar_t, VariableCloser>;

// The header of level 5: 116 bytes of text, 8 for a subsystem, the version 0x0100, and the letters "MI" as a
// number that shows the order of bytes.
Diagnostics check_header(const std::string& path) {
  std::error_code unknown;
  const auto size = std::filesystem::file_size(path, unknown);
  if (unknown) return {error(path, "the file cannot be read: " + unknown.message(), "choose another file")};
  if (size > largest_file)
    return {error(path, "the file is larger than 1 GiB", "save fewer variables in it")};
  std::array<unsigned char, 128> header{};
  std::ifstream file(path, std::ios::binary);
  if (!file.read(reinterpret_cast<char*>(header.data()), header.size()))
    return {error(path, "this is no MAT file", remedy)};
  const bool little = header[126] == 'I' && header[127] == 'M',
             big = header[126] == 'M' && header[127] == 'I';
  const int version = little ? header[125] << 8 | header[124] : header[124] << 8 | header[125];
  if (!little && !big) return {error(path, "this is no MAT file of level 5", remedy)};
  if (version != 0x0100) return {error(path, "this MAT file is of another level than 5", remedy)};
  return {};
}

template <class Number>
std::vector<double> as_doubles(const void* data, std::size_t count) {
  const auto* numbers = static_cast<const Number*>(data);
  return {numbers, numbers + count};
}

std::vector<double> as_doubles(matio_classes type, const void* data, std::size_t count) {
  if (!data) return {};
  switch (type) {
    case MAT_C_DOUBLE:
      return as_doubles<double>(data, count);
    case MAT_C_SINGLE:
      return as_doubles<float>(data, count);
    case MAT_C_INT8:
      return as_doubles<std::int8_t>(data, count);
    case MAT_C_UINT8:
      return as_doubles<std::uint8_t>(data, count);
    case MAT_C_INT16:
      return as_doubles<std::int16_t>(data, count);
    case MAT_C_UINT16:
      return as_doubles<std::uint16_t>(data, count);
    case MAT_C_INT32:
      return as_doubles<std::int32_t>(data, count);
    case MAT_C_UINT32:
      return as_doubles<std::uint32_t>(data, count);
    case MAT_C_INT64:
      return as_doubles<std::int64_t>(data, count);
    case MAT_C_UINT64:
      return as_doubles<std::uint64_t>(data, count);
    default:
      return {};
  }
}

bool is_number(matio_classes type) { return type >= MAT_C_DOUBLE && type <= MAT_C_UINT64; }

// The texts of a structure of texts, by field.
std::map<std::string, std::string> texts_of(matvar_t& structure) {
  std::map<std::string, std::string> texts;
  char* const* fields = Mat_VarGetStructFieldnames(&structure);
  const unsigned count = fields ? Mat_VarGetNumberOfFields(&structure) : 0;
  for (unsigned k = 0; k < count; ++k) {
    const matvar_t* field = Mat_VarGetStructFieldByName(&structure, fields[k], 0);
    if (field && field->class_type == MAT_C_CHAR && field->data && field->nbytes <= longest_text &&
        (field->data_type == MAT_T_UTF8 || field->data_type == MAT_T_UINT8 || field->data_type == MAT_T_INT8))
      // The library may fill up with zeros.
      texts[fields[k]].assign(static_cast<const char*>(field->data),
                              strnlen(static_cast<const char*>(field->data), field->nbytes));
  }
  return texts;
}

class Reader {
 public:
  explicit Reader(const std::string& path)
      : path_(path),
        file_size_(std::filesystem::file_size(path)),
        file_(Mat_Open(path.c_str(), MAT_ACC_RDONLY)) {}

  Result<std::vector<MatVariable>> read() {
    if (!file_ || Mat_GetVersion(file_.get()) != MAT_FT_MAT5) return refuse("this is no MAT file of level 5");
    for (std::size_t count = 0;; ++count) {
      if (count == most_variables) return refuse("the file has more than 10,000 variables");
      const Variable variable(Mat_VarReadNextInfo(file_.get()));
      if (!variable) break;
      if (Diagnostics problems = take(*variable); !problems.empty()) return problems;
    }
    for (MatVariable& variable : found_)
      if (const auto original = originals_.find(variable.name); original != originals_.end())
        variable.name = original->second;
    return std::move(found_);
  }

 private:
  Diagnostics refuse(const std::string& why) const { return {error(path_, why, remedy)}; }

  Diagnostics take(matvar_t& variable) {
    if (!variable.name || variable.rank != 2 || !variable.dims) return {};
    const std::string name = variable.name;
    const std::size_t rows = variable.dims[0], columns = variable.dims[1];
    if (variable.class_type == MAT_C_STRUCT && name == "names" && rows == 1 && columns == 1) {
      if (Mat_VarReadDataAll(file_.get(), &variable) == 0) originals_ = texts_of(variable);
      return {};
    }
    if (!is_number(variable.class_type)) return {};
    const std::size_t room = std::min(most_elements - elements_, file_size_ * best_compression);
    if (columns != 0 && rows > room / columns)
      return refuse("its variable '" + name + "' is larger than the file can be or may be");
    const std::size_t count = rows * columns;
    MatVariable read{name, rows, columns, {}, {}};
    if (count > 0) {
      if (Mat_VarReadDataAll(file_.get(), &variable) != 0 || !variable.data)
        return refuse("its variable '" + name + "' is damaged");
      if (variable.isComplex) {
        const auto* parts = static_cast<const mat_complex_split_t*>(variable.data);
        read.values = as_doubles(variable.class_type, parts->Re, count);
        read.imaginary = as_doubles(variable.class_type, parts->Im, count);
      } else {
        read.values = as_doubles(variable.class_type, variable.data, count);
      }
      if (read.values.size() != count) return refuse("its variable '" + name + "' is damaged");
    }
    elements_ += count;
    found_.push_back(std::move(read));
    return {};
  }

  std::string path_;
  std::size_t file_size_;
  std::unique_ptr<mat_t, FileCloser> file_;
  std::vector<MatVariable> found_;
  std::map<std::string, std::string> originals_;
  std::size_t elements_ = 0;
};

}  // namespace

Result<std::vector<MatVariable>> read_mat_file(const std::string& path) {
  if (Diagnostics problems = check_header(path); !problems.empty()) return problems;
  return Reader(path).read();
}

}  // namespace sim
