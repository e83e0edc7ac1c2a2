#include "sim_core/base/element_type.h"

#include <algorithm>
#include <cmath>

namespace sim {

IntegerRange range_of(ElementType t) {
  const int bits = bits_of(t);
  const double modulus = std::ldexp(1.0, bits);
  const double above = is_signed_integer(t) ? modulus / 2 : modulus;
  // The largest double below 2^63 or 2^64 is not one but 1024 or 2048 away.
  const double highest = bits == 64 ? std::nextafter(above, 0.0) : above - 1;
  return {is_signed_integer(t) ? -above : 0.0, highest, modulus};
}

std::string_view name_of(ElementType t) {
  static constexpr std::string_view names[] = {"boolean", "uint8",  "int8",  "uint16", "int16", "uint32",
                                               "int32",   "uint64", "int64", "single", "double"};
  return names[static_cast<std::size_t>(t)];
}

std::optional<ElementType> element_type(std::string_view name) {
  for (ElementType t : all_element_types)
    if (name_of(t) == name) return t;
  return std::nullopt;
}

ElementType common_type(ElementType a, ElementType b) {
  if (a > b) std::swap(a, b);
  if (!is_integer(a) || !is_integer(b) || is_signed_integer(a) == is_signed_integer(b)) return b;
  if (is_signed_integer(b) && bits_of(b) > bits_of(a)) return b;
  // Signed and unsigned, the unsigned as wide or wider: the signed type of twice its size.
  const ElementType unsigned_one = is_signed_integer(a) ? b : a;
  return static_cast<ElementType>(
      std::min(static_cast<int>(unsigned_one) + 3, static_cast<int>(ElementType::Int64)));
}

}  // namespace sim
