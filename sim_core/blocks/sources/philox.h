#pragma once
// Philox 4x32-10, a counter-based generator of random bits: J. K. Salmon, M. A. Moraes, R. O. Dror, D. E.
// Shaw, "Parallel random numbers: as easy as 1, 2, 3", SC'11. A number is a function of its place in the
// sequence, so that a run repeats itself whatever the solver does.
#include <array>
#include <cstdint>

namespace sim::blocks {

using PhiloxCounter = std::array<std::uint32_t, 4>;
using PhiloxKey = std::array<std::uint32_t, 2>;

// 128 random bits for each counter; every key is a sequence of its own.
constexpr PhiloxCounter philox(PhiloxCounter counter, PhiloxKey key) {
  constexpr std::uint64_t multipliers[] = {0xD2511F53u, 0xCD9E8D57u};
  constexpr std::uint32_t weyl[] = {0x9E3779B9u, 0xBB67AE85u};
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t first = multipliers[0] * counter[0], second = multipliers[1] * counter[2];
    counter = {
        static_cast<std::uint32_t>(second >> 32) ^ counter[1] ^ key[0], static_cast<std::uint32_t>(second),
        static_cast<std::uint32_t>(first >> 32) ^ counter[3] ^ key[1], static_cast<std::uint32_t>(first)};
    key = {key[0] + weyl[0], key[1] + weyl[1]};
  }
  return counter;
}

}  // namespace sim::blocks
