// Reads MAT files of level 5. The library that writes them (mat_writer.cpp) is not used here: of damaged
// files it believes the dimensions of structures, and then does not come to an end.
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "sim_core/files/mat_elements.h"
#include "sim_core/files/mat_file.h"

namespace sim {

namespace {

static_assert(std::endian::native == std::endian::little);
constexpr std::uintmax_t largest_file = std::uintmax_t{1} << 30;
constexpr std::size_t most_variables = 10'000, most_elements = 100'000'000, header_bytes = 128;
// Of which kind of number a file has most for a byte: one byte each, compressed a thousandfold at the best.
constexpr std::size_t best_compression = 1100;

const char* const remedy = "save it with -v7 (or -v6), which is level 5, as numeric matrices";

// The header of level 5: 116 bytes of text, 8 for a subsystem, the version 0x0100, and the letters "MI" as a
// number that shows the order of bytes.
Result<bool> is_swapped(const std::string& path) {
  std::error_code unknown;
  const auto size = std::filesystem::file_size(path, unknown);
  if (unknown) return error(path, "the file cannot be read: " + unknown.message(), "choose another file");
  if (size > largest_file) return error(path, "the file is larger than 1 GiB", "save fewer variables in it");
  std::array<unsigned char, 128> header{};
  std::ifstream file(path, std::ios::binary);
  if (!file.read(reinterpret_cast<char*>(header.data()), header.size()))
    return error(path, "this is no MAT file", remedy);
  const bool little = header[126] == 'I' && header[127] == 'M',
             big = header[126] == 'M' && header[127] == 'I';
  const int version = little ? header[125] << 8 | header[124] : header[124] << 8 | header[125];
  if (!little && !big) return error(path, "this is no MAT file of level 5", remedy);
  if (version != 0x0100) return error(path, "this MAT file is of another level than 5", remedy);
  return big;  // this machine is not
}

class Reader {
 public:
  Reader(const std::string& path, bool swapped)
      : path_(path),
        swapped_(swapped),
        file_size_(std::filesystem::file_size(path)),
        file_(path, std::ios::binary) {}

  Result<std::vector<MatVariable>> read() {
    file_.seekg(header_bytes);
    std::array<unsigned char, 8> tag_bytes{};
    for (std::size_t count = 0, at = header_bytes; read_bytes(tag_bytes); ++count) {
      if (count == most_variables) return refuse("the file has more than 10,000 variables");
      const mat::Tag tag = mat::read_tag(tag_bytes, swapped_);
      at += tag_bytes.size();
      if (tag.size > file_size_ - at) return refuse("the file is cut off or damaged");
      std::vector<unsigned char> content(tag.size);
      if (!read_bytes(content)) return refuse("the file cannot be read to its end");
      at += tag.size;
      if (Diagnostics problems = take(tag.type, content); !problems.empty()) return problems;
    }
    for (MatVariable& variable : found_)
      if (const auto original = originals_.find(variable.name); original != originals_.end())
        variable.name = original->second;
    return std::move(found_);
  }

 private:
  Diagnostics refuse(const std::string& why) const { return {error(path_, why, remedy)}; }

  bool read_bytes(std::span<unsigned char> into) {
    return static_cast<bool>(
        file_.read(reinterpret_cast<char*>(into.data()), static_cast<std::streamsize>(into.size())));
  }

  Diagnostics take(mat::Type type, const std::vector<unsigned char>& content) {
    if (type == mat::Type::Matrix) return take_matrix(content);
    if (type != mat::Type::Compressed) return {};
    // Enough for its header, which says how much there has to be.
    constexpr std::size_t first = 1 << 16;
    const auto begin = inside(mat::unpacked(content, first));
    mat::Elements elements(begin, swapped_);
    const auto header = mat::read_matrix_header(elements);
    if (!header) return {};
    const auto room = room_for(*header);
    if (header->is_numeric() && !room) return too_large(header->name);
    constexpr std::size_t names_at_most = 1 << 24;
    const std::size_t most = header->is_numeric() ? first + 2 * sizeof(double) * *room : names_at_most;
    if (!header->is_numeric() && header->name != "names") return {};
    return take_matrix(inside(mat::unpacked(content, most)));
  }

  // What is compressed is a matrix with a tag of its own.
  std::vector<unsigned char> inside(std::vector<unsigned char> element) const {
    constexpr std::size_t tag = 8;
    if (element.size() < tag || mat::read_tag(element, swapped_).type != mat::Type::Matrix) return {};
    element.erase(element.begin(), element.begin() + tag);
    return element;
  }

  // How many elements it has; none: more than there can be.
  std::optional<std::size_t> room_for(const mat::MatrixHeader& header) const {
    if (header.dimensions.size() != 2) return 0;
    const double rows = header.dimensions[0], columns = header.dimensions[1];
    const auto room = static_cast<double>(std::min(most_elements - elements_, file_size_ * best_compression));
    if (rows < 0 || columns < 0 || rows * columns > room) return std::nullopt;
    return static_cast<std::size_t>(rows * columns);
  }
  Diagnostics too_large(const std::string& name) const {
    return refuse("its variable '" + name + "' is larger than the file can be or may be");
  }

  Diagnostics take_matrix(mat::Bytes content) {
    mat::Elements elements(content, swapped_);
    const auto header = mat::read_matrix_header(elements);
    if (!header || header->dimensions.size() != 2) return {};
    if (header->matrix_class == static_cast<unsigned char>(mat::Class::Structure) &&
        header->name == "names" && header->dimensions == std::vector<double>{1, 1})
      for (auto& [field, text] : mat::read_texts(elements)) originals_[field] = std::move(text);
    if (!header->is_numeric()) return {};
    const auto count = room_for(*header);
    if (!count) return too_large(header->name);
    MatVariable variable{header->name,
                         static_cast<std::size_t>(header->dimensions[0]),
                         static_cast<std::size_t>(header->dimensions[1]),
                         {},
                         {},
                         header->type()};
    for (std::vector<double>* part : {&variable.values, &variable.imaginary}) {
      if (*count == 0 || (part == &variable.imaginary && !header->complex)) continue;
      const auto element = elements.next();
      auto read = element ? mat::numbers(*element, *count, swapped_) : std::nullopt;
      if (!read) return refuse("its variable '" + header->name + "' is damaged");
      *part = *std::move(read);
    }
    elements_ += *count;
    found_.push_back(std::move(variable));
    return {};
  }

  std::string path_;
  bool swapped_;
  std::size_t file_size_;
  std::ifstream file_;
  std::vector<MatVariable> found_;
  std::map<std::string, std::string> originals_;
  std::size_t elements_ = 0;
};

}  // namespace

Result<std::vector<MatVariable>> read_mat_file(const std::string& path) {
  const auto swapped = is_swapped(path);
  if (!swapped) return swapped.errors();
  return Reader(path, *swapped).read();
}

}  // namespace sim
