#include "sim_core/ir/constrained.h"

namespace sim::ir {

static std::vector<ConstrainedSite::Entry> all_entries(Shape shape) {
  std::vector<ConstrainedSite::Entry> entries;
  for (std::int32_t j = 0; j < shape.cols; ++j)
    for (std::int32_t i = 0; i < shape.rows; ++i) entries.push_back({i, j});
  return entries;
}

Constrained constrained(Value mass, Value force, Value constraint, Value rate) {
  Graph& graph = *mass.graph;
  ConstrainedSite site;
  site.unknowns = mass.shape().rows;
  site.constraints = constraint.shape().rows;
  site.mass = all_entries(mass.shape());
  site.constraint = all_entries(constraint.shape());
  const Value matrices[] = {mass, constraint}, right[] = {force, rate};
  const Value solution = graph.constrained(
      site, graph.concat(matrices, vector_shape(mass.shape().size() + constraint.shape().size())),
      graph.concat(right, vector_shape(site.size())));
  return {graph.slice(solution, 0, vector_shape(site.unknowns)),
          graph.slice(solution, site.unknowns, vector_shape(site.constraints))};
}

Value moves(Value loss, Value energy, Value impulses, Value momenta) {
  constexpr double rounding = 1e-12;
  const auto size = [](Value v) { return make(Op::Abs, v); };
  const Value most = total(size(momenta)) * rounding;
  return (size(loss) > size(energy) * rounding) | (total(size(impulses) > most) > loss.graph->constant(0));
}

Value scaled_rows(Value v, Value a) {
  std::vector<std::int32_t> row;
  for (const auto& e : all_entries(a.shape())) row.push_back(e.row);
  return v.graph->gather(v, row, a.shape()) * a;
}

static std::vector<ConstrainedSystem::Entry> entries_of(const std::vector<ConstrainedSite::Entry>& from) {
  std::vector<ConstrainedSystem::Entry> entries;
  for (const auto& e : from) entries.push_back({e.row, e.column});
  return entries;
}

std::unique_ptr<ConstrainedSystem> system_of(const ConstrainedSite& site) {
  return std::make_unique<ConstrainedSystem>(site.unknowns, site.constraints, entries_of(site.mass),
                                             entries_of(site.constraint));
}

}  // namespace sim::ir
