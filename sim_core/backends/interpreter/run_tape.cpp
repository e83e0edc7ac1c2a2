#include "sim_core/backends/interpreter/run_tape.h"

#include <algorithm>
#include <cmath>

#include "sim_core/backends/interpreter/loop_solver.h"
#include "sim_core/ir/scalar_functions.h"

namespace sim::interpreter {

using ir::Op;

static EvalStatus run_call(const CallRun& call, double* memory) {
  const double* arguments[16];
  double* outputs[16];
  std::vector<const double*> many_arguments;
  std::vector<double*> many_outputs;
  const double** in = arguments;
  double** out = outputs;
  if (call.arguments.size() > 16) {
    many_arguments.resize(call.arguments.size());
    in = many_arguments.data();
  }
  if (call.outputs.size() > 16) {
    many_outputs.resize(call.outputs.size());
    out = many_outputs.data();
  }
  for (std::size_t k = 0; k < call.arguments.size(); ++k) in[k] = memory + call.arguments[k];
  for (std::size_t k = 0; k < call.outputs.size(); ++k) out[k] = memory + call.outputs[k];
  return call.function->evaluate({in, call.arguments.size()}, {out, call.outputs.size()});
}

static void run_history(const Run& run, const ir::Graph& graph, double* memory, HistoryReader* history) {
  const ir::Node& n = graph.node(run.node);
  const std::span<double> out{memory + run.out, static_cast<std::size_t>(run.count)};
  const std::span<const double> times{memory + run.from[0],
                                      static_cast<std::size_t>(graph.node(n.a).shape.size())};
  if (!history)
    std::fill(out.begin(), out.end(), 0.0);
  else if (run.op == Op::History)
    history->read(n.slot, times, out);
  else
    history->slope(n.slot, times, out);
}

static void run_structure(const Run& run, const Tape& tape, const ir::Graph& graph, double* memory) {
  double* out = memory + run.out;
  const std::int32_t* index = tape.indices.data() + run.first;
  switch (run.op) {
    case Op::Gather:
      for (std::int32_t i = 0; i < run.count; ++i) out[i] = memory[index[i]];
      break;
    case Op::Concat:  // most pieces are a few numbers: a loop costs less than a call
      for (const double* end = out + run.count; out < end; index += 2) {
        const double* from = memory + index[0];
        if (index[1] > 16)
          std::copy_n(from, index[1], out);
        else
          for (std::int32_t i = 0; i < index[1]; ++i) out[i] = from[i];
        out += index[1];
      }
      break;
    case Op::Total: {
      const int count = graph.node(graph.node(run.node).a).shape.size();
      double sum = 0;
      for (int i = 0; i < count; ++i) sum += memory[run.from[0] + i];
      out[0] = sum;
      break;
    }
    case Op::Transpose: {
      const Shape s = graph.node(run.node).shape;
      for (int j = 0; j < s.cols; ++j)
        for (int i = 0; i < s.rows; ++i) out[i + j * s.rows] = memory[run.from[0] + j + i * s.cols];
      break;
    }
    case Op::MatMul: {
      const Shape s = graph.node(run.node).shape;
      const int inner = graph.node(graph.node(run.node).a).shape.cols;
      const double *a = memory + run.from[0], *b = memory + run.from[1];
      std::fill_n(out, s.size(), 0.0);
      for (int j = 0; j < s.cols; ++j)
        for (int k = 0; k < inner; ++k)
          for (int i = 0; i < s.rows; ++i) out[i + j * s.rows] += a[i + k * s.rows] * b[k + j * inner];
      break;
    }
    default:
      break;
  }
}

// Two leaf functions for each row of ops.def: without a frame of their own they cost little more than their
// loop.
namespace {

#define OP(name, arity, value, tangent, text, ...)                                                   \
  void scattered_##name(const Run& run, const std::int32_t* indices, double* memory) {               \
    double* out = memory + run.out;                                                                  \
    const std::int32_t* index = indices + run.first;                                                 \
    for (const double* end = out + run.count; out != end; ++out, index += arity) {                   \
      [[maybe_unused]] const double a = memory[index[0]];                                            \
      [[maybe_unused]] const double b = arity > 1 ? memory[index[arity > 1 ? 1 : 0]] : 0.0;          \
      [[maybe_unused]] const double c = arity > 2 ? memory[index[arity > 2 ? 2 : 0]] : 0.0;          \
      *out = value;                                                                                  \
    }                                                                                                \
  }                                                                                                  \
  void contiguous_##name(const Run& run, const std::int32_t*, double* memory) {                      \
    double* out = memory + run.out;                                                                  \
    const double *pa = memory + run.from[0], *pb = memory + run.from[1], *pc = memory + run.from[2]; \
    const std::ptrdiff_t sa = run.step[0], sb = run.step[1], sc = run.step[2], count = run.count;    \
    _Pragma("GCC ivdep") for (std::ptrdiff_t i = 0; i < count; ++i) {                                \
      [[maybe_unused]] const double a = pa[i * sa];                                                  \
      [[maybe_unused]] const double b = arity > 1 ? pb[i * sb] : 0.0;                                \
      [[maybe_unused]] const double c = arity > 2 ? pc[i * sc] : 0.0;                                \
      out[i] = value;                                                                                \
    }                                                                                                \
  }
#include "sim_core/ir/ops.def"
#undef OP

}  // namespace

Loop loop_of(Op op, bool scattered) {
  switch (op) {
#define OP(name, ...) \
  case Op::name:      \
    return scattered ? scattered_##name : contiguous_##name;
#include "sim_core/ir/ops.def"
#undef OP
    default:
      return nullptr;
  }
}

EvalStatus run_one(const Run& run, const Tape& tape, const ir::Graph& graph, double* memory,
                   HistoryReader* history, LoopSolver& loops) {
  if (run.op == Op::Call) return run_call(tape.calls[static_cast<std::size_t>(run.first)], memory);
  if (run.op == Op::Solve)
    return loops.solve(tape.solves[static_cast<std::size_t>(run.first)], graph, memory, history,
                       memory + run.out);
  if (run.op == Op::LinearSolve) {
    const Shape s = graph.node(run.node).shape;
    return loops.linear_solve(s.rows, s.cols, memory + run.from[0], memory + run.from[1], memory + run.out);
  }
  if (run.op == Op::Constrained)
    return loops.constrained(graph, graph.node(run.node).slot, 1, memory + run.from[0], memory + run.from[1],
                             memory + run.out);
  if (run.loop)
    run.loop(run, tape.indices.data(), memory);
  else if (run.op == Op::History || run.op == Op::HistorySlope)
    run_history(run, graph, memory, history);
  else
    run_structure(run, tape, graph, memory);
  return EvalStatus::Ok;
}

EvalStatus run_all(const Tape& tape, const ir::Graph& graph, double* memory, HistoryReader* history,
                   LoopSolver& loops, ir::NodeId& failed) {
  const std::int32_t* indices = tape.indices.data();
  for (const Run& run : tape.runs) {
    if (run.guard != 0 && !tape.open[static_cast<std::size_t>(run.guard)]) continue;
    if (run.loop) {
      run.loop(run, indices, memory);
      continue;
    }
    const EvalStatus status = run_one(run, tape, graph, memory, history, loops);
    if (status != EvalStatus::Ok) {
      failed = run.node;
      return status;
    }
  }
  return EvalStatus::Ok;
}

}  // namespace sim::interpreter
