#pragma once
// FNV-1a of 64 bits (Fowler, Noll, Vo), as 16 hexadecimal digits: tells texts that differ by accident apart.
#include <cstdint>
#include <string>
#include <string_view>

namespace sim {

inline std::uint64_t check_sum_bits(std::string_view text) {
  std::uint64_t sum = 0xCBF29CE484222325U;
  for (const char c : text) sum = (sum ^ static_cast<unsigned char>(c)) * 0x100000001B3U;
  return sum;
}

inline std::string check_sum(std::string_view text) {
  std::uint64_t sum = check_sum_bits(text);
  std::string digits(16, '0');
  for (std::size_t k = 16; k-- > 0; sum >>= 4) digits[k] = "0123456789abcdef"[sum & 15U];
  return digits;
}

}  // namespace sim
