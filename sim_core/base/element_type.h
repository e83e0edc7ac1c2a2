#pragma once
// The data type of a signal's elements. In memory every element is a double: what an integer type holds is
// exact up to 2^53, so int64 and uint64 are exact only that far (beyond, they hold the numbers a double has,
// the largest being 2^63 - 1024 and 2^64 - 2048).
#include <cstdint>
#include <optional>
#include <string_view>

namespace sim {

// From narrow to wide among the integers, the signed behind the unsigned of its size.
enum class ElementType : std::uint8_t {
  Boolean,
  UInt8,
  Int8,
  UInt16,
  Int16,
  UInt32,
  Int32,
  UInt64,
  Int64,
  Single,
  Double,
};
inline constexpr ElementType all_element_types[] = {
    ElementType::Double, ElementType::Single, ElementType::Int8,   ElementType::UInt8,
    ElementType::Int16,  ElementType::UInt16, ElementType::Int32,  ElementType::UInt32,
    ElementType::Int64,  ElementType::UInt64, ElementType::Boolean};

// How a number becomes a whole one. Nearest, Round and Convergent differ at halves: upwards, away from zero,
// to the even neighbor.
enum class Rounding : std::uint8_t { Floor, Ceiling, Zero, Nearest, Round, Convergent };
// What becomes of a number beyond the type's range: its lowest bits, or the nearest end.
enum class Overflow : std::uint8_t { Wrap, Saturate };

constexpr bool is_integer(ElementType t) { return t >= ElementType::UInt8 && t <= ElementType::Int64; }
constexpr bool is_signed_integer(ElementType t) {
  return is_integer(t) && static_cast<int>(t) % 2 == static_cast<int>(ElementType::Int8) % 2;
}
// Of an integer type: 8 to 64.
constexpr int bits_of(ElementType t) {
  return 8 << ((static_cast<int>(t) - static_cast<int>(ElementType::UInt8)) / 2);
}

// The doubles that an integer type holds: from lowest to highest; two to the power of its bits.
struct IntegerRange {
  double lowest = 0, highest = 0, modulus = 0;
};
IntegerRange range_of(ElementType integer);

// "double", "int8", "boolean".
std::string_view name_of(ElementType);
std::optional<ElementType> element_type(std::string_view name);

// The type of what two types have in common, as an addition gives it: the wider floating type where there is
// one, else the narrowest integer type that holds both ranges, int64 where none does; a boolean adds nothing.
ElementType common_type(ElementType, ElementType);

}  // namespace sim
