#include "sim_core/backends/interpreter/loop_evaluation.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "sim_core/backends/interpreter/loop_solver.h"
#include "sim_core/backends/interpreter/rounding_bound.h"
#include "sim_core/backends/interpreter/run_tape.h"

namespace sim::interpreter {

EvalStatus LoopEvaluation::run(const Tape& tape) {
  ir::NodeId failed = ir::no_node;
  return run_all(tape, graph_, memory_, history_, loops_, failed) == EvalStatus::Ok ? EvalStatus::Ok
                                                                                    : EvalStatus::Recoverable;
}

bool LoopEvaluation::is_at(std::span<const double> z) const {
  return std::equal(z.begin(), z.end(), memory_ + run_.unknowns);
}

EvalStatus LoopEvaluation::evaluate(std::span<const double> z) {
  if (stop_ && stop_()) return EvalStatus::Fatal;
  std::copy(z.begin(), z.end(), memory_ + run_.unknowns);
  const EvalStatus status = run(run_.residual);
  evaluated_ = status == EvalStatus::Ok;
  return status;
}

EvalStatus LoopEvaluation::derive(const Tape& tape, std::span<const std::int32_t> directions_at,
                                  const std::vector<ir::LoopSite::Entry>& entries,
                                  std::span<double> jacobian) {
  if (const EvalStatus status = run(tape); status != EvalStatus::Ok) return status;
  const auto n = static_cast<std::size_t>(site_.count);
  std::fill(jacobian.begin(), jacobian.end(), 0.0);
  for (const ir::LoopSite::Entry& entry : entries)
    jacobian[static_cast<std::size_t>(entry.row) + static_cast<std::size_t>(entry.column) * n] =
        memory_[directions_at[static_cast<std::size_t>(entry.direction)] + entry.row];
  return EvalStatus::Ok;
}

void LoopEvaluation::bound(std::initializer_list<const Tape*> tapes, std::int32_t place,
                           std::span<double> bound) {
  RoundingBound errors(graph_, memory_, history_, loops_);
  for (const Tape* tape : tapes) errors.analyze(*tape);
  for (std::size_t i = 0; i < bound.size(); ++i)
    bound[i] = errors.error(place + static_cast<std::int32_t>(i));
}

NonlinearEquations LoopEvaluation::smooth() {
  NonlinearEquations equations;
  equations.size = site_.count;
  equations.residual = [this](std::span<const double> z, std::span<double> r) {
    const EvalStatus status = evaluate(z);
    std::copy_n(memory_ + run_.residual_at, r.size(), r.begin());
    return status;
  };
  equations.jacobian = [this](std::span<const double> z, std::span<double> jacobian) {
    if (!evaluated_ || !is_at(z)) evaluate(z);
    if (!evaluated_) return EvalStatus::Recoverable;
    return derive(run_.derivatives, run_.directions_at, site_.entries, jacobian);
  };
  equations.rounding = [this](std::span<const double> z, std::span<double> errors) {
    if (!evaluated_ || !is_at(z)) evaluate(z);
    if (evaluated_) bound({&run_.residual}, run_.residual_at, errors);
  };
  return equations;
}

EvalStatus LoopEvaluation::functions(std::span<const double> z, std::span<const double> b,
                                     std::span<double> c) {
  if (stop_ && stop_()) return EvalStatus::Fatal;
  evaluated_ = false;
  std::copy(z.begin(), z.end(), memory_ + run_.unknowns);
  std::copy(b.begin(), b.end(), memory_ + run_.branches.modes);
  const EvalStatus status = run(run_.branches.functions);
  std::copy_n(memory_ + run_.branches.functions_at, c.size(), c.begin());
  for (std::size_t k = 0; k < held_.size(); ++k)
    if (!std::isnan(held_[k])) c[k] = held_[k] - 0.5;
  return status;
}

// The functions come first: what they have in common with the residual is computed with them.
EvalStatus LoopEvaluation::evaluate_branch(std::span<const double> z, std::span<const double> b) {
  if (stop_ && stop_()) return EvalStatus::Fatal;
  evaluated_ = false;
  std::copy(z.begin(), z.end(), memory_ + run_.unknowns);
  std::copy(b.begin(), b.end(), memory_ + run_.branches.modes);
  if (const EvalStatus status = run(run_.branches.functions); status != EvalStatus::Ok) return status;
  return run(run_.branches.residual);
}

PiecewiseEquations LoopEvaluation::piecewise(const std::vector<char>* following,
                                             std::span<const double> modes) {
  using Span = std::span<const double>;
  const SolveRun::Branches& branches = run_.branches;
  held_.assign(modes.size(), std::numeric_limits<double>::quiet_NaN());
  for (std::size_t k = 0; k < modes.size() && following; ++k)
    if ((*following)[static_cast<std::size_t>(site_.branches.modes[k])] == 0) held_[k] = modes[k];
  PiecewiseEquations equations;
  equations.size = site_.count;
  equations.branches = site_.branches.count;
  equations.residual = [this, &branches](Span z, Span b, std::span<double> r) {
    const EvalStatus status = evaluate_branch(z, b);
    std::copy_n(memory_ + branches.residual_at, r.size(), r.begin());
    return status;
  };
  equations.jacobian = [this, &branches](Span z, Span b, std::span<double> jacobian) {
    if (const EvalStatus status = evaluate_branch(z, b); status != EvalStatus::Ok) return status;
    return derive(branches.derivatives, branches.directions_at, site_.branches.entries, jacobian);
  };
  equations.rounding = [this, &branches](Span z, Span b, std::span<double> errors) {
    if (evaluate_branch(z, b) == EvalStatus::Ok)
      bound({&branches.functions, &branches.residual}, branches.residual_at, errors);
  };
  equations.functions = [this](Span z, Span b, std::span<double> c) { return functions(z, b, c); };
  equations.function_rounding = [this, &branches](Span z, Span b, std::span<double> errors) {
    if (evaluate_branch(z, b) == EvalStatus::Ok) bound({&branches.functions}, branches.functions_at, errors);
  };
  return equations;
}

}  // namespace sim::interpreter
