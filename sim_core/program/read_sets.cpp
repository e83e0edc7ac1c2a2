#include "sim_core/program/read_sets.h"

#include <algorithm>
#include <utility>

namespace sim {

int ReadSets::add_set(std::vector<int> inputs) {
  constexpr std::size_t usual = 2;
  if (sets_.empty()) sets_.reserve(usual);
  sets_.push_back(std::move(inputs));
  return static_cast<int>(sets_.size()) - 1;
}

bool ReadSets::operator()(std::size_t output, std::size_t input) const {
  const std::vector<int>& inputs = of(output);
  return std::binary_search(inputs.begin(), inputs.end(), static_cast<int>(input));
}

}  // namespace sim
