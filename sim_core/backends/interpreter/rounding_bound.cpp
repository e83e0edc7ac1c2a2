#include "sim_core/backends/interpreter/rounding_bound.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "sim_core/backends/interpreter/loop_solver.h"
#include "sim_core/ir/evaluate.h"

namespace sim::interpreter {

using ir::Op;
using ir::RoundingRule;

namespace {

constexpr double eps = std::numeric_limits<double>::epsilon();
constexpr double smallest = std::numeric_limits<double>::denorm_min();

// By how much an error of operand k changes the result r. A side where the operation is not defined, or goes
// beyond all numbers, tells nothing.
double passed_on(Op op, const double* operands, int k, double error, double r) {
  if (error == 0) return 0;
  double v[3] = {operands[0], operands[1], operands[2]}, most = 0;
  for (const double sign : {-1.0, 1.0}) {
    v[k] = operands[k] + sign * error;
    const double change = std::fabs(ir::evaluate_elementwise(op, v[0], v[1], v[2]) - r);
    if (std::isfinite(change)) most = std::max(most, change);
  }
  return most;
}

double error_of(Op op, RoundingRule kind, int arity, const double* v, const double* e) {
  if (kind == RoundingRule::Jumps) return 0;
  if (kind == RoundingRule::Periodic)
    return e[0] + (v[1] != 0 ? e[1] * (1 + std::fabs(v[0] / v[1])) : 0) + e[2];
  const double r = ir::evaluate_elementwise(op, v[0], v[1], v[2]);
  double error = kind == RoundingRule::Rounded  ? eps * std::fabs(r) + smallest
                 : kind == RoundingRule::Single ? std::numeric_limits<float>::epsilon() * std::fabs(r)
                                                : 0;
  if (op == Op::Select) return e[v[0] != 0 ? 1 : 2];
  for (int k = 0; k < arity; ++k) error += passed_on(op, v, k, e[k], r);
  return error;
}

}  // namespace

RoundingBound::RoundingBound(const ir::Graph& graph, double* memory, HistoryReader* history,
                             LoopSolver& loops)
    : graph_(graph), memory_(memory), history_(history), loops_(loops), errors_(loops.errors()) {}

RoundingBound::~RoundingBound() {
  for (const Tape* tape : analyzed_)
    for (const Run& run : tape->runs) std::fill_n(errors_.begin() + run.out, run.count, 0.0);
}

double RoundingBound::sum(std::int32_t place, int count) const {
  double total = 0;
  for (int i = 0; i < count; ++i) total += error(place + i);
  return total;
}

void RoundingBound::element_wise(const Run& run, const Tape& tape) {
  const int arity = ir::arity_of(run.op);
  const RoundingRule kind = ir::rules_of(run.op).rounding;
  double v[3] = {0, 0, 0}, e[3] = {0, 0, 0};
  for (std::int32_t i = 0; i < run.count; ++i) {
    for (int k = 0; k < arity; ++k) {
      const std::int32_t at = run.scattered
                                  ? tape.indices[static_cast<std::size_t>(run.first + arity * i + k)]
                                  : run.from[k] + i * run.step[k];
      v[k] = memory_[at];
      e[k] = error(at);
    }
    errors_[static_cast<std::size_t>(run.out + i)] = error_of(run.op, kind, arity, v, e);
  }
}

void RoundingBound::products(const Run& run) {
  const Shape s = graph_.node(run.node).shape;
  const int inner = graph_.node(graph_.node(run.node).a).shape.cols;
  for (int j = 0; j < s.cols; ++j)
    for (int i = 0; i < s.rows; ++i) {
      double size = 0, total = 0;
      for (int k = 0; k < inner; ++k) {
        const std::int32_t a = run.from[0] + i + k * s.rows, b = run.from[1] + k + j * inner;
        size += std::fabs(memory_[a] * memory_[b]);
        total += std::fabs(memory_[a]) * error(b) + error(a) * std::fabs(memory_[b]);
      }
      errors_[static_cast<std::size_t>(run.out + i + j * s.rows)] = total + inner * eps * size;
    }
}

void RoundingBound::structure(const Run& run, const Tape& tape) {
  double* out = errors_.data() + run.out;
  const std::int32_t* index = tape.indices.data() + run.first;
  const Shape shape = graph_.node(run.node).shape;
  switch (run.op) {
    case Op::Gather:
      for (std::int32_t i = 0; i < run.count; ++i) out[i] = error(index[i]);
      break;
    case Op::Concat:
      for (std::int32_t done = 0; done < run.count; done += index[1], index += 2)
        for (std::int32_t i = 0; i < index[1]; ++i) out[done + i] = error(index[0] + i);
      break;
    case Op::Total: {
      const int count = graph_.node(graph_.node(run.node).a).shape.size();
      double size = 0;
      for (int i = 0; i < count; ++i) size += std::fabs(memory_[run.from[0] + i]);
      out[0] = sum(run.from[0], count) + count * eps * size;
      break;
    }
    case Op::Transpose:
      for (int j = 0; j < shape.cols; ++j)
        for (int i = 0; i < shape.rows; ++i)
          out[i + j * shape.rows] = error(run.from[0] + j + i * shape.cols);
      break;
    case Op::MatMul:
      products(run);
      break;
    default:  // a recorded signal
      for (std::int32_t i = 0; i < run.count; ++i) out[i] = 64 * eps * std::fabs(memory_[run.out + i]);
      break;
  }
}

// What is inside is not known: it is asked for the largest number in it, and tried on both sides of its
// arguments. Beside a jump, the side without it counts.
void RoundingBound::call(const Run& run, const CallRun& call) {
  const auto operands = graph_.operands(run.node);
  std::vector<std::vector<double>> arguments;
  std::vector<const double*> in;
  for (std::size_t k = 0; k < call.arguments.size(); ++k) {
    const double* from = memory_ + call.arguments[k];
    arguments.emplace_back(from, from + graph_.node(operands[k]).shape.size());
    in.push_back(arguments.back().data());
  }
  const auto count = static_cast<std::size_t>(run.count);
  double largest = call.function->magnitude(in);
  for (std::size_t i = 0; i < count; ++i) largest = std::max(largest, std::fabs(value(run.out, i)));
  std::vector<double> change(count, std::numeric_limits<double>::infinity()), result(count);
  std::vector<double*> out;
  for (const std::int32_t place : call.outputs) out.push_back(result.data() + (place - run.out));
  for (const double sign : {-1.0, 1.0}) {
    for (std::size_t k = 0; k < arguments.size(); ++k)
      for (std::size_t i = 0; i < arguments[k].size(); ++i) {
        const std::int32_t at = call.arguments[k] + static_cast<std::int32_t>(i);
        arguments[k][i] = memory_[at] + sign * error(at);
      }
    if (call.function->evaluate(in, out) != EvalStatus::Ok) continue;
    for (std::size_t i = 0; i < count; ++i) {
      const double here = std::fabs(result[i] - value(run.out, i));
      if (std::isfinite(here)) change[i] = std::min(change[i], here);
    }
  }
  for (std::size_t i = 0; i < count; ++i)
    errors_[static_cast<std::size_t>(run.out) + i] =
        8 * eps * largest + (std::isfinite(change[i]) ? change[i] : 0);
}

// Of a linear system: errors of the right side and of the matrix pass through its inverse, tried with two
// patterns of signs.
void RoundingBound::system(const Run& run) {
  const ir::Node& n = graph_.node(run.node);
  const auto count = static_cast<std::size_t>(run.count);
  const auto size_of = [&](ir::NodeId id) { return static_cast<std::size_t>(graph_.node(id).shape.size()); };
  std::vector<double> a(size_of(n.a)), b(size_of(n.b)), result(count), most(count, 0.0);
  for (unsigned pattern = 1; pattern <= 2; ++pattern) {
    unsigned at = 0;
    const auto shaken = [&](std::int32_t place, std::vector<double>& v) {
      for (std::size_t i = 0; i < v.size(); ++i) {
        const double value = memory_[place + static_cast<std::int32_t>(i)];
        const double unit = error(place + static_cast<std::int32_t>(i)) + eps * std::fabs(value);
        v[i] = value + ((at++ * pattern) % 3 < 2 ? unit : -unit);
      }
    };
    shaken(run.from[0], a);
    shaken(run.from[1], b);
    const EvalStatus status =
        run.op == Op::LinearSolve
            ? loops_.linear_solve(n.shape.rows, n.shape.cols, a.data(), b.data(), result.data())
            : loops_.constrained(graph_, n.slot, 1, a.data(), b.data(), result.data());
    for (std::size_t i = 0; i < count && status == EvalStatus::Ok; ++i)
      most[i] = std::max(most[i], std::fabs(result[i] - value(run.out, i)));
  }
  const double norm = *std::max_element(most.begin(), most.end());
  for (std::size_t i = 0; i < count; ++i)
    errors_[static_cast<std::size_t>(run.out) + i] =
        std::isfinite(norm) ? std::max(2 * most[i], norm * 0.1) : 0;
}

// Of the solution of a loop: errors of its residual pass through the inverse of its Jacobian.
void RoundingBound::loop(const Run& run, const SolveRun& solve) {
  constexpr std::size_t most = 200;
  const auto n = static_cast<std::size_t>(run.count);
  std::vector<double> jacobian(n * n), column(n);
  DenseLu lu;
  const bool known =
      n <= most && loops_.linearize(solve, graph_, memory_, history_, run.out, jacobian) == EvalStatus::Ok &&
      lu.factor(run.count, jacobian);
  for (std::size_t j = 0; j < n; ++j)
    errors_[static_cast<std::size_t>(run.out) + j] = 4 * eps * std::fabs(value(run.out, j));
  if (!known) return;
  analyze(solve.residual);
  for (std::size_t i = 0; i < n; ++i) {
    std::fill(column.begin(), column.end(), 0.0);
    column[i] = 4 * error(solve.residual_at + static_cast<std::int32_t>(i));
    lu.solve(column);
    for (std::size_t j = 0; j < n; ++j)
      errors_[static_cast<std::size_t>(run.out) + j] += std::fabs(column[j]);
  }
}

void RoundingBound::analyze(const Tape& tape) {
  std::size_t size = errors_.size();
  for (const Run& run : tape.runs) size = std::max(size, static_cast<std::size_t>(run.out + run.count));
  errors_.resize(size, 0.0);
  analyzed_.push_back(&tape);
  for (const Run& run : tape.runs) {
    if (run.guard != 0 && !tape.open[static_cast<std::size_t>(run.guard)]) continue;
    if (run.loop)
      element_wise(run, tape);
    else if (run.op == Op::Call)
      call(run, tape.calls[static_cast<std::size_t>(run.first)]);
    else if (run.op == Op::Solve)
      loop(run, tape.solves[static_cast<std::size_t>(run.first)]);
    else if (run.op == Op::LinearSolve || run.op == Op::Constrained)
      system(run);
    else
      structure(run, tape);
  }
}

}  // namespace sim::interpreter
