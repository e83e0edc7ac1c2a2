#include "sim_core/backends/c_source/kernel_cost.h"

namespace sim::c_source {

KernelCost cost_of(const std::string& name, const interpreter::Tape& tape, const ir::Graph& graph) {
  KernelCost cost{name};
  for (const interpreter::Run& run : tape.runs) {
    const ir::Node& node = graph.node(run.node);
    if (ir::is_elementwise(run.op)) cost.operations += run.count;
    if (run.op == ir::Op::Total) cost.operations += graph.node(node.a).shape.size();
    if (run.op == ir::Op::MatMul)
      cost.operations += std::int64_t{2} * run.count * graph.node(node.a).shape.cols;
    if (run.op == ir::Op::Call) ++cost.calls;
  }
  return cost;
}

}  // namespace sim::c_source
