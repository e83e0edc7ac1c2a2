#pragma once
// Sets of small numbers, ascending, that never change once they are there: many nodes read what their operand
// reads, and then have its set.
#include <cstdint>
#include <span>
#include <vector>

namespace sim::ir {

class ElementSets {
 public:
  using Set = std::int32_t;
  static constexpr Set empty = 0;

  std::span<const int> operator[](Set set) const {
    const auto [first, count] = sets_[static_cast<std::size_t>(set)];
    return {numbers_.data() + first, count};
  }
  Set single(int number);
  Set unite(Set a, Set b);
  // Of any numbers, in any order; takes them.
  Set of(std::vector<int>& numbers);
  std::size_t bytes() const { return numbers_.size() * sizeof(int) + sets_.size() * sizeof(Place); }

 private:
  struct Place {
    std::size_t first = 0, count = 0;
  };
  // The numbers from `first` on are one.
  Set add(std::size_t first);

  std::vector<int> numbers_;
  std::vector<Place> sets_{1};
};

}  // namespace sim::ir
