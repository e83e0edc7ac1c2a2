#pragma once
// Zip archives for tests, written byte by byte, so that they can say what no writer would.
#include <cstdint>
#include <string>
#include <vector>

namespace sim {

struct ZipPart {
  std::string name, bytes;
  std::uint32_t claimed = 0;  // the size it says it has; 0: the true one
};

inline std::uint32_t crc32_of(const std::string& bytes) {
  std::uint32_t crc = 0xFFFFFFFFu;
  for (const char c : bytes) {
    crc ^= static_cast<unsigned char>(c);
    for (int k = 0; k < 8; ++k) crc = (crc >> 1) ^ (0xEDB88320u & (0u - (crc & 1)));
  }
  return ~crc;
}

// Not packed.
inline std::string zip_bytes(const std::vector<ZipPart>& parts) {
  std::string out, directory;
  const auto number = [](std::string& to, std::uint32_t value, int bytes) {
    for (int k = 0; k < bytes; ++k) to += static_cast<char>((value >> (8 * k)) & 0xFF);
  };
  for (const ZipPart& part : parts) {
    const auto size = static_cast<std::uint32_t>(part.bytes.size()),
               told = part.claimed ? part.claimed : size;
    const auto offset = static_cast<std::uint32_t>(out.size());
    const auto common = [&](std::string& to) {
      number(to, 20, 2), number(to, 0, 2), number(to, 0, 2),
          number(to, 0, 4);  // version, flags, stored, time
      number(to, crc32_of(part.bytes), 4), number(to, told == size ? size : told, 4), number(to, told, 4);
      number(to, static_cast<std::uint32_t>(part.name.size()), 2), number(to, 0, 2);
    };
    out += "PK\x03\x04";
    common(out);
    out += part.name + part.bytes;
    directory += "PK\x01\x02";
    number(directory, 20, 2);
    common(directory);
    number(directory, 0, 2), number(directory, 0, 2), number(directory, 0, 2), number(directory, 0, 4);
    number(directory, offset, 4);
    directory += part.name;
  }
  const auto start = static_cast<std::uint32_t>(out.size()), count = static_cast<std::uint32_t>(parts.size());
  out += directory + "PK\x05\x06";
  number(out, 0, 4), number(out, count, 2), number(out, count, 2);
  number(out, static_cast<std::uint32_t>(directory.size()), 4), number(out, start, 4), number(out, 0, 2);
  return out;
}

}  // namespace sim
