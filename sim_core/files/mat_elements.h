#pragma once
// The data elements of a MAT file of level 5, in memory: a tag with type and length, then bytes. Nothing in
// them is believed: what does not fit is an end.
//
// MATLAB: MAT-File Format, The MathWorks, chapter 1, "Level 5 MAT-File Format".
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "sim_core/base/element_type.h"

namespace sim::mat {

using Bytes = std::span<const unsigned char>;

enum class Type : std::uint32_t {
  Int8 = 1,
  UInt8 = 2,
  Int16 = 3,
  UInt16 = 4,
  Int32 = 5,
  UInt32 = 6,
  Single = 7,
  Double = 9,
  Int64 = 12,
  UInt64 = 13,
  Matrix = 14,
  Compressed = 15,
  Utf8 = 16
};

struct Tag {
  Type type{};
  std::uint32_t size = 0;  // bytes
};
// The first 8 bytes of an element that is not a small one; `swapped`: of the other byte order.
Tag read_tag(Bytes bytes, bool swapped);

struct Element {
  Type type{};
  Bytes content;  // as much of it as there is
  bool whole = true;
};

// One element after the other.
class Elements {
 public:
  Elements(Bytes bytes, bool swapped) : rest_(bytes), swapped_(swapped) {}
  std::optional<Element> next();
  // The next one, where it is of this type and whole.
  std::optional<Bytes> next(Type type);
  bool swapped() const { return swapped_; }

 private:
  Bytes rest_;
  bool swapped_;
};

// The first `count` numbers of an element of numbers; none where it has fewer, or is none.
std::optional<std::vector<double>> numbers(const Element& element, std::size_t count, bool swapped);

enum class Class : unsigned char { Structure = 2, Text = 4, Double = 6, UInt64 = 15 };

// What the first elements of a matrix say.
struct MatrixHeader {
  unsigned char matrix_class = 0;
  bool complex = false, logical = false;
  std::vector<double> dimensions;
  std::string name;
  bool is_numeric() const {
    return matrix_class >= static_cast<unsigned char>(Class::Double) &&
           matrix_class <= static_cast<unsigned char>(Class::UInt64);
  }
  ElementType type() const;  // of a numeric one
};
std::optional<MatrixHeader> read_matrix_header(Elements& elements);

// The texts of a structure of texts, by field; `elements` behind its header. Empty: it is none.
std::vector<std::pair<std::string, std::string>> read_texts(Elements& elements);

// At most `most` bytes of what is compressed; fewer: there are no more, or they are damaged.
std::vector<unsigned char> unpacked(Bytes bytes, std::size_t most);

}  // namespace sim::mat
