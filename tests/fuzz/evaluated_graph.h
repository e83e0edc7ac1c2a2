#pragma once
// What names mean in fuzzed expressions and scripts, as numbers and as leaves of a graph, and what graphs
// over these leaves come to.
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "sim_core/expr/evaluate.h"
#include "sim_core/ir/values.h"

namespace sim::fuzz {

// a, v, M, z, flag, text and none, one of each kind of value.
expr::ValueScope::Variables variables();
// These, and u and t.
expr::ValueScope::Variables variables_and_inputs();
// u and t.
std::map<std::string, ir::Value> inputs_as_leaves(ir::Graph& graph);

// The numbers of a value over these leaves; none for a graph too large to be looked at one element at a time.
std::optional<std::vector<double>> evaluated(const ir::Graph& graph, ir::Value value);
// Within rounding. An equation is over real numbers where an expression leaves them: it is nan there. Vectors
// are columns in equations, rows too, and what chooses between a vector and a scalar is a vector: where the
// dimensions differ, nothing is compared.
bool means_the_same(const std::vector<double>& numbers, const expr::Value& value);

}  // namespace sim::fuzz
