#pragma once
// The graph of A + A' of a square pattern, without loops: which rows and columns meet each one.
#include <span>
#include <vector>

#include "sim_core/linalg/sparsity_pattern.h"

namespace sim {

class PatternGraph {
 public:
  explicit PatternGraph(const SparsityPattern& pattern);

  // Ascending, each once.
  std::span<const int> of(int v) const;
  int degree(int v) const { return static_cast<int>(of(v).size()); }

 private:
  std::vector<std::size_t> start_;
  std::vector<int> to_;
};

}  // namespace sim
