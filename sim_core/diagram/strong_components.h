#pragma once
#include <vector>

namespace sim {

// The strongly connected components of a directed graph, given the nodes that each node leads to. After
// Tarjan, "Depth-first search and linear graph algorithms", SIAM J. Comput. 1 (1972), without recursion.
std::vector<std::vector<int>> strong_components(const std::vector<std::vector<int>>& out);

}  // namespace sim
