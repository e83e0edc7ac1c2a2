#include "sim_core/backends/interpreter/interpreter.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "sim_core/backends/interpreter/interpreter_executable.h"
#include "sim_core/backends/interpreter/load_frame.h"
#include "sim_core/backends/interpreter/loop_solver.h"
#include "sim_core/backends/interpreter/run_tape.h"
#include "sim_core/backends/interpreter/tape.h"
#include "sim_core/backends/interpreter/told_operation.h"
#include "sim_core/ir/reachable.h"

namespace sim {

using interpreter::MemoryMap;
using interpreter::Tape;

namespace {

bool operands_finite(const ir::Graph& graph, const interpreter::Run& run, const Tape& tape,
                     const double* memory) {
  if (run.op == ir::Op::Call || run.op == ir::Op::History || run.op == ir::Op::Solve ||
      run.op == ir::Op::LinearSolve || run.op == ir::Op::Constrained)
    return true;
  if (run.scattered) {
    for (int k = 0; k < ir::arity_of(run.op); ++k)
      if (!std::isfinite(memory[tape.indices[static_cast<std::size_t>(run.first + k)]])) return false;
    return true;
  }
  const bool computes = ir::is_elementwise(run.op) || run.op == ir::Op::Total || run.op == ir::Op::MatMul;
  if (!computes) return false;  // only moves numbers about
  int k = 0;
  for (ir::NodeId operand : graph.operands(run.node)) {
    for (int i = 0; i < graph.node(operand).shape.size(); ++i)
      if (!std::isfinite(memory[run.from[k] + i])) return false;
    ++k;
  }
  return true;
}

// The nodes of a kernel that nothing reads while the modes are as they are: what a disabled subsystem would
// compute is nobody's trouble.
std::vector<char> hidden_nodes(const Program& program, KernelKind kind, const Frame& frame,
                               interpreter::LoopSolver& loops) {
  MemoryMap map(program);
  Tape tape = map.make_tape(program.kernel(kind), true);
  std::vector<double> memory = map.initial();
  memory.resize(static_cast<std::size_t>(map.size()), 0.0);
  load_held(program, map, frame, memory.data());
  ir::NodeId failed = ir::no_node;
  run_all(map.held(), program.graph, memory.data(), frame.history, loops, failed);
  tape.set_gates(memory.data());
  std::vector<char> hidden(static_cast<std::size_t>(program.graph.size()), 0);
  for (const interpreter::Run& run : tape.runs)
    hidden[static_cast<std::size_t>(run.node)] = !tape.open[static_cast<std::size_t>(run.guard)];
  return hidden;
}

}  // namespace

std::unique_ptr<Executable> make_interpreter(std::shared_ptr<const Program> program) {
  return std::make_unique<interpreter::Interpreter>(std::move(program));
}

std::unique_ptr<Executable> make_interpreter(std::shared_ptr<const Program> program, Kernel watched) {
  return std::make_unique<interpreter::Interpreter>(std::move(program), watched);
}

NonFinite find_non_finite(const Program& program, KernelKind kind, const Frame& frame,
                          std::span<const double> loop_solutions) {
  MemoryMap map(program, false);
  const Tape tape = map.make_tape(program.kernel(kind), true);
  std::vector<double> memory = map.initial();
  memory.resize(static_cast<std::size_t>(map.size()), 0.0);
  interpreter::LoopSolver loops(program);
  std::copy(loop_solutions.begin(), loop_solutions.end(), loops.solutions().begin());
  load_held(program, map, frame, memory.data());
  load_moving(program, map, tape, frame, memory.data());
  const std::vector<char> hidden = hidden_nodes(program, kind, frame, loops);
  for (const interpreter::Run& run : tape.runs) {
    if (hidden[static_cast<std::size_t>(run.node)]) continue;
    const EvalStatus status = run_one(run, tape, program.graph, memory.data(), frame.history, loops);
    // A call or a system of equations that gives nothing.
    if (status != EvalStatus::Ok && run.op != ir::Op::Solve)
      return {program.graph.origin(run.node), run.op, std::numeric_limits<double>::quiet_NaN(),
              interpreter::told_operation(run, tape, memory.data(), 0)};
    for (int i = 0; i < run.count; ++i) {
      const double value = memory[static_cast<std::size_t>(run.out + i)];
      if (!std::isfinite(value) && operands_finite(program.graph, run, tape, memory.data()))
        return {program.graph.origin(run.node), run.op, value,
                interpreter::told_operation(run, tape, memory.data(), i)};
    }
  }
  // Nothing computed it: it was there from the start.
  for (ir::NodeId id : ir::reachable(program.graph, program.kernel(kind).results)) {
    const ir::Node& n = program.graph.node(id);
    if (n.op != ir::Op::Parameter && n.op != ir::Op::Constant) continue;
    const double* values = n.op == ir::Op::Parameter ? memory.data() + map.parameter_at() + n.slot
                                                     : program.graph.constant_values(id).data();
    for (int i = 0; i < n.shape.size(); ++i)
      if (!std::isfinite(values[i])) return {program.graph.origin(id), n.op, values[i], {}};
  }
  return {};
}

}  // namespace sim
