#include "sim_core/linalg/pattern_graph.h"

#include <algorithm>
#include <iterator>

#include "sim_core/linalg/index.h"

namespace sim {

PatternGraph::PatternGraph(const SparsityPattern& pattern) {
  const SparsityPattern across = transpose(pattern);
  start_.assign(at(pattern.cols) + 1, 0);
  for (int v = 0; v < pattern.cols; ++v) {
    const auto a = pattern.column(v), b = across.column(v);
    std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(to_));
    to_.erase(std::remove(to_.begin() + static_cast<std::ptrdiff_t>(start_[at(v)]), to_.end(), v), to_.end());
    start_[at(v) + 1] = to_.size();
  }
}

std::span<const int> PatternGraph::of(int v) const {
  return {to_.data() + start_[at(v)], start_[at(v) + 1] - start_[at(v)]};
}

}  // namespace sim
