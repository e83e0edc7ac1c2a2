#pragma once
// A formula over a block's inputs, "sin(u[1]) * t", written as equations. Element-wise operations, sums,
// products, indexing by constants, vectors and ?: become IR. Numbers are computed beforehand, and what
// depends on variables of the model alone once for each run, unless how the formula is written depends on it
// (formula_variables.h).
#include <map>
#include <string>

#include "sim_core/base/result.h"
#include "sim_core/block/formula_writer.h"

namespace sim {

// `inputs`: what names mean besides the variables; they hide variables of the same name. `compare`: what a
// comparison of signals becomes; empty: the bare operation. The message of a failure has the column.
Result<ir::Value> write_formula(const std::string& text, ir::Graph& graph,
                                const std::map<std::string, ir::Value>& inputs, FormulaVariables& variables,
                                const ComparisonRule& compare = {});
// The same with the variables as constants.
Result<ir::Value> write_formula(const std::string& text, ir::Graph& graph,
                                const std::map<std::string, ir::Value>& inputs, const expr::Scope& constants,
                                const ComparisonRule& compare = {});

}  // namespace sim
