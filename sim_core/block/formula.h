#pragma once
// A formula over a block's inputs, "sin(u[1]) * t", written as equations. Element-wise operations, sums,
// products, indexing by constants, vectors and ?: become IR; whatever depends on no input is computed
// beforehand. Variables of the model are constants in it.
#include <map>
#include <string>

#include "sim_core/base/result.h"
#include "sim_core/block/formula_writer.h"

namespace sim {

// `inputs`: what names mean besides the variables; they hide variables of the same name. `compare`: what a
// comparison of signals becomes; empty: the bare operation. The message of a failure has the column.
Result<ir::Value> write_formula(const std::string& text, ir::Graph& graph,
                                const std::map<std::string, ir::Value>& inputs, const expr::Scope& variables,
                                const ComparisonRule& compare = {});

}  // namespace sim
