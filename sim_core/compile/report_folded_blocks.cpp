// What costs nothing although it is not left out. The equations of a Sum with one input are its input; what
// depends on parameters alone is computed before the run. A Gain of 1 is not such a block: its parameter may
// be another number tomorrow.
#include "sim_core/compile/phases.h"

namespace sim::compile_phases {

// Every output is an input as it is.
static bool passes_on(const EquationSystem& model, const Instance& instance) {
  if (instance.outputs.empty() || !instance.type->states.empty()) return false;
  const BlockEquations& equations = model.equations[instance];
  for (ir::NodeId output : equations.roles.outputs) {
    if (output == ir::no_node) return false;
    const ir::Node& node = model.open.node(output);
    bool whole = false;
    for (std::size_t k = 0; k < equations.input_first.size(); ++k)
      whole = whole || (node.op == ir::Op::Input && node.slot == equations.input_first[k] &&
                        node.shape == model.shapes[instance].inputs[k]);
    if (!whole) return false;
  }
  return true;
}

void report_folded_blocks(const SortedSystem& model, Report& report) {
  for (const Instance& instance : stoppable(model.instances)) {
    if (instance.reduced || instance.is_virtual() || model.copies[instance].copy || instance.inputs.empty() ||
        instance.outputs.empty())
      continue;
    if (passes_on(model, instance))
      report.reductions.push_back(instance.path + " passes its input on unchanged: it costs nothing");
    else if (model.rates.times[instance].kind == SampleTime::Kind::Constant)
      report.reductions.push_back(instance.path +
                                  " depends on parameters only: it is computed once, not in every step");
  }
}

}  // namespace sim::compile_phases
