#include "sim_core/ir/constrained_reads.h"

#include <algorithm>

#include "sim_core/ir/constrained.h"
#include "sim_core/ir/reachable.h"

namespace sim::ir {

namespace {

// What is known of each of its values; a part of them may be.
std::vector<std::optional<double>> known_elements(const Graph& graph, NodeId values,
                                                  const KnownValues& known) {
  std::vector<std::optional<double>> all;
  const NodeId whole[] = {values};
  const bool joined = graph.node(values).op == Op::Concat;
  for (const NodeId part : joined ? graph.operands(values) : std::span<const NodeId>(whole)) {
    const auto numbers = known(part);
    for (int k = 0; k < graph.node(part).shape.size(); ++k)
      all.push_back(numbers.empty() ? std::nullopt : std::optional(numbers[static_cast<std::size_t>(k)]));
  }
  return all;
}

// Numbers that follow these may take any values in a run, those that make the system singular too.
bool reads_what_switches(const Graph& graph, NodeId values) {
  const NodeId results[] = {values};
  return std::ranges::any_of(reachable(graph, results), [&](NodeId id) {
    const Op op = graph.node(id).op;
    return op == Op::Mode || op == Op::Discrete || op == Op::Unknown || op == Op::History || op == Op::Solve;
  });
}

bool is_singular(const ConstrainedSite& site, const std::vector<std::optional<double>>& values) {
  if (!std::ranges::all_of(values, [](const auto& v) { return v.has_value(); })) return false;
  const auto system = system_of(site);
  std::vector<double> numbers;
  for (const auto& v : values) numbers.push_back(*v);
  return !system->factor(numbers) || system->open_directions() > 0;
}

}  // namespace

std::optional<ConstrainedReads> constrained_reads(const Graph& graph, const Node& node,
                                                  const KnownValues& known) {
  const ConstrainedSite& site = graph.constrained_site(node.slot);
  const auto values = known_elements(graph, node.a, known);
  if (reads_what_switches(graph, node.a) || is_singular(site, values)) return std::nullopt;
  ConstrainedReads reads;
  std::vector<std::pair<int, int>> places;
  const auto add = [&](int row, int column, std::size_t value) {
    if (values[value] == 0.0) return;
    reads.entries.push_back({row, column, static_cast<int>(value)});
    places.emplace_back(row, column);
  };
  for (std::size_t k = 0; k < site.mass.size(); ++k) add(site.mass[k].row, site.mass[k].column, k);
  for (std::size_t k = 0; k < site.constraint.size(); ++k) {
    const auto& e = site.constraint[k];
    add(site.unknowns + e.row, e.column, site.mass.size() + k);
    add(e.column, site.unknowns + e.row, site.mass.size() + k);
  }
  auto order = block_order(make_pattern(site.size(), site.size(), places));
  if (!order) return std::nullopt;
  reads.order = *std::move(order);
  return reads;
}

}  // namespace sim::ir
