#include "sim_core/files/mat_elements.h"

#include <zlib.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

namespace sim::mat {

static constexpr std::size_t tag_bytes = 8, longest_text = 4096, most_dimensions = 32;

// A number as it lies in the file.
template <class Number>
static Number load(const unsigned char* at, bool swapped) {
  unsigned char bytes[sizeof(Number)];
  std::memcpy(bytes, at, sizeof bytes);
  if (swapped) std::reverse(std::begin(bytes), std::end(bytes));
  Number number;
  std::memcpy(&number, bytes, sizeof bytes);
  return number;
}

Tag read_tag(Bytes bytes, bool swapped) {
  return {static_cast<Type>(load<std::uint32_t>(bytes.data(), swapped)),
          load<std::uint32_t>(bytes.data() + 4, swapped)};
}

std::optional<Element> Elements::next() {
  if (rest_.size() < tag_bytes) return std::nullopt;
  const Tag tag = read_tag(rest_, swapped_);
  const auto word = static_cast<std::uint32_t>(tag.type);
  if (const std::size_t small = word >> 16; small > 0) {  // length, type and content in 8 bytes
    if (small > 4) return std::nullopt;
    const Element element{static_cast<Type>(word & 0xFFFF), rest_.subspan(4, small), true};
    rest_ = rest_.subspan(tag_bytes);
    return element;
  }
  const Bytes behind = rest_.subspan(tag_bytes);
  const std::size_t size = std::min<std::size_t>(tag.size, behind.size());
  const std::size_t padded = std::min<std::size_t>((std::size_t{tag.size} + 7) / 8 * 8, behind.size());
  rest_ = behind.subspan(padded);
  return Element{tag.type, behind.first(size), size == tag.size};
}

std::optional<Bytes> Elements::next(Type type) {
  const auto element = next();
  if (!element || element->type != type || !element->whole) return std::nullopt;
  return element->content;
}

template <class Number>
static std::optional<std::vector<double>> numbers_of(Bytes bytes, std::size_t count, bool swapped) {
  if (bytes.size() / sizeof(Number) < count) return std::nullopt;
  std::vector<double> all(count);
  for (std::size_t k = 0; k < count; ++k)
    all[k] = static_cast<double>(load<Number>(bytes.data() + k * sizeof(Number), swapped));
  return all;
}

std::optional<std::vector<double>> numbers(const Element& element, std::size_t count, bool swapped) {
  switch (element.type) {
    case Type::Int8:
      return numbers_of<std::int8_t>(element.content, count, swapped);
    case Type::UInt8:
      return numbers_of<std::uint8_t>(element.content, count, swapped);
    case Type::Int16:
      return numbers_of<std::int16_t>(element.content, count, swapped);
    case Type::UInt16:
      return numbers_of<std::uint16_t>(element.content, count, swapped);
    case Type::Int32:
      return numbers_of<std::int32_t>(element.content, count, swapped);
    case Type::UInt32:
      return numbers_of<std::uint32_t>(element.content, count, swapped);
    case Type::Single:
      return numbers_of<float>(element.content, count, swapped);
    case Type::Double:
      return numbers_of<double>(element.content, count, swapped);
    case Type::Int64:
      return numbers_of<std::int64_t>(element.content, count, swapped);
    case Type::UInt64:
      return numbers_of<std::uint64_t>(element.content, count, swapped);
    default:
      return std::nullopt;
  }
}

static std::string text_of(Bytes bytes) {
  const auto end = std::find(bytes.begin(), bytes.end(), 0);  // some writers fill up with zeros
  return {bytes.begin(), end};
}

std::optional<MatrixHeader> read_matrix_header(Elements& elements) {
  MatrixHeader header;
  const auto flags = elements.next(Type::UInt32);
  if (!flags || flags->size() < 8) return std::nullopt;
  const auto word = load<std::uint32_t>(flags->data(), elements.swapped());
  header.matrix_class = static_cast<unsigned char>(word & 0xFF);
  header.complex = (word & 0x800) != 0;
  header.logical = (word & 0x200) != 0;
  const auto dimensions = elements.next();
  if (!dimensions || dimensions->type != Type::Int32) return std::nullopt;
  const std::size_t rank = dimensions->content.size() / sizeof(std::int32_t);
  if (rank > most_dimensions) return std::nullopt;
  header.dimensions = *numbers(*dimensions, rank, elements.swapped());
  const auto name = elements.next(Type::Int8);
  if (!name || name->size() > longest_text) return std::nullopt;
  header.name = text_of(*name);
  return header;
}

ElementType MatrixHeader::type() const {
  using enum ElementType;
  constexpr ElementType types[] = {Double, Single, Int8, UInt8, Int16, UInt16, Int32, UInt32, Int64, UInt64};
  if (logical) return Boolean;
  return is_numeric() ? types[matrix_class - static_cast<int>(Class::Double)] : Double;
}

std::vector<std::pair<std::string, std::string>> read_texts(Elements& elements) {
  const auto length = elements.next(Type::Int32);
  const auto fields = elements.next(Type::Int8);
  if (!length || length->size() < 4 || !fields) return {};
  const auto each = load<std::int32_t>(length->data(), elements.swapped());
  if (each <= 0) return {};
  std::vector<std::pair<std::string, std::string>> texts;
  for (Bytes rest = *fields; rest.size() >= static_cast<std::size_t>(each);
       rest = rest.subspan(static_cast<std::size_t>(each))) {
    const auto value = elements.next(Type::Matrix);
    if (!value) break;
    Elements inside(*value, elements.swapped());
    const auto header = read_matrix_header(inside);
    const auto text = inside.next();
    const bool is_text = header && header->matrix_class == static_cast<unsigned char>(Class::Text) && text &&
                         (text->type == Type::Utf8 || text->type == Type::UInt8 || text->type == Type::Int8);
    if (is_text && text->whole && text->content.size() <= longest_text)
      texts.emplace_back(text_of(rest.first(static_cast<std::size_t>(each))), text_of(text->content));
  }
  return texts;
}

std::vector<unsigned char> unpacked(Bytes bytes, std::size_t most) {
  std::vector<unsigned char> out;
  z_stream stream{};
  if (inflateInit(&stream) != Z_OK) return out;
  stream.next_in = const_cast<Bytef*>(bytes.data());  // it is not written to
  stream.avail_in = static_cast<uInt>(bytes.size());  // an element has less than 4 GiB
  constexpr std::size_t piece = std::size_t{1} << 20;
  for (int state = Z_OK; state == Z_OK && out.size() < most;) {
    const std::size_t before = out.size(), more = std::min(piece, most - before);
    out.resize(before + more);
    stream.next_out = out.data() + before;
    stream.avail_out = static_cast<uInt>(more);
    state = inflate(&stream, Z_NO_FLUSH);
    out.resize(before + more - stream.avail_out);
    if (out.size() == before) break;
  }
  inflateEnd(&stream);
  return out;
}

}  // namespace sim::mat
