#pragma once
// Where the rows of a recording stand that grows by chunks and never moves: chunk k holds 2^k times the rows
// of the first, and begins at place first (2^k - 1).
#include <bit>
#include <cstddef>

namespace sim {

struct DoublingChunks {
  static constexpr int most = 40;  // more rows than there is memory for
  struct Place {
    std::size_t chunk, row, capacity;  // capacity: of the chunk
  };

  std::size_t first;
  Place place_of(std::size_t place) const {
    const auto chunk = static_cast<std::size_t>(std::bit_width((place / first + 1) >> 1));
    return {chunk, place - first * ((std::size_t{1} << chunk) - 1), first << chunk};
  }
};

}  // namespace sim
