#pragma once
// Random choices that are the same with every compiler and library, so that a seed says everything.
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <random>

namespace sim::fuzz {

class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}

  std::uint64_t bits() { return engine_(); }
  // 0 to n - 1; 0 where n is 0.
  std::size_t below(std::size_t n) { return n == 0 ? 0 : static_cast<std::size_t>(engine_() % n); }
  int between(int low, int high) {
    return low + static_cast<int>(below(static_cast<std::size_t>(high - low) + 1));
  }
  bool chance(int percent) { return between(1, 100) <= percent; }
  template <class List>
  decltype(auto) any(List&& list) {
    return *std::next(std::begin(list), static_cast<std::ptrdiff_t>(below(std::size(list))));
  }

 private:
  std::mt19937_64 engine_;
};

}  // namespace sim::fuzz
