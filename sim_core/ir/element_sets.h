#pragma once
// Sets of small numbers, ascending, that never change once they are there: many nodes read what their operand
// reads, and then have its set.
#include <cstddef>
#include <cstdint>
#include <iterator>
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

// The sets of these names, one after the other. A range of its own: clang 14 does not compile libstdc++'s
// transform view.
class RowsOfSets {
 public:
  class Iterator {
   public:
    using iterator_category = std::forward_iterator_tag;
    using value_type = std::span<const int>;
    using difference_type = std::ptrdiff_t;
    using pointer = void;
    using reference = value_type;

    Iterator() = default;
    Iterator(const ElementSets* sets, const ElementSets::Set* at) : sets_(sets), at_(at) {}
    value_type operator*() const { return (*sets_)[*at_]; }
    Iterator& operator++() { return ++at_, *this; }
    Iterator operator++(int) { return {sets_, at_++}; }
    bool operator==(const Iterator&) const = default;

   private:
    const ElementSets* sets_ = nullptr;
    const ElementSets::Set* at_ = nullptr;
  };

  RowsOfSets(const ElementSets& sets, std::span<const ElementSets::Set> names)
      : sets_(&sets), names_(names) {}
  Iterator begin() const { return {sets_, names_.data()}; }
  Iterator end() const { return {sets_, names_.data() + names_.size()}; }
  std::size_t size() const { return names_.size(); }
  std::span<const int> operator[](std::size_t k) const { return (*sets_)[names_[k]]; }

 private:
  const ElementSets* sets_;
  std::span<const ElementSets::Set> names_;
};

}  // namespace sim::ir
