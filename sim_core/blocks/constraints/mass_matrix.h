#pragma once
// Mass matrices that are formulas.
#include <map>
#include <string>

#include "sim_core/base/result.h"
#include "sim_core/block/formula.h"

namespace sim::blocks {

// `masses` in terms of `names`: n x n, n numbers for a diagonal, or one for all; as an n x n matrix. Error:
// it is no formula, complex, or of another size.
Result<ir::Value> mass_matrix(ir::Graph& graph, const std::string& masses,
                              const std::map<std::string, ir::Value>& names, int n,
                              const expr::Scope& variables);

// Of n bodies: n x n, n numbers for a diagonal, or one for all.
inline bool is_mass_matrix(Shape given, int n) {
  return given == Shape{n, n} || (given.is_vector() && (given.count() == n || given.count() == 1));
}
// What is_mass_matrix(), as an n x n matrix.
ir::Value as_mass_matrix(ir::Value m, int n);

}  // namespace sim::blocks
