#include <matio.h>

#include <filesystem>
#include <utility>

#include "sim_core/base/lazy_library.h"
#include "sim_core/files/mat_file.h"

namespace sim {

namespace {

// It pulls in HDF5 and with that libraries of networks, some forty files.
struct Matio {
  LazyLibrary library{FLUXION_MATIO};
  SIM_FUNCTION(library, Mat_CreateVer)
  SIM_FUNCTION(library, Mat_Close)
  SIM_FUNCTION(library, Mat_VarCreate)
  SIM_FUNCTION(library, Mat_VarCreateStruct)
  SIM_FUNCTION(library, Mat_VarSetStructFieldByName)
  SIM_FUNCTION(library, Mat_VarWrite)
  SIM_FUNCTION(library, Mat_VarFree)
};

const Matio& matio() {
  static const Matio library;
  return library;
}

}  // namespace

static constexpr std::size_t longest_name = 63;

struct MatWriter::Library {
  mat_t* file = nullptr;
};

MatWriter::MatWriter(const std::string& path)
    : library_(std::make_unique<Library>()), path_(path), taken_{"names"} {
  if (matio().library)
    library_->file =
        matio().Mat_CreateVer(path.c_str(), "MATLAB 5.0 MAT-file, written by Fluxion", MAT_FT_MAT5);
  good_ = library_->file != nullptr;
}

MatWriter::~MatWriter() {
  if (library_->file) matio().Mat_Close(library_->file);
}

static std::string allowed_name(std::string_view name) {
  std::string out;
  for (const char c : name) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    const bool other = (c >= '0' && c <= '9') || c == '_';
    if (letter || (other && !out.empty()))
      out += c;
    else if (!out.empty() && out.back() != '_')
      out += '_';  // "y[1]" -> "y_1"
  }
  while (!out.empty() && out.back() == '_' && !name.ends_with('_')) out.pop_back();
  if (out.empty()) out = "signal";
  return out.substr(0, longest_name);
}

std::string MatWriter::free_name(std::string_view name) {
  const std::string wanted = allowed_name(name);
  std::string free = wanted;
  for (int k = 2; taken_.contains(free); ++k) {
    const std::string ending = "_" + std::to_string(k);
    free = wanted.substr(0, longest_name - ending.size()) + ending;
  }
  taken_.insert(free);
  if (free != name) originals_[free] = name;
  return free;
}

std::string MatWriter::add(std::string_view name, std::size_t rows, std::size_t columns,
                           std::span<const double> values) {
  if (!good_ || values.size() != rows * columns || values.size_bytes() > max_mat_variable_bytes) {
    good_ = false;
    return {};
  }
  const std::string free = free_name(name);
  std::size_t dimensions[] = {rows, columns};
  // The library does not write through the pointer.
  matvar_t* variable = matio().Mat_VarCreate(free.c_str(), MAT_C_DOUBLE, MAT_T_DOUBLE, 2, dimensions,
                                             const_cast<double*>(values.data()), MAT_F_DONT_COPY_DATA);
  good_ = variable && matio().Mat_VarWrite(library_->file, variable, MAT_COMPRESSION_NONE) == 0;
  if (variable) matio().Mat_VarFree(variable);
  written_ += values.size_bytes();
  return good_ ? free : std::string();
}

static matvar_t* made(const char* name, const MatMember& member);

static matvar_t* made(const char* name, std::span<const MatMember> members) {
  std::vector<const char*> fields;
  for (const MatMember& member : members) fields.push_back(member.name.c_str());
  std::size_t one[] = {1, 1};
  matvar_t* structure =
      matio().Mat_VarCreateStruct(name, 2, one, fields.data(), static_cast<unsigned>(fields.size()));
  for (const MatMember& member : members) {
    if (!structure) break;
    matvar_t* field = made(nullptr, member);
    if (field)
      matio().Mat_VarSetStructFieldByName(structure, member.name.c_str(), 0, field);
    else
      matio().Mat_VarFree(std::exchange(structure, nullptr));
  }
  return structure;
}

// Null: it could not be made. Its recursion is as deep as structures are within one another.
static matvar_t* made(const char* name, const MatMember& member) {
  if (member.kind == MatMember::Kind::Structure) return made(name, member.members);
  const bool text = member.kind == MatMember::Kind::Text;
  std::size_t dimensions[] = {text ? 1 : member.rows, text ? member.text.size() : member.columns};
  const void* data = text ? static_cast<const void*>(member.text.data()) : member.values.data();
  return matio().Mat_VarCreate(name, text ? MAT_C_CHAR : MAT_C_DOUBLE, text ? MAT_T_UTF8 : MAT_T_DOUBLE, 2,
                               dimensions, const_cast<void*>(data), 0);
}

static std::size_t bytes_of(std::span<const MatMember> members) {
  std::size_t bytes = 0;
  for (const MatMember& member : members)
    bytes += member.values.size() * sizeof(double) + member.text.size() + bytes_of(member.members);
  return bytes;
}

std::string MatWriter::add(std::string_view name, std::span<const MatMember> members) {
  const std::size_t bytes = bytes_of(members);
  good_ = good_ && bytes <= max_mat_variable_bytes;
  if (!good_) return {};
  const std::string free = free_name(name);
  matvar_t* variable = made(free.c_str(), members);
  good_ = variable && matio().Mat_VarWrite(library_->file, variable, MAT_COMPRESSION_NONE) == 0;
  if (variable) matio().Mat_VarFree(variable);
  written_ += bytes;
  return good_ ? free : std::string();
}

void MatWriter::add_names() {
  if (originals_.empty()) return;
  std::vector<MatMember> members;
  for (const auto& [name, original] : originals_)
    members.push_back({.name = name, .kind = MatMember::Kind::Text, .text = original});
  matvar_t* names = made("names", members);
  good_ = names != nullptr;
  good_ = good_ && matio().Mat_VarWrite(library_->file, names, MAT_COMPRESSION_NONE) == 0;
  if (names) matio().Mat_VarFree(names);
}

bool MatWriter::finish() {
  if (good_) add_names();
  if (library_->file) good_ = matio().Mat_Close(library_->file) == 0 && good_;
  library_->file = nullptr;
  // A full disk shows in the file's size.
  std::error_code unknown;
  return good_ && std::filesystem::file_size(path_, unknown) >= written_ && !unknown;
}

}  // namespace sim
