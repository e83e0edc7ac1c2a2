#include "sim_core/ir/loops.h"

#include <algorithm>
#include <unordered_map>

#include "sim_core/ir/reachable.h"
#include "sim_core/ir/tangents.h"

namespace sim::ir {

static bool is_unknown_of(const LoopSite& site, const Node& n) {
  const auto among = [&](int first, int count) { return n.slot >= first && n.slot < first + count; };
  return n.op == Op::Unknown &&
         (among(site.first, site.count) || among(site.branches.first, site.branches.count));
}

std::vector<NodeId> loop_interior(const Graph& graph, const LoopSite& site, std::span<const NodeId> results) {
  std::vector<char> depends(static_cast<std::size_t>(graph.size() - site.floor), 0);
  std::vector<NodeId> interior;
  for (NodeId id : reachable(graph, results, site.floor)) {
    char& here = depends[static_cast<std::size_t>(id - site.floor)];
    here = is_unknown_of(site, graph.node(id));
    if (here) continue;
    for (NodeId operand : graph.operands(id))
      here = here || (operand >= site.floor && depends[static_cast<std::size_t>(operand - site.floor)]);
    if (here) interior.push_back(id);
  }
  return interior;
}

// What the interior reads and does not compute.
static std::vector<NodeId> frontier(const Graph& graph, const LoopSite& site,
                                    std::span<const NodeId> results) {
  const std::vector<NodeId> interior = loop_interior(graph, site, results);
  std::vector<NodeId> read(results.begin(), results.end());
  for (NodeId id : interior) {
    const auto operands = graph.operands(id);
    read.insert(read.end(), operands.begin(), operands.end());
  }
  std::sort(read.begin(), read.end());
  read.erase(std::unique(read.begin(), read.end()), read.end());
  std::erase_if(read, [&](NodeId id) {
    return is_unknown_of(site, graph.node(id)) || std::binary_search(interior.begin(), interior.end(), id);
  });
  return read;
}

void add_directions(Graph& graph, const LoopSite& site, NodeId residual,
                    std::span<const std::pair<int, int>> pattern, std::span<const int> group_of,
                    std::vector<NodeId>& directions, std::vector<LoopSite::Entry>& entries) {
  int groups = 0;
  for (int group : group_of) groups = std::max(groups, group + 1);
  std::vector<int> kept(static_cast<std::size_t>(groups), -1);  // directions that are not zero throughout
  for (int group = 0; group < groups; ++group) {
    std::vector<double> direction(static_cast<std::size_t>(site.count), 0.0);
    for (std::size_t k = 0; k < direction.size(); ++k) direction[k] = group_of[k] == group ? 1.0 : 0.0;
    const Value d = Tangents(graph, site.first, std::move(direction), site.floor)({&graph, residual});
    if (!d) continue;
    kept[static_cast<std::size_t>(group)] = static_cast<int>(directions.size());
    directions.push_back(d.id);
  }
  for (const auto& [row, column] : pattern)
    if (const int at = kept[static_cast<std::size_t>(group_of[static_cast<std::size_t>(column)])]; at >= 0)
      entries.push_back({row, column, at});
}

Value close_loop(Graph& graph, LoopSite site, std::span<const std::pair<int, int>> pattern,
                 std::span<const int> group_of, Value guess) {
  add_directions(graph, site, site.residual, pattern, group_of, site.directions, site.entries);
  std::vector<NodeId> results = site.directions;
  results.push_back(site.residual);
  if (site.branches.count > 0) {
    const LoopSite::Branches& branches = site.branches;
    results.insert(results.end(), branches.directions.begin(), branches.directions.end());
    results.push_back(branches.residual);
    results.push_back(branches.functions);
  }
  site.operands = frontier(graph, site, results);
  site.operands.push_back(guess.id);
  return graph.solve(std::move(site));
}

std::vector<NodeId> substitute_unknowns(Graph& graph, const LoopSite& site, std::span<const NodeId> results,
                                        Value solution) {
  std::unordered_map<NodeId, NodeId> replaced;
  auto now = [&](NodeId id) -> Value {
    if (const Node n = graph.node(id); is_unknown_of(site, n)) {
      graph.set_origin(graph.origin(id));
      return graph.slice(solution, n.slot - site.first, n.shape);
    }
    auto it = replaced.find(id);
    return {&graph, it == replaced.end() ? id : it->second};
  };
  for (NodeId id : loop_interior(graph, site, results)) {
    std::vector<Value> operands;
    for (NodeId operand : std::vector<NodeId>(graph.operands(id).begin(), graph.operands(id).end()))
      operands.push_back(now(operand));
    graph.set_origin(graph.origin(id));
    replaced[id] = graph.copy_node(graph, id, operands).id;
  }
  std::vector<NodeId> out;
  for (NodeId id : results) out.push_back(now(id).id);
  return out;
}

Value loop_jacobian(Graph& graph, const LoopSite& site, Value solution) {
  std::vector<Value> parts{graph.constant(0)};
  for (NodeId id : substitute_unknowns(graph, site, site.directions, solution)) parts.push_back({&graph, id});
  const Value all = graph.concat(parts, vector_shape(1 + site.count * (static_cast<int>(parts.size()) - 1)));
  std::vector<std::int32_t> places(static_cast<std::size_t>(site.count) * site.count, 0);
  for (const LoopSite::Entry& entry : site.entries)
    places[static_cast<std::size_t>(entry.row + entry.column * site.count)] =
        1 + entry.direction * site.count + entry.row;
  return graph.gather(all, places, {site.count, site.count});
}

}  // namespace sim::ir
