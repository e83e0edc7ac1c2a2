#pragma once
// What operations give, one at a time.
#include <span>

#include "sim_core/ir/graph.h"

namespace sim::ir {

// The result of an element-wise operation; operands that it has not are ignored.
double evaluate_elementwise(Op op, double a, double b, double c);

// Operations that need their operands and nothing else: element-wise ones and the simple structural ones; and
// constants.
bool can_evaluate(Op op);
// The elements of node `id`, whose operation can_evaluate(), from those of its operands.
void evaluate_node(const Graph& graph, NodeId id, std::span<const std::span<const double>> operands,
                   std::span<double> out);

}  // namespace sim::ir
