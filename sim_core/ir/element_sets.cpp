#include "sim_core/ir/element_sets.h"

#include <algorithm>

namespace sim::ir {

ElementSets::Set ElementSets::add(std::size_t first) {
  sets_.push_back({first, numbers_.size() - first});
  return static_cast<Set>(sets_.size() - 1);
}

ElementSets::Set ElementSets::single(int number) {
  numbers_.push_back(number);
  return add(numbers_.size() - 1);
}

// Where one holds the other, it is the union.
ElementSets::Set ElementSets::unite(Set a, Set b) {
  if (a == b || b == empty) return a;
  if (a == empty) return b;
  const Place pa = sets_[static_cast<std::size_t>(a)], pb = sets_[static_cast<std::size_t>(b)];
  const std::size_t first = numbers_.size();
  numbers_.resize(first + pa.count + pb.count);
  const auto begin = numbers_.begin();
  const auto at = [begin](std::size_t k) { return begin + static_cast<std::ptrdiff_t>(k); };
  const auto end =
      std::set_union(at(pa.first), at(pa.first + pa.count), at(pb.first), at(pb.first + pb.count), at(first));
  const auto count = static_cast<std::size_t>(end - at(first));
  if (count > pa.count && count > pb.count) {
    numbers_.resize(first + count);
    return add(first);
  }
  numbers_.resize(first);
  return count == pa.count ? a : b;
}

ElementSets::Set ElementSets::of(std::vector<int>& numbers) {
  if (numbers.empty()) return empty;
  if (!std::is_sorted(numbers.begin(), numbers.end())) std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  const std::size_t first = numbers_.size();
  numbers_.insert(numbers_.end(), numbers.begin(), numbers.end());
  numbers.clear();
  return add(first);
}

}  // namespace sim::ir
