#include "sim_core/backends/interpreter/loop_solver.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <utility>

#include "sim_core/backends/interpreter/loop_evaluation.h"
#include "sim_core/ir/constrained.h"

namespace sim::interpreter {

constexpr double unsolved = std::numeric_limits<double>::quiet_NaN();

LoopSolver::LoopSolver(const Program& program)
    : program_(program),
      solutions_(static_cast<std::size_t>(program.unknown_count), unsolved),
      sites_(program.loops.size()) {}

// Copies the frontier; true if it is, bit by bit, that of the last solution.
bool LoopSolver::unchanged(const SolveRun& run, Site& site, const double* memory) {
  std::size_t size = 0;
  for (const Tape::Piece& piece : run.frontier) size += static_cast<std::size_t>(piece.count);
  bool same = site.read.size() == size && !site.solution.empty();
  site.read.resize(size);
  double* kept = site.read.data();
  for (const Tape::Piece& piece : run.frontier) {
    const auto bytes = static_cast<std::size_t>(piece.count) * sizeof(double);
    same = same && std::memcmp(kept, memory + piece.from, bytes) == 0;
    std::memcpy(kept, memory + piece.from, bytes);
    kept += piece.count;
  }
  return same;
}

// Where the search begins, and the modes as they are.
void LoopSolver::begin(const SolveRun& run, const ir::LoopSite& loop, Site& site, const double* memory) {
  const auto n = static_cast<std::size_t>(loop.count);
  site.iterate.resize(n);
  for (std::size_t k = 0; k < n; ++k) {
    const double last = solutions_[static_cast<std::size_t>(loop.first) + k];
    const double guess = memory[run.guess + static_cast<std::int32_t>(k)];
    site.iterate[k] = std::isfinite(last) ? last : std::isfinite(guess) ? guess : 0;
  }
  site.modes.clear();
  for (int mode : loop.branches.modes) site.modes.push_back(memory[run.branches.mode_at + mode]);
}

// On the branch that the modes say: true if there is a solution, and the modes that follow agree with it.
bool LoopSolver::held_branch(LoopEvaluation& loop, const ir::LoopSite& shape, Site& site,
                             LoopFailure& failure) {
  NonlinearEquations equations = loop.smooth();
  equations.tolerance = program_.loops[static_cast<std::size_t>(shape.loop)].tolerance;
  const bool others = shape.branches.count > 0;
  if (others) {
    equations.starts = 1;
    equations.search = false;
  }
  failure.report = site.solver.solve(equations, program_.loop_method, site.iterate);
  statistics_.iterations += static_cast<std::uint64_t>(failure.report.iterations);
  site.agrees = false;
  if (!failure.report.converged()) {
    failure.unknowns = site.iterate;
    return false;
  }
  if (!others) return true;
  site.functions.resize(site.modes.size());
  if (loop.functions(site.iterate, site.modes, site.functions) != EvalStatus::Ok) return false;
  site.agrees = true;
  for (std::size_t k = 0; k < site.modes.size() && site.agrees; ++k)
    site.agrees = (following_ && (*following_)[static_cast<std::size_t>(shape.branches.modes[k])] == 0) ||
                  (site.functions[k] >= 0) == (site.modes[k] != 0);
  return site.agrees || !following_;
}

// What solves a branch beyond its end need not be what is meant: the branch may have another solution within
// its bounds; or none that is near, and then what it has lies much further beyond the crossing than the loop
// itself does. There the loop takes the branch that its modes would be on, so that what it gives stays
// continuous.
void LoopSolver::stay_near(LoopEvaluation& loop, const SolveRun& run, const ir::LoopSite& shape, Site& site,
                           const double* memory) {
  constexpr double far = 16;
  const std::vector<double> held = site.iterate, beyond = site.functions;
  LoopFailure failure;
  begin(run, shape, site, memory);
  const bool solved = any_branch(loop, shape, site, nullptr, failure) &&
                      loop.functions(site.iterate, site.branches, site.functions) == EvalStatus::Ok;
  bool strays = solved && site.branches == site.modes;
  for (std::size_t k = 0; k < beyond.size() && solved && !strays; ++k) {
    const bool contrary = (beyond[k] >= 0) != (site.modes[k] != 0);
    strays = contrary && std::fabs(beyond[k]) > far * std::fabs(site.functions[k]);
  }
  if (!strays) site.iterate = held;
  statistics_.off_branch += strays;
}

bool LoopSolver::any_branch(LoopEvaluation& loop, const ir::LoopSite& shape, Site& site,
                            const std::vector<char>* following, LoopFailure& failure) {
  PiecewiseEquations equations = loop.piecewise(following, site.modes);
  equations.tolerance = program_.loops[static_cast<std::size_t>(shape.loop)].tolerance;
  site.branches = site.modes;
  const PiecewiseReport report =
      site.piecewise.solve(equations, program_.loop_method, site.iterate, site.branches);
  statistics_.iterations += static_cast<std::uint64_t>(report.newton.iterations);
  if (report.newton.converged()) return true;
  failure.report = report.newton;
  failure.unknowns = site.iterate;
  failure.exhausted = report.exhausted;
  if (report.contradiction >= 0) {
    failure.mode = shape.branches.modes[static_cast<std::size_t>(report.contradiction)];
    failure.at_one = report.at_one;
    failure.at_zero = report.at_zero;
  }
  return false;
}

EvalStatus LoopSolver::solve(const SolveRun& run, const ir::Graph& graph, double* memory,
                             HistoryReader* history, double* out) {
  const ir::LoopSite& loop = graph.loop_site(run.site);
  const auto n = static_cast<std::size_t>(loop.count);
  auto& kept = sites_[static_cast<std::size_t>(loop.loop)];
  if (!kept) kept = std::make_unique<Site>();
  Site& site = *kept;
  const std::span<double> last = std::span(solutions_).subspan(static_cast<std::size_t>(loop.first), n);
  if (unchanged(run, site, memory) && std::equal(last.begin(), last.end(), site.solution.begin()) &&
      (site.agrees || site.following == following_ || loop.branches.count == 0)) {
    std::copy(last.begin(), last.end(), out);
    return EvalStatus::Ok;
  }
  begin(run, loop, site, memory);
  LoopEvaluation evaluation(run, graph, memory, history, *this, stop_);
  LoopFailure failure;
  failure.loop = loop.loop;
  ++statistics_.solves;
  bool solved = held_branch(evaluation, loop, site, failure);
  if (solved && !site.agrees && loop.branches.count > 0) stay_near(evaluation, run, loop, site, memory);
  const auto goes_on = [&] {
    return !solved && loop.branches.count > 0 && failure.report.end != NonlinearReport::End::Stopped;
  };
  const auto follows = [&](int mode) { return (*following_)[static_cast<std::size_t>(mode)] != 0; };
  const bool some =
      following_ && !std::all_of(loop.branches.modes.begin(), loop.branches.modes.end(), follows);
  for (const std::vector<char>* following : {following_, static_cast<const std::vector<char>*>(nullptr)}) {
    if (!goes_on() || (following && !some)) continue;
    begin(run, loop, site, memory);
    solved = any_branch(evaluation, loop, site, following, failure);
    statistics_.off_branch += solved;
  }
  if (!solved) {
    failure.finite_inputs =
        std::all_of(site.read.begin(), site.read.end(), [](double v) { return std::isfinite(v); });
    failure_ = std::move(failure);
    site.solution.clear();
    std::fill_n(out, n, unsolved);
    return EvalStatus::Recoverable;
  }
  site.following = following_;
  site.solution = site.iterate;
  std::copy(site.iterate.begin(), site.iterate.end(), last.begin());
  std::copy(site.iterate.begin(), site.iterate.end(), out);
  return EvalStatus::Ok;
}

EvalStatus LoopSolver::linearize(const SolveRun& run, const ir::Graph& graph, double* memory,
                                 HistoryReader* history, std::int32_t solution_at,
                                 std::span<double> jacobian) {
  const std::vector<double> z(memory + solution_at, memory + solution_at + graph.loop_site(run.site).count);
  return LoopEvaluation(run, graph, memory, history, *this, stop_).smooth().jacobian(z, jacobian);
}

EvalStatus LoopSolver::linear_solve(int n, int columns, const double* a, const double* b, double* out) {
  const auto size = static_cast<std::size_t>(n);
  std::copy_n(b, size * static_cast<std::size_t>(columns), out);
  if (!lu_.factor(n, {a, size * size})) {
    std::fill_n(out, size * static_cast<std::size_t>(columns), unsolved);
    return EvalStatus::Recoverable;
  }
  for (int k = 0; k < columns; ++k) lu_.solve({out + static_cast<std::size_t>(k) * size, size});
  return EvalStatus::Ok;
}

constexpr std::size_t most_named = 3;

EvalStatus LoopSolver::constrained(const ir::Graph& graph, int site, int columns, const double* values,
                                   const double* right, double* out) {
  const ir::ConstrainedSite& shape = graph.constrained_site(site);
  const auto at = static_cast<std::size_t>(site), size = static_cast<std::size_t>(shape.size());
  if (systems_.size() <= at) systems_.resize(at + 1);
  if (!systems_[at]) systems_[at] = ir::system_of(shape);
  ConstrainedSystem& system = *systems_[at];
  using Outcome = ConstrainedSystem::Outcome;
  Outcome outcome = Outcome::Solved;
  bool solved = system.factor({values, shape.mass.size() + shape.constraint.size()});
  for (int k = 0; k < columns && solved; ++k) {
    const auto first = static_cast<std::size_t>(k) * size;
    outcome = system.solve({right + first, size}, {out + first, size});
    solved = outcome == Outcome::Solved || shape.approximate;
  }
  if (solved) return EvalStatus::Ok;
  constraint_failure_ = {};
  if (outcome != Outcome::Solved) {
    constraint_failure_.contradiction = outcome == Outcome::Contradiction;
    std::vector<int>& blocks = constraint_failure_.blocks;
    for (int worst : system.worst()) {
      const int at_origin = worst + (outcome == Outcome::Contradiction ? shape.unknowns : 0);
      if (static_cast<std::size_t>(at_origin) >= shape.origins.size() || blocks.size() == most_named) break;
      const int block = shape.origins[static_cast<std::size_t>(at_origin)];
      if (std::find(blocks.begin(), blocks.end(), block) == blocks.end()) blocks.push_back(block);
    }
    constraint_failure_.known = true;
  }
  std::fill_n(out, size * static_cast<std::size_t>(columns), unsolved);
  return EvalStatus::Recoverable;
}

}  // namespace sim::interpreter
