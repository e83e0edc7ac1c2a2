// Linear combinations of states that the equations conserve, as further rows of the invariants: captured at
// the start, monitored or enforced as LinearInvariants says, and logged.
#include "sim_core/compile/phases.h"
#include "sim_core/diagram/settings.h"
#include "sim_core/ir/values.h"
#include "sim_core/program_analysis/linear_invariants.h"

namespace sim::compile_phases {

namespace {

class Found {
 public:
  explicit Found(Program& program) : program_(program), graph_(program.graph) {}

  void add(const LinearInvariant& invariant, bool enforced) {
    const std::string name = to_text(invariant, program_);
    ir::Value g;
    for (const auto& [state, coefficient] : invariant.terms) {
      const ir::Value x = graph_.leaf(ir::Op::State, state, scalar_shape);
      const ir::Value term = coefficient == 1 ? x : graph_.constant(coefficient) * x;
      g = g ? g + term : term;
    }
    const int slot = program_.captured_count++;
    const ir::Value start = graph_.leaf(ir::Op::Captured, slot, scalar_shape);
    append(KernelKind::Captures, g);
    program_.captures.push_back(slot);
    append(KernelKind::Invariants, start - g);
    append(KernelKind::InvariantTargets, start);
    InvariantInfo info;
    info.block = block_of(invariant.terms.front().first);
    info.active = enforced;
    info.captured = slot;
    info.name = name;
    log("residual of " + name, start - g, info.block);
    program_.invariants.push_back(std::move(info));
  }

 private:
  void append(KernelKind kind, ir::Value v) {
    program_.kernel(kind).results.push_back(v.id);
    ++program_.kernel(kind).size;
  }

  int block_of(int state) const {
    int block = 0;
    for (const StateInfo& info : program_.states)
      if (info.first <= state) block = info.block;
    return block;
  }

  void log(const std::string& name, ir::Value residual, int block) {
    LoggedSignal signal;
    signal.name = name;
    signal.elements = {name};
    signal.block = block;
    signal.port = -1;
    signal.residual = true;
    signal.first = program_.kernel(KernelKind::Logged).size;
    append(KernelKind::Logged, residual);
    program_.logged.push_back(std::move(signal));
  }

  Program& program_;
  ir::Graph& graph_;
};

}  // namespace

void add_linear_invariants(Program& program, const Diagram& diagram) {
  const std::string wanted = setting(diagram, "LinearInvariants");
  if (wanted == "off") return;
  const auto found = linear_invariants(program);
  if (!found) return;
  for (const LinearInvariant& invariant : *found)
    if (invariant.is_sum()) Found(program).add(invariant, wanted == "enforce");
}

}  // namespace sim::compile_phases
