#pragma once
#include <cstddef>
#include <span>
#include <vector>

namespace sim {

// An index of rows and columns, which are ints, as one of vectors.
inline std::size_t at(int index) { return static_cast<std::size_t>(index); }

// Where each stands in an order of them all.
inline std::vector<int> places_in(std::span<const int> order) {
  std::vector<int> place(order.size());
  for (std::size_t k = 0; k < order.size(); ++k) place[at(order[k])] = static_cast<int>(k);
  return place;
}

}  // namespace sim
