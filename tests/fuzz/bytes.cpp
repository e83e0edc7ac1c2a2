#include "tests/fuzz/bytes.h"

#include <algorithm>
#include <cstring>

namespace sim::fuzz {

static void mutate_once(std::string& bytes, Random& random) {
  const std::size_t at = random.below(bytes.size());
  const std::size_t length = 1 + random.below(std::min<std::size_t>(bytes.size() - at, 64));
  switch (random.below(7)) {
    case 0:
      bytes[at] = static_cast<char>(bytes[at] ^ (1 << random.below(8)));
      break;
    case 1:
      bytes[at] = static_cast<char>(random.bits());
      break;
    case 2:
      bytes.erase(at, length);
      break;
    case 3:
      bytes.insert(at, bytes.substr(random.below(bytes.size()), length));
      break;
    case 4:
      bytes.insert(at, 1 + random.below(4), static_cast<char>(random.bits()));
      break;
    case 5:
      std::swap(bytes[at], bytes[random.below(bytes.size())]);
      break;
    default:
      bytes.resize(at + 1);
  }
}

std::string mutated_bytes(std::string bytes, Random& random, std::size_t longest) {
  if (bytes.empty()) bytes = "\n";
  for (int k = random.between(1, 4); k > 0 && !bytes.empty(); --k) mutate_once(bytes, random);
  if (bytes.size() > longest) bytes.resize(longest);
  return bytes;
}

void damage_a_number(std::string& bytes, Random& random, std::size_t from) {
  const std::size_t size = std::size_t{1} << random.below(4);
  if (bytes.size() < from + size) return;
  const std::size_t at = from + size * random.below((bytes.size() - from) / size);
  std::uint64_t number = 0;
  std::memcpy(&number, bytes.data() + at, size);
  const std::uint64_t least = random.below(3);
  switch (random.below(6)) {
    case 0:
      number = least;
      break;
    case 1:
      number = ~least;
      break;
    case 2:
      number = (std::uint64_t{1} << (8 * size - 1)) - least;
      break;
    case 3:
      number += 1 + random.below(16);
      break;
    case 4:
      number -= 1 + random.below(16);
      break;
    default:
      number ^= std::uint64_t{1} << random.below(8 * size);
  }
  std::memcpy(bytes.data() + at, &number, size);
}

}  // namespace sim::fuzz
