#pragma once
// One algebraic loop as equations for the solvers of linalg/: what its tapes compute in the interpreter's
// memory.
#include <functional>
#include <span>
#include <vector>

#include "sim_core/backends/history_reader.h"
#include "sim_core/backends/interpreter/tape.h"
#include "sim_core/linalg/piecewise_equations.h"

namespace sim::interpreter {

class LoopSolver;

class LoopEvaluation {
 public:
  LoopEvaluation(const SolveRun& run, const ir::Graph& graph, double* memory, HistoryReader* history,
                 LoopSolver& loops, const std::function<bool()>& stop)
      : run_(run),
        site_(graph.loop_site(run.site)),
        graph_(graph),
        memory_(memory),
        history_(history),
        loops_(loops),
        stop_(stop) {}

  // With the modes that are in memory.
  NonlinearEquations smooth();
  // With modes as branches: `following` says by mode which ones follow; null: all. The others stay as they
  // are in `modes`, an element for each branch.
  PiecewiseEquations piecewise(const std::vector<char>* following, std::span<const double> modes);
  // The functions of the branches at z.
  EvalStatus functions(std::span<const double> z, std::span<const double> b, std::span<double> c);

 private:
  EvalStatus run(const Tape& tape);
  EvalStatus evaluate(std::span<const double> z);
  EvalStatus derive(const Tape& tape, std::span<const std::int32_t> directions_at,
                    const std::vector<ir::LoopSite::Entry>& entries, std::span<double> jacobian);
  EvalStatus evaluate_branch(std::span<const double> z, std::span<const double> b);
  void bound(std::initializer_list<const Tape*> tapes, std::int32_t place, std::span<double> bound);
  bool is_at(std::span<const double> z) const;

  const SolveRun& run_;
  const ir::LoopSite& site_;
  const ir::Graph& graph_;
  double* memory_;
  HistoryReader* history_;
  LoopSolver& loops_;
  const std::function<bool()>& stop_;
  bool evaluated_ = false;
  std::vector<double> held_;  // by branch: the mode of one that does not follow; not a number: it follows
};

}  // namespace sim::interpreter
