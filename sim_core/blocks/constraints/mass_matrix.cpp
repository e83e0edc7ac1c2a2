#include "sim_core/blocks/constraints/mass_matrix.h"

#include <vector>

namespace sim::blocks {

Result<ir::Value> mass_matrix(ir::Graph& graph, const std::string& masses,
                              const std::map<std::string, ir::Value>& names, int n,
                              const expr::Scope& variables) {
  auto m = write_formula(masses, graph, names, variables);
  if (!m) return m;
  if (m->shape().complex) return error({}, "the masses are complex", "give real ones");
  if (!is_mass_matrix(m->shape(), n))
    return error({},
                 "there are masses of " + to_text(m->shape()) + " for " + std::to_string(n) +
                     (n == 1 ? " state" : " states"),
                 "give one for each, or a matrix of as many rows and columns");
  return as_mass_matrix(*m, n);
}

ir::Value as_mass_matrix(ir::Value m, int n) {
  const Shape square{n, n};
  if (m.shape() == square) return m;
  const int given = m.shape().count();
  std::vector<std::int32_t> places(static_cast<std::size_t>(square.size()), given);
  for (int i = 0; i < n; ++i) places[static_cast<std::size_t>(i + i * n)] = given == 1 ? 0 : i;
  const ir::Value parts[] = {ir::slice(m, 0, vector_shape(given)), m.graph->constant(0)};
  return m.graph->gather(m.graph->concat(parts, vector_shape(given + 1)), places, square);
}

}  // namespace sim::blocks
