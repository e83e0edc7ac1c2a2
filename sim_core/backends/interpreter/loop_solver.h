#pragma once
// Solves the algebraic loops and the constrained systems of one run. Each loop starts from its last solution,
// at first from its guess. Where nothing it reads has changed, the last solution is the solution.
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "sim_core/backends/executable.h"
#include "sim_core/backends/interpreter/tape.h"
#include "sim_core/linalg/constrained_system.h"
#include "sim_core/linalg/nonlinear_equations.h"
#include "sim_core/linalg/piecewise_equations.h"

namespace sim::interpreter {

class LoopEvaluation;

class LoopSolver {
 public:
  explicit LoopSolver(const Program& program);

  // The Solve node of `run`, whose operands are in place. Recoverable: there is no solution; the results are
  // not numbers then.
  EvalStatus solve(const SolveRun& run, const ir::Graph& graph, double* memory, HistoryReader* history,
                   double* out);
  // Recoverable: the matrix a, n x n, is singular.
  EvalStatus linear_solve(int n, int columns, const double* a, const double* b, double* out);

  // `columns` solutions of constrained system `site`, whose matrices have these values. Recoverable: there is
  // none; the results are not numbers then.
  EvalStatus constrained(const ir::Graph& graph, int site, int columns, const double* values,
                         const double* right, double* out);

  // Looked at before every evaluation of a residual: true ends the search.
  void stop_when(std::function<bool()> stop) { stop_ = std::move(stop); }

  // As Executable::follow_branches.
  void follow_branches(const std::vector<char>* modes) { following_ = modes; }

  // The Jacobian of a loop at the solution in `memory`, by column.
  EvalStatus linearize(const SolveRun& run, const ir::Graph& graph, double* memory, HistoryReader* history,
                       std::int32_t solution_at, std::span<double> jacobian);
  // Work memory of RoundingBound.
  std::vector<double>& errors() { return errors_; }

  std::span<double> solutions() { return solutions_; }
  const LoopFailure& failure() const { return failure_; }
  const ConstraintFailure& constraint_failure() const { return constraint_failure_; }
  const LoopStatistics& statistics() const { return statistics_; }

 private:
  struct Site {
    NonlinearSolver solver;
    PiecewiseSolver piecewise;
    std::vector<double> read, solution;            // what the frontier was when `solution` was found
    const std::vector<char>* following = nullptr;  // likewise
    bool agrees = false;                           // the modes are those that the solution would have
    std::vector<double> iterate, modes, branches, functions;
  };
  bool unchanged(const SolveRun& run, Site& site, const double* memory);
  void begin(const SolveRun& run, const ir::LoopSite& loop, Site& site, const double* memory);
  bool held_branch(LoopEvaluation& loop, const ir::LoopSite& shape, Site& site, LoopFailure& failure);
  bool any_branch(LoopEvaluation& loop, const ir::LoopSite& shape, Site& site,
                  const std::vector<char>* following, LoopFailure& failure);
  void stay_near(LoopEvaluation& loop, const SolveRun& run, const ir::LoopSite& shape, Site& site,
                 const double* memory);

  const Program& program_;
  std::function<bool()> stop_;
  const std::vector<char>* following_ = nullptr;
  std::vector<double> errors_;
  std::vector<double> solutions_;
  std::vector<std::unique_ptr<Site>> sites_;
  DenseLu lu_;
  std::vector<std::unique_ptr<ConstrainedSystem>> systems_;  // by site
  LoopFailure failure_;
  ConstraintFailure constraint_failure_;
  LoopStatistics statistics_;
};

}  // namespace sim::interpreter
