#pragma once
// What the numbers of the solution of a constrained system read, where that is less than everything: the
// system is solved block after block (linalg/block_order.h).
#include <optional>
#include <utility>
#include <vector>

#include "sim_core/ir/graph.h"
#include "sim_core/ir/known_values.h"
#include "sim_core/linalg/block_order.h"

namespace sim::ir {

struct ConstrainedReads {
  // An entry of K = [M -A^T; A 0] that is not known to be zero, and which element of the values it is.
  struct Entry {
    int row = 0, column = 0, value = 0;
  };
  std::vector<Entry> entries;
  BlockOrder order;
};

// Nothing where the system may be singular in the run, for the smallest of its solutions then reads
// everything: where it is so by its pattern or its numbers, or where these follow modes and what is kept.
std::optional<ConstrainedReads> constrained_reads(const Graph& graph, const Node& node,
                                                  const KnownValues& known);

}  // namespace sim::ir
