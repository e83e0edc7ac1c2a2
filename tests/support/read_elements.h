#pragma once
// What Dependencies say of a node, to compare with.
#include <vector>

#include "sim_core/ir/dependencies.h"

namespace sim::ir {

inline std::vector<std::vector<int>> rows_of(Dependencies& reads, NodeId id) {
  std::vector<std::vector<int>> rows;
  for (const std::span<const int> row : reads(id)) rows.emplace_back(row.begin(), row.end());
  return rows;
}

}  // namespace sim::ir
