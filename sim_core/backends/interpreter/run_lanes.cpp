#include <algorithm>

#include "sim_core/backends/interpreter/lane_tape.h"
#include "sim_core/backends/interpreter/loop_solver.h"

namespace sim::interpreter {

using ir::Op;

namespace {

template <Op op>
inline double result(double a, double b, double c) {
  if constexpr (op == Op::Neg) return -a;
  if constexpr (op == Op::Add) return a + b;
  if constexpr (op == Op::Sub) return a - b;
  if constexpr (op == Op::Mul) return a * b;
  if constexpr (op == Op::Div) return a / b;
  if constexpr (op == Op::Select) return a != 0 ? b : c;
}

template <Op op>
constexpr int operands = op == Op::Neg      ? 1
                         : op == Op::Select ? 3
                                            : 2;

// An operand without lanes is the same in all of them.
template <Op op, unsigned moves, bool scattered, int lanes>
void loop(const LaneRun& run, const std::int32_t* indices, double* memory) {
  constexpr int count = operands<op>;
  constexpr int a = moves & 1 ? 1 : 0, b = moves & 2 ? 1 : 0, c = moves & 4 ? 1 : 0;
  const double* from[3] = {memory + run.from[0], memory + run.from[1], memory + run.from[2]};
  const std::int32_t* index = indices + run.first;
  double* out = memory + run.out;
  for (std::int32_t i = 0; i < run.count; ++i, out += lanes) {
    if constexpr (scattered) {
      for (int k = 0; k < count; ++k) from[k] = memory + index[k];
      index += count;
    }
    double here[lanes];
    for (int l = 0; l < lanes; ++l)
      here[l] =
          result<op>(from[0][a * l], count > 1 ? from[1][b * l] : 0.0, count > 2 ? from[2][c * l] : 0.0);
    for (int l = 0; l < lanes; ++l) out[l] = here[l];
    if constexpr (!scattered)
      for (int k = 0; k < count; ++k) from[k] += run.step[k];
  }
}

template <Op op, unsigned moves>
LaneLoop loop_of(bool scattered, int lanes) {
  if (lanes == 4) return scattered ? loop<op, moves, true, 4> : loop<op, moves, false, 4>;
  if (lanes == 8) return scattered ? loop<op, moves, true, 8> : loop<op, moves, false, 8>;
  return nullptr;
}

void concat(const LaneRun& run, const LaneTape& tape, double* memory) {
  double* out = memory + run.out;
  const std::int32_t* index = tape.indices.data() + run.first;
  for (std::int32_t done = 0; done < run.count; done += index[1], index += 3) {
    const double* from = memory + index[0];
    if (index[2])
      out = std::copy_n(from, index[1] * tape.lanes, out);
    else
      for (std::int32_t i = 0; i < index[1]; ++i) out = std::fill_n(out, tape.lanes, from[i]);
  }
}

// a b, where one of them has lanes. Matrices of numbers are often sparse.
void matmul(const LaneRun& run, int lanes, const ir::Graph& graph, double* memory) {
  const ir::Node& n = graph.node(run.node);
  const Shape s = n.shape;
  const int inner = graph.node(n.a).shape.cols;
  const double *a = memory + run.from[0], *b = memory + run.from[1];
  double* out = memory + run.out;
  std::fill_n(out, s.size() * lanes, 0.0);
  for (int j = 0; j < s.cols; ++j)
    for (int k = 0; k < inner; ++k)
      for (int i = 0; i < s.rows; ++i) {
        const int left = i + k * s.rows, right = k + j * inner;
        const double factor = run.moves & 1 ? b[right] : a[left];
        if (factor == 0) continue;
        const double* direction = run.moves & 1 ? a + left * lanes : b + right * lanes;
        double* sum = out + (i + j * s.rows) * lanes;
        for (int l = 0; l < lanes; ++l) sum[l] += factor * direction[l];
      }
}

// From lanes side by side to one after the other, and back.
void separate(const double* from, int count, int lanes, double* to) {
  for (int i = 0; i < count; ++i)
    for (int l = 0; l < lanes; ++l) to[l * count + i] = from[i * lanes + l];
}
void join(const double* from, int count, int lanes, double* to) {
  for (int i = 0; i < count; ++i)
    for (int l = 0; l < lanes; ++l) to[i * lanes + l] = from[l * count + i];
}

// Solves for right sides that have lanes, where the matrix has none: solve(right, solution), one lane after
// the other.
template <class Solve>
EvalStatus solve_lanes(const LaneRun& run, LaneTape& tape, int size, double* memory, Solve solve) {
  const auto numbers = static_cast<std::size_t>(size) * static_cast<std::size_t>(tape.lanes);
  tape.work.resize(std::max(tape.work.size(), 2 * numbers));
  double *right = tape.work.data(), *solution = right + numbers;
  separate(memory + run.from[1], size, tape.lanes, right);
  const EvalStatus status = solve(right, solution);
  join(solution, size, tape.lanes, memory + run.out);
  return status;
}

EvalStatus linear_solve(const LaneRun& run, LaneTape& tape, const ir::Graph& graph, double* memory,
                        LoopSolver& loops) {
  const Shape s = graph.node(run.node).shape;
  return solve_lanes(run, tape, s.size(), memory, [&](const double* right, double* solution) {
    return loops.linear_solve(s.rows, s.cols * tape.lanes, memory + run.from[0], right, solution);
  });
}

EvalStatus constrained(const LaneRun& run, LaneTape& tape, const ir::Graph& graph, double* memory,
                       LoopSolver& loops) {
  const ir::Node& n = graph.node(run.node);
  return solve_lanes(run, tape, n.shape.size(), memory, [&](const double* right, double* solution) {
    return loops.constrained(graph, n.slot, tape.lanes, memory + run.from[0], right, solution);
  });
}

// A direction along which no argument moves gives zero without a call.
EvalStatus call(const LaneRun& run, LaneTape& tape, double* memory) {
  const LaneCall& site = tape.calls[static_cast<std::size_t>(run.first)];
  std::size_t numbers = 0;
  for (const LaneCall::Argument& argument : site.arguments)
    numbers += argument.moves ? static_cast<std::size_t>(argument.count) : 0;
  const auto results = static_cast<std::size_t>(run.count);
  tape.work.resize(std::max(tape.work.size(), numbers + results));
  std::vector<const double*> arguments(site.arguments.size());
  std::vector<double*> outputs;
  double* const result = tape.work.data() + numbers;
  std::size_t at = 0;
  for (const Shape& shape : site.outputs) {
    outputs.push_back(result + at);
    at += static_cast<std::size_t>(shape.size());
  }
  for (int l = 0; l < tape.lanes; ++l) {
    double* copy = tape.work.data();
    bool rests = true;
    for (std::size_t k = 0; k < arguments.size(); ++k) {
      const LaneCall::Argument& argument = site.arguments[k];
      arguments[k] = memory + argument.at;
      if (!argument.moves) continue;
      arguments[k] = copy;
      for (std::int32_t i = 0; i < argument.count; ++i) {
        *copy = memory[argument.at + i * tape.lanes + l];
        rests = rests && *copy == 0;
        ++copy;
      }
    }
    if (rests) std::fill_n(result, results, 0.0);
    const EvalStatus status = rests ? EvalStatus::Ok : site.function->evaluate(arguments, outputs);
    if (status != EvalStatus::Ok) return status;
    for (std::size_t i = 0; i < results; ++i)
      memory[static_cast<std::size_t>(run.out) + i * static_cast<std::size_t>(tape.lanes) +
             static_cast<std::size_t>(l)] = result[i];
  }
  return EvalStatus::Ok;
}

EvalStatus run_structure(const LaneRun& run, LaneTape& tape, const ir::Graph& graph, double* memory,
                         LoopSolver& loops) {
  const int lanes = tape.lanes;
  double* out = memory + run.out;
  switch (run.op) {
    case Op::Gather:
    case Op::Transpose:
      for (std::int32_t i = 0; i < run.count; ++i)
        out = std::copy_n(memory + tape.indices[static_cast<std::size_t>(run.first + i)], lanes, out);
      return EvalStatus::Ok;
    case Op::Concat:
      concat(run, tape, memory);
      return EvalStatus::Ok;
    case Op::Total: {
      const int count = graph.node(graph.node(run.node).a).shape.size();
      std::fill_n(out, lanes, 0.0);
      for (int i = 0; i < count; ++i)
        for (int l = 0; l < lanes; ++l) out[l] += memory[run.from[0] + i * lanes + l];
      return EvalStatus::Ok;
    }
    case Op::MatMul:
      matmul(run, lanes, graph, memory);
      return EvalStatus::Ok;
    case Op::LinearSolve:
      return linear_solve(run, tape, graph, memory, loops);
    case Op::Constrained:
      return constrained(run, tape, graph, memory, loops);
    default:
      return call(run, tape, memory);
  }
}

}  // namespace

LaneLoop lane_loop(Op op, unsigned moves, bool scattered, int lanes) {
  if (op == Op::Neg && moves == 1) return loop_of<Op::Neg, 1>(scattered, lanes);
  if (op == Op::Add && moves == 1) return loop_of<Op::Add, 1>(scattered, lanes);
  if (op == Op::Add && moves == 2) return loop_of<Op::Add, 2>(scattered, lanes);
  if (op == Op::Add && moves == 3) return loop_of<Op::Add, 3>(scattered, lanes);
  if (op == Op::Sub && moves == 1) return loop_of<Op::Sub, 1>(scattered, lanes);
  if (op == Op::Sub && moves == 2) return loop_of<Op::Sub, 2>(scattered, lanes);
  if (op == Op::Sub && moves == 3) return loop_of<Op::Sub, 3>(scattered, lanes);
  if (op == Op::Mul && moves == 1) return loop_of<Op::Mul, 1>(scattered, lanes);
  if (op == Op::Mul && moves == 2) return loop_of<Op::Mul, 2>(scattered, lanes);
  if (op == Op::Div && moves == 1) return loop_of<Op::Div, 1>(scattered, lanes);
  if (op == Op::Select && moves == 2) return loop_of<Op::Select, 2>(scattered, lanes);
  if (op == Op::Select && moves == 4) return loop_of<Op::Select, 4>(scattered, lanes);
  if (op == Op::Select && moves == 6) return loop_of<Op::Select, 6>(scattered, lanes);
  return nullptr;
}

EvalStatus run_lanes(LaneTape& tape, const ir::Graph& graph, double* memory, LoopSolver& loops,
                     ir::NodeId& failed) {
  const std::int32_t* indices = tape.indices.data();
  for (const LaneRun& run : tape.runs) {
    if (run.guard != 0 && !tape.still.open[static_cast<std::size_t>(run.guard)]) continue;
    if (run.loop) {
      run.loop(run, indices, memory);
      continue;
    }
    const EvalStatus status = run_structure(run, tape, graph, memory, loops);
    if (status != EvalStatus::Ok) {
      failed = run.node;
      return status;
    }
  }
  return EvalStatus::Ok;
}

}  // namespace sim::interpreter
